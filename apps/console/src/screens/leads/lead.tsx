import { Alert, Group, Stack, Text, Title } from '@mantine/core';
import { Fragment } from 'react';

import type { LeadView, ProspectView } from '@leadbridge/contracts';

import { useRead } from '../../api/hooks.js';
import { Facts } from '../../parts/facts.js';
import { To } from '../../parts/links.js';
import { OpenInPsa } from '../../session/open-in-psa.js';
import { useParam } from '../../parts/params.js';
import { History, Qualification } from '../../parts/record-parts.js';
import { Section } from '../../parts/section.js';
import { sourceLabel } from '../../parts/source-label.js';
import { Unread } from '../../parts/states.js';
import { Status } from '../../parts/status.js';
import { useMay } from '../../session/session.js';
import { Fields } from './fields.js';
import { LeadActions } from './lead-actions.js';
import { Stages } from './stages.js';
import { Timeline } from './timeline.js';

/** One lead: who it is, where each value comes from, what has happened, and what may be done. */
export function LeadScreen() {
  const leadId = useParam('leadId');
  const may = useMay();
  const { data: lead, error, refetch } = useRead<LeadView>(`/leads/${leadId}`);
  const prospectId = lead?.prospect_id ?? null;
  const prospect = useRead<ProspectView>(`/prospects/${prospectId}`, {}, { enabled: prospectId !== null });
  const opportunityId = prospect.data?.opportunity_id ?? null;
  if (lead === undefined) {
    return <Unread title="Lead" what="the lead" error={error} retry={() => void refetch()} />;
  }
  const { contact } = lead;
  return (
    <Stack>
      <div>
        <Group>
          <Title order={1}>{contact.name ?? contact.email ?? `Lead ${lead.lead_id}`}</Title>
          <Status value={lead.status} />
        </Group>
        <Text c="dimmed">
          {[contact.title, contact.company].filter((part) => part !== null && part !== '').join(' · ')}
        </Text>
        <Stages lead={lead} opportunityId={opportunityId} />
      </div>
      {lead.do_not_contact ? <Alert color="red">Do not contact: this person has opted out.</Alert> : null}
      {may('data.sync') ? <LeadActions lead={lead} /> : null}
      <div className="columns">
        <div>
          <Timeline leadId={lead.lead_id} />
          <Qualification data={lead.qualification_data} />
          <History record={lead} />
        </div>
        <div>
          <Section title="Record">
            <Facts
              facts={[
                ['Lead', lead.lead_id],
                [
                  'Ticket',
                  lead.psa_ticket_id === null ? (
                    'lost'
                  ) : (
                    <Fragment key="ticket">
                      {lead.psa_ticket_id} <OpenInPsa ticketId={lead.psa_ticket_id} />
                    </Fragment>
                  ),
                ],
                ['Source', sourceLabel(lead.source)],
                ['Quality score', `${lead.quality_score} of 100`],
                [
                  'Jobs',
                  <To key="jobs" path={`/jobs?lead_id=${lead.lead_id}`}>
                    Its jobs
                  </To>,
                ],
                ...(may('users.manage')
                  ? [
                      [
                        'Erasure',
                        <To key="erasure" path={`/erasure?lead=${lead.lead_id}`}>
                          Erase this person
                        </To>,
                      ] as const,
                    ]
                  : []),
              ]}
            />
          </Section>
          <Fields lead={lead} />
        </div>
      </div>
    </Stack>
  );
}

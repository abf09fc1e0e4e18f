import { Group, Stack, Text, Title } from '@mantine/core';

import type { LeadView } from '@leadbridge/contracts';

import { useRead } from '../../api/hooks.js';
import { To } from '../../parts/links.js';
import { useParam } from '../../parts/params.js';
import { ContactFacts, History, Qualification } from '../../parts/record-parts.js';
import { ErrorState, Loading } from '../../parts/states.js';
import { Status } from '../../parts/status.js';
import { useMay } from '../../session/session.js';
import { FieldOrigins } from './field-origins.js';
import { LeadActions } from './lead-actions.js';
import { standingFields } from './origins.js';
import { Timeline } from './timeline.js';

/** One lead: who it is, where each value comes from, what has happened, and what may be done. */
export function LeadScreen() {
  const leadId = useParam('leadId');
  const may = useMay();
  const { data: lead, error, refetch } = useRead<LeadView>(`/leads/${leadId}`);
  if (lead === undefined) {
    return error === null ? (
      <Loading what="the lead" />
    ) : (
      <ErrorState error={error} retry={() => void refetch()} />
    );
  }
  return (
    <Stack>
      <Group>
        <Title order={1}>{lead.contact.name ?? lead.contact.email ?? `Lead ${lead.lead_id}`}</Title>
        <Status value={lead.status} />
      </Group>
      <Text>
        Lead {lead.lead_id}, quality score {lead.quality_score} of 100
        {lead.prospect_id === null ? '' : ', now '}
        {lead.prospect_id === null ? null : (
          <To path={`/prospects/${lead.prospect_id}`}>prospect {lead.prospect_id}</To>
        )}
        . <To path={`/jobs?lead_id=${lead.lead_id}`}>Its jobs</To>
      </Text>
      {may('data.sync') ? <LeadActions lead={lead} /> : null}
      <ContactFacts record={{ ...lead, custom_fields: standingFields(lead) }} />
      <FieldOrigins lead={lead} />
      <Qualification data={lead.qualification_data} />
      <History record={lead} />
      <Timeline leadId={lead.lead_id} />
    </Stack>
  );
}

import { Group, Text, Title } from '@mantine/core';

import type { LeadView, ProspectView } from '@leadbridge/contracts';

import { useRead } from '../../api/hooks.js';
import type { Fact } from '../../parts/facts.js';
import { To } from '../../parts/links.js';
import { useParam } from '../../parts/params.js';
import { Unread } from '../../parts/states.js';
import { Status } from '../../parts/status.js';
import { useMay } from '../../session/session.js';
import { LeadActions } from './lead-actions.js';
import { RecordFrame } from './record-frame.js';
import { Stages } from './stages.js';
import { Timeline } from './timeline.js';

/** One lead: who it is, where each value comes from, what has happened, and what may be done. */
export function LeadScreen() {
  const may = useMay();
  const query = useRead<LeadView>(`/leads/${useParam('leadId')}`);
  const { data: lead } = query;
  const prospectId = lead?.prospect_id ?? null;
  const prospect = useRead<ProspectView>(`/prospects/${prospectId}`, {}, { enabled: prospectId !== null });
  if (lead === undefined) {
    return <Unread title="Lead" query={query} />;
  }
  const { contact } = lead;
  return (
    <RecordFrame
      record={lead}
      name={['Lead', lead.lead_id]}
      more={furtherFacts(lead, may('users.manage'))}
      header={
        <div>
          <Group>
            <Title order={1}>{contact.name ?? contact.email ?? `Lead ${lead.lead_id}`}</Title>
            <Status value={lead.status} />
          </Group>
          <Text c="dimmed">
            {[contact.title, contact.company].filter((part) => part !== null && part !== '').join(' · ')}
          </Text>
          <Stages lead={lead} opportunityId={prospect.data?.opportunity_id ?? null} />
        </div>
      }
      actions={<LeadActions lead={lead} />}
    >
      <Timeline leadId={lead.lead_id} />
    </RecordFrame>
  );
}

function furtherFacts({ lead_id: id, quality_score: score }: LeadView, mayErase: boolean): readonly Fact[] {
  const jobs = <To path={`/jobs?lead_id=${id}`}>Its jobs</To>;
  const erasure = <To path={`/erasure?lead=${id}`}>Erase this person</To>;
  return [
    ['Quality score', `${score} of 100`],
    ['Jobs', jobs],
    ...(mayErase ? [['Erasure', erasure] as const] : []),
  ];
}

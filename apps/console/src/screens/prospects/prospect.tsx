import { Group, Text, Title } from '@mantine/core';

import type { ProspectView } from '@leadbridge/contracts';

import { useRead } from '../../api/hooks.js';
import { ActionForm } from '../../parts/action-form.js';
import { CallForm } from '../../parts/call-form.js';
import { To } from '../../parts/links.js';
import { opportunityForm } from '../../parts/opportunity-form.js';
import { useParam } from '../../parts/params.js';
import { statusChoices } from '../../parts/record-parts.js';
import { Unread } from '../../parts/states.js';
import { Status } from '../../parts/status.js';
import { RecordFrame } from '../leads/record-frame.js';

export function ProspectScreen() {
  const prospectId = useParam('prospectId');
  const query = useRead<ProspectView>(`/prospects/${prospectId}`);
  const { data: prospect } = query;
  if (prospect === undefined) {
    return <Unread title="Prospect" query={query} />;
  }
  const { prospect_id: id, lead_id: leadId, opportunity_id: opportunityId, contact } = prospect;
  return (
    <RecordFrame
      record={prospect}
      name={['Prospect', id]}
      header={
        <>
          <Group>
            <Title order={1}>{contact.name ?? contact.email ?? `Prospect ${id}`}</Title>
            <Status value={prospect.status} />
          </Group>
          <Text>
            Prospect {id}, from <To path={`/leads/${leadId}`}>lead {leadId}</To>
            {opportunityId === null ? '' : ', now '}
            {opportunityId === null ? null : (
              <To path={`/opportunities/${opportunityId}`}>opportunity {opportunityId}</To>
            )}
            .
          </Text>
        </>
      }
      actions={<ProspectActions prospect={prospect} />}
    />
  );
}

const stale = ['/prospects', '/opportunities', '/leads', '/jobs'];

function ProspectActions({ prospect }: { readonly prospect: ProspectView }) {
  const { prospect_id: id, allowed_statuses: allowed } = prospect;
  return (
    <Group>
      {allowed.length === 0 ? null : (
        <ActionForm
          label="Move"
          method="PUT"
          path={`/prospects/${id}/status`}
          fields={[
            { name: 'status', label: 'To', type: 'select', required: true, values: statusChoices(allowed) },
            { name: 'reason', label: 'Reason', type: 'textarea' },
            { name: 'next_action', label: 'Next action' },
            { name: 'next_action_date', label: 'On', type: 'date' },
          ]}
          stale={stale}
          done="The prospect is moved, here and in the PSA."
        />
      )}
      {prospect.status === 'qualified' && prospect.opportunity_id === null ? (
        <ActionForm
          label="Promote"
          explain="The prospect becomes an opportunity."
          method="POST"
          path="/opportunities"
          fixed={{ prospect_id: id }}
          below="opportunity_data"
          fields={opportunityForm}
          stale={stale}
          done="The opportunity is created."
        />
      ) : null}
      <CallForm about={{ prospect_id: id }} />
    </Group>
  );
}

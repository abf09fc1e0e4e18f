import { Group, Text, Title } from '@mantine/core';

import type { OpportunityView } from '@leadbridge/contracts';

import { useRead } from '../../api/hooks.js';
import { ActionForm } from '../../parts/action-form.js';
import { CallForm } from '../../parts/call-form.js';
import { Facts } from '../../parts/facts.js';
import { formatDay, formatNumber, inWords } from '../../parts/format.js';
import { To } from '../../parts/links.js';
import { opportunityForm } from '../../parts/opportunity-form.js';
import { useParam } from '../../parts/params.js';
import { statusChoices } from '../../parts/record-parts.js';
import { Section } from '../../parts/section.js';
import { Unread } from '../../parts/states.js';
import { Status } from '../../parts/status.js';
import { RecordFrame } from '../leads/record-frame.js';

export function OpportunityScreen() {
  const opportunityId = useParam('opportunityId');
  const query = useRead<OpportunityView>(`/opportunities/${opportunityId}`);
  const { data: opportunity } = query;
  if (opportunity === undefined) {
    return <Unread title="Opportunity" query={query} />;
  }
  const { opportunity_id: id, prospect_id: prospectId, contact, opportunity_data: data } = opportunity;
  return (
    <RecordFrame
      record={opportunity}
      name={['Opportunity', id]}
      header={
        <>
          <Group>
            <Title order={1}>{contact.company ?? contact.name ?? `Opportunity ${id}`}</Title>
            <Status value={opportunity.status} />
          </Group>
          <Text>
            Opportunity {id}, from <To path={`/prospects/${prospectId}`}>prospect {prospectId}</To>.
          </Text>
        </>
      }
      actions={
        <Group>
          <ChangeOpportunity opportunity={opportunity} />
          <CallForm about={{ opportunity_id: id }} />
        </Group>
      }
    >
      <Section title="Deal">
        <Facts facts={factsOf(data)} />
      </Section>
      {opportunity.notes.length === 0 ? null : (
        <Section title="Notes">
          {opportunity.notes.map(({ at, by, text }) => (
            <Text key={`${at} ${text}`}>
              {by}: {text}
            </Text>
          ))}
        </Section>
      )}
    </RecordFrame>
  );
}

const labels: Readonly<Record<string, string>> = {
  ...Object.fromEntries(opportunityForm.map(({ name, label }) => [name, label])),
  probability: 'Probability',
  win_loss_reason: 'Win or loss reason',
};

/** What is known of the deal. */
function factsOf(data: OpportunityView['opportunity_data']): readonly (readonly [string, string])[] {
  return Object.entries<string | number | null>({ ...data }).flatMap(([name, value]) =>
    value === null || value === '' ? [] : [[labels[name] ?? inWords(name), factText(name, value)] as const],
  );
}

function factText(name: string, value: string | number): string {
  if (typeof value === 'number') {
    return name === 'probability' ? `${value} %` : formatNumber(value);
  }
  return name === 'expected_close_date' ? formatDay(value) : value;
}

function ChangeOpportunity({ opportunity }: { readonly opportunity: OpportunityView }) {
  return (
    <ActionForm
      label="Change"
      explain="What is left empty stays as it is."
      method="PUT"
      path={`/opportunities/${opportunity.opportunity_id}`}
      fields={[
        {
          name: 'status',
          label: 'Status',
          type: 'select',
          values: statusChoices(opportunity.allowed_statuses),
        },
        ...opportunityForm.map((field) => ({ ...field, required: false })),
        { name: 'win_loss_reason', label: 'Win or loss reason', type: 'textarea' },
        { name: 'notes', label: 'Note', type: 'textarea' },
      ]}
      stale={['/opportunities', '/jobs']}
      done="The opportunity is changed, here and in the PSA."
    />
  );
}

import { Stack, Text } from '@mantine/core';

import type { QualificationView, SharedRecordView } from '@leadbridge/contracts';

import { DataTable } from './data-table.js';
import { Facts } from './facts.js';
import { inWords } from './format.js';
import { doerOf } from './names.js';
import { Section } from './section.js';
import { Time } from './time.js';

const criteria = [
  'pain_points',
  'qualified_services',
  'decision_maker',
  'budget_range',
  'timeframe',
] as const;

/** The five criteria of a qualification, and what is known of each. */
export function Qualification({ data }: { readonly data: QualificationView }) {
  const met = criteria.filter((name) => data[name] !== null);
  const known = [
    ...met.map((name) => [inWords(name), data[name]] as const),
    ['Fit score', data.fit_score] as const,
    ['Notes', data.qualification_notes] as const,
  ].filter(([, value]) => value !== null);
  return (
    <Section title="Qualification">
      <Stack>
        <Text>
          {met.length} of {criteria.length} criteria are known
          {met.length === criteria.length
            ? '.'
            : `; missing: ${criteria
                .filter((name) => data[name] === null)
                .map((name) => inWords(name).toLowerCase())
                .join(', ')}.`}
        </Text>
        {known.length === 0 ? null : <Facts facts={known} />}
      </Stack>
    </Section>
  );
}

/** Where a record has been, newest first. */
export function History({ record }: { readonly record: SharedRecordView }) {
  return (
    <Section title="History">
      <DataTable
        label="History"
        minWidth={480}
        rows={[...record.history].reverse()}
        keyOf={({ at, to }, index) => `${at} ${to} ${index}`}
        columns={[
          { name: 'When', show: ({ at }) => <Time iso={at} /> },
          {
            name: 'Move',
            show: ({ from, to }) => (from === null ? inWords(to) : `${inWords(from)} → ${inWords(to)}`),
          },
          { name: 'By', show: ({ by }) => doerOf(by) },
          { name: 'Reason', show: ({ reason }) => reason ?? '–' },
        ]}
      />
    </Section>
  );
}

export const qualificationForm = [
  ...criteria.map((name) => ({ name, label: inWords(name), type: 'text' as const })),
  { name: 'fit_score', label: 'Fit score, 0 to 100', type: 'number' as const },
  { name: 'qualification_notes', label: 'Notes', type: 'textarea' as const },
];

export function statusChoices(statuses: readonly string[]) {
  return statuses.map((value) => ({ value, label: inWords(value) }));
}

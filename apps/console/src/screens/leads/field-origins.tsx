import { Text } from '@mantine/core';

import type { LeadView } from '@leadbridge/contracts';

import { DataTable } from '../../parts/data-table.js';
import { fieldLabel } from '../../parts/field-label.js';
import { Section } from '../../parts/section.js';
import { Time } from '../../parts/time.js';
import { originsOf } from './origins.js';

/** Where each value comes from, and what was offered and not taken, and why. */
export function FieldOrigins({ lead }: { readonly lead: LeadView }) {
  return (
    <Section title="Field sources">
      <DataTable
        label="Field sources"
        minWidth={480}
        rows={originsOf(lead)}
        keyOf={({ field }) => field}
        columns={[
          { name: 'Field', show: ({ field }) => fieldLabel(field) },
          { name: 'Source', show: ({ source }) => source ?? '–' },
          { name: 'Since', show: ({ at }) => <Time iso={at} /> },
          {
            name: 'Rejected values',
            show: ({ notTaken }) =>
              notTaken.length === 0
                ? '–'
                : notTaken.map((line) => (
                    <Text key={line} size="sm">
                      {line}
                    </Text>
                  )),
          },
        ]}
      />
    </Section>
  );
}

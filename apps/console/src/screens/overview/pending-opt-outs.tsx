import { SimpleGrid, Stack } from '@mantine/core';

import type { SuppressionView, UnpushedStatus } from '@leadbridge/contracts';

import { DataTable } from '../../parts/data-table.js';
import { FigureCard } from '../../parts/figure-card.js';
import { formatNumber } from '../../parts/format.js';
import { To } from '../../parts/links.js';
import { Section } from '../../parts/section.js';
import { Status } from '../../parts/status.js';
import { Time } from '../../parts/time.js';
import type { Unpushed } from './use-unpushed.js';

const names: Readonly<Record<UnpushedStatus, string>> = {
  pending: 'Pending',
  failed: 'Failed',
  unknown_source: 'Provider unknown',
};
const statuses = Object.keys(names) as UnpushedStatus[];

/** Opt-outs that their provider does not know of yet; the page they are on is the one to act. */
export function PendingOptOuts({ unpushed }: { readonly unpushed: Unpushed }) {
  const rows = statuses.flatMap((status): readonly SuppressionView[] => unpushed[status]?.suppressions ?? []);
  if (statuses.every((status) => (unpushed[status]?.pagination.total ?? 0) === 0)) {
    return null;
  }
  return (
    <Section title="Opt-outs not sent to providers">
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          {statuses.map((status) => (
            <FigureCard
              key={status}
              name={names[status]}
              value={
                <To path={`/opt-outs?status=${status}`}>
                  {formatNumber(unpushed[status]?.pagination.total ?? 0)}
                </To>
              }
            />
          ))}
        </SimpleGrid>
        {rows.length === 0 ? null : (
          <DataTable
            label="Opt-outs not sent to providers"
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { name: 'Status', show: ({ status }) => <Status value={status} /> },
              { name: 'Provider', show: ({ provider }) => provider ?? '–' },
              { name: 'Recorded', show: ({ requested_at: at }) => <Time iso={at} /> },
              { name: 'Attempts', show: ({ attempts }) => formatNumber(attempts) },
              { name: 'Next attempt', show: ({ next_attempt_at: at }) => <Time iso={at} /> },
            ]}
          />
        )}
      </Stack>
    </Section>
  );
}

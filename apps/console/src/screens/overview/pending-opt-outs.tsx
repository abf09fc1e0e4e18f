import { SimpleGrid } from '@mantine/core';

import type { UnpushedStatus } from '@leadbridge/contracts';

import { FigureCard } from '../../parts/figure-card.js';
import { formatNumber } from '../../parts/format.js';
import { To } from '../../parts/links.js';
import { Section } from '../../parts/section.js';

const names: Readonly<Record<UnpushedStatus, string>> = {
  pending: 'Pending',
  failed: 'Failed',
  unknown_source: 'Provider unknown',
};
const statuses = Object.keys(names) as UnpushedStatus[];

/** Opt-outs that their provider does not know of yet; the screen that each number leads to names them. */
export function PendingOptOuts({
  unpushed,
}: {
  readonly unpushed: Readonly<Record<UnpushedStatus, { readonly data: number | undefined }>>;
}) {
  return Object.values(unpushed).every(({ data = 0 }) => data === 0) ? null : (
    <Section title="Opt-outs not sent to providers">
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        {statuses.map((status) => (
          <FigureCard
            key={status}
            name={names[status]}
            value={<To path={`/opt-outs?status=${status}`}>{formatNumber(unpushed[status].data ?? 0)}</To>}
          />
        ))}
      </SimpleGrid>
    </Section>
  );
}

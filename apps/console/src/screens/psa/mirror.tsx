import { Text } from '@mantine/core';

import type { MirrorKindView, MirrorView } from '@leadbridge/contracts';

import { useRead } from '../../api/hooks.js';
import { DataTable } from '../../parts/data-table.js';
import { formatNumber, inWords } from '../../parts/format.js';
import { Section } from '../../parts/section.js';
import { Read } from '../../parts/states.js';
import { Time } from '../../parts/time.js';

/** How far the copy of the PSA has come by which bulk imports are decided. */
export function Mirror() {
  const query = useRead<MirrorView>('/mirror');
  return (
    <Section title="Mirror of the PSA">
      <Read query={query} what="the mirror">
        {({ enabled, kinds }) => (
          <>
            <Text>
              {enabled
                ? 'Bulk imports use it once it is complete.'
                : 'The mirror is off: every import reads the PSA live.'}
            </Text>
            <DataTable
              label="Mirror of the PSA"
              minWidth={480}
              rows={kinds}
              keyOf={({ kind }) => kind}
              columns={[
                { name: 'Kind', show: ({ kind }) => inWords(kind) },
                { name: 'Documents', show: ({ documents }) => formatNumber(documents) },
                { name: 'State', show: stateOf },
                { name: 'Missing from the PSA’s pages', show: ({ missing }) => formatNumber(missing) },
                { name: 'Oldest observed', show: ({ oldest_observed_at: at }) => <Time iso={at} /> },
                { name: 'Last full scan', show: ({ last_round_at: at }) => <Time iso={at} /> },
              ]}
            />
          </>
        )}
      </Read>
    </Section>
  );
}

function stateOf({ complete, order, scanning_page: page }: MirrorKindView): string {
  const isUsed = complete && order !== 'unknown';
  const state = isUsed ? 'complete' : complete ? 'no order; read live' : 'being filled; read live';
  return page === null ? state : `${state}, page ${page}`;
}

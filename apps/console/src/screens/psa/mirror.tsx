import { Fieldset, Stack, Text } from '@mantine/core';

import type { MirrorView } from '@leadbridge/contracts';

import { useRead } from '../../api/hooks.js';
import { DataTable } from '../../parts/data-table.js';
import { formatNumber, inWords } from '../../parts/format.js';
import { ErrorState, Loading } from '../../parts/states.js';
import { Time } from '../../parts/time.js';

/** How far the copy of the PSA has come by which bulk imports are decided. */
export function Mirror() {
  const { data, error, refetch } = useRead<MirrorView>('/mirror', {}, { everyMs: 15_000 });
  return (
    <Fieldset legend="Mirror of the PSA">
      {data === undefined ? (
        error === null ? (
          <Loading what="the mirror" />
        ) : (
          <ErrorState error={error} retry={() => void refetch()} />
        )
      ) : (
        <Stack>
          <Text>
            {data.enabled
              ? 'Bulk imports are decided by it where it is complete.'
              : 'It is off: every import reads the PSA live.'}
          </Text>
          {data.kinds.length === 0 ? null : (
            <DataTable
              label="Mirror of the PSA"
              minWidth={480}
              rows={data.kinds}
              keyOf={({ kind }) => kind}
              columns={[
                { name: 'Kind', show: ({ kind }) => inWords(kind) },
                { name: 'Held', show: ({ documents }) => formatNumber(documents) },
                { name: 'Complete', show: ({ complete }) => (complete ? 'yes' : 'not yet') },
                { name: 'Oldest look', show: ({ oldest_observed_at: at }) => <Time iso={at} /> },
                { name: 'Last round', show: ({ last_round_at: at }) => <Time iso={at} /> },
              ]}
            />
          )}
        </Stack>
      )}
    </Fieldset>
  );
}

import { Anchor, Stack, Title } from '@mantine/core';

import type { QueuesResponse } from '@leadbridge/contracts';

import { useRead } from '../../api/hooks.js';
import { DataTable } from '../../parts/data-table.js';
import { formatNumber, inWords } from '../../parts/format.js';
import { Empty, Read } from '../../parts/states.js';
import { useMay } from '../../session/session.js';

/** How many jobs each queue holds; who manages the service goes on to the queue itself. */
export function Queues() {
  const query = useRead<QueuesResponse>('/queues');
  const may = useMay();
  return (
    <Stack>
      <Title order={1}>Queues</Title>
      <Read query={query} what="the queues">
        {({ queues }) =>
          queues === null ? (
            <Empty>Unknown while Redis is down.</Empty>
          ) : (
            <DataTable
              label="Queues"
              minWidth={480}
              rows={queues}
              keyOf={({ name }) => name}
              columns={[
                {
                  name: 'Queue',
                  show: ({ name }) =>
                    may('config.manage') ? (
                      <Anchor href={`/admin/queues/queue/${name}`}>{labelOf(name)}</Anchor>
                    ) : (
                      labelOf(name)
                    ),
                },
                { name: 'Waiting', show: ({ waiting }) => formatNumber(waiting) },
                { name: 'Of these delayed', show: ({ delayed }) => formatNumber(delayed) },
                { name: 'Active', show: ({ active }) => formatNumber(active) },
                { name: 'Failed', show: ({ failed }) => formatNumber(failed) },
              ]}
            />
          )
        }
      </Read>
    </Stack>
  );
}

/** `lead-imports` is `Lead imports`. */
function labelOf(queue: string): string {
  return inWords(queue.replaceAll('-', '_'));
}

import { Anchor, Fieldset } from '@mantine/core';

import type { QueuesAnswer } from '@leadbridge/contracts';

import { useRead } from '../../api/hooks.js';
import { DataTable } from '../../parts/data-table.js';
import { formatNumber } from '../../parts/format.js';
import { Empty, ErrorState } from '../../parts/states.js';

/** How many jobs each queue holds, with a link to the queue itself. */
export function Queues() {
  const { data, error } = useRead<QueuesAnswer>('/queues');
  return (
    <Fieldset legend="Queues">
      {error === null ? null : <ErrorState error={error} />}
      {data?.queues === null ? <Empty>Unknown while Redis is down.</Empty> : null}
      {data === undefined || data.queues === null ? null : (
        <DataTable
          label="Queues"
          minWidth={480}
          rows={data.queues}
          keyOf={({ name }) => name}
          columns={[
            {
              name: 'Queue',
              show: ({ name }) => <Anchor href={`/admin/queues/queue/${name}`}>{name}</Anchor>,
            },
            { name: 'Waiting', show: ({ waiting }) => formatNumber(waiting) },
            { name: 'Of these delayed', show: ({ delayed }) => formatNumber(delayed) },
            { name: 'Active', show: ({ active }) => formatNumber(active) },
            { name: 'Failed', show: ({ failed }) => formatNumber(failed) },
          ]}
        />
      )}
    </Fieldset>
  );
}

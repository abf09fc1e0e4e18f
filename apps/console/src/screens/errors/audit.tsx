import { Text } from '@mantine/core';

import type { AuditListAnswer, AuditView } from '@leadbridge/contracts';

import { ListScreen } from '../../parts/list-screen.js';
import { Time } from '../../parts/time.js';
import { changeLines } from '../jobs/plan-lines.js';

export function Audit() {
  return (
    <ListScreen<AuditView, AuditListAnswer>
      title="Audit"
      path="/audit"
      filters={[
        { name: 'action', label: 'Action' },
        { name: 'actor_id', label: 'By' },
        {
          name: 'target_type',
          label: 'Kind',
          values: ['api_key', 'user', 'config', 'webhook', 'queue_job', 'erasure', 'job', 'suppression'],
        },
        { name: 'target_id', label: 'About' },
        { name: 'start_date', label: 'From', type: 'date' },
        { name: 'end_date', label: 'To', type: 'date' },
      ]}
      rowsOf={({ entries }) => entries}
      keyOf={({ id }) => id}
      columns={[
        { name: 'When', show: ({ at }) => <Time iso={at} /> },
        { name: 'Action', show: ({ action }) => action },
        {
          name: 'By',
          show: ({ actor, address, via }) =>
            [
              actor.name,
              ...(via === 'mcp' ? ['for an assistant'] : []),
              ...(address === null ? [] : [`from ${address}`]),
            ].join(', '),
        },
        { name: 'About', show: ({ target }) => target.id },
        {
          name: 'Change',
          show: ({ changes }) =>
            changeLines(changes).map((line) => (
              <Text key={line} size="sm">
                {line}
              </Text>
            )),
        },
      ]}
      empty="No matching entries."
    />
  );
}

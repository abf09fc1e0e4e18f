import { Text } from '@mantine/core';

import type { AuditListResponse, AuditView, WebhookView } from '@leadbridge/contracts';

import { useRead } from '../../api/hooks.js';
import { asTime, column } from '../../parts/column.js';
import { ListScreen } from '../../parts/list-screen.js';
import type { NamesById } from '../../parts/names.js';

import { methodNames } from '../../second-factor/method-names.js';
import { useNames } from '../../session/use-names.js';
import { changeLines } from '../jobs/plan-lines.js';
import { auditActions, auditSentence } from './audit-sentence.js';

/** What entries may be about. Types are all that the page takes from the contracts, so that these keep the list whole. */
const targets: Readonly<Record<AuditView['target']['type'], true>> = {
  api_key: true,
  user: true,
  config: true,
  import_mapping: true,
  webhook: true,
  queue_job: true,
  erasure: true,
  job: true,
  mirror: true,
  psa: true,
  reconciliation: true,
  suppression: true,
  company_match: true,
};

export function Audit() {
  const names = useTargetNames();
  return (
    <ListScreen<AuditView, AuditListResponse>
      title="Audit"
      path="/audit"
      filters={[
        { name: 'action', label: 'Action', values: auditActions },
        { name: 'actor_id', label: 'By (ID)' },
        { name: 'target_type', label: 'Kind', values: Object.keys(targets) },
        { name: 'target_id', label: 'About (ID)' },
        { name: 'start_date', label: 'From', type: 'date' },
        { name: 'end_date', label: 'To', type: 'date' },
      ]}
      rowsOf={({ entries }) => entries}
      keyOf={({ id }) => id}
      columns={[
        column('When', ({ at }) => at, asTime),
        {
          name: 'What',
          show: (entry) => (
            <>
              <Text>{auditSentence(entry, names)}</Text>
              {changeLines(withMethodNames(entry.changes)).map((line) => (
                <Text key={line} size="sm" c="dimmed">
                  {line}
                </Text>
              ))}
            </>
          ),
        },
        { name: 'From', show: ({ address }) => address ?? 'The machine itself' },
      ]}
      empty="There are no entries."
    />
  );
}

/** The changes with the methods of a second factor by their names. */
function withMethodNames(changes: AuditView['changes']): AuditView['changes'] {
  const { method, ...others } = changes;
  const named = (value: unknown): unknown =>
    new Map<unknown, string>(Object.entries(methodNames)).get(value) ?? value;
  return method === undefined
    ? changes
    : { ...others, method: { from: named(method.from), to: named(method.to) } };
}

/** Entries are about webhooks too. */
function useTargetNames(): NamesById {
  const webhooks = useRead<{ readonly webhooks: readonly WebhookView[] }>('/webhooks');
  return new Map([
    ...useNames(),
    ...(webhooks.data?.webhooks ?? []).map(({ id, url }) => [id, url] as const),
  ]);
}

import { Text } from '@mantine/core';

import type {
  ApiKeyListResponse,
  AuditListResponse,
  AuditView,
  UserListResponse,
  WebhookView,
} from '@leadbridge/contracts';

import { useRead } from '../../api/hooks.js';
import { ListScreen } from '../../parts/list-screen.js';
import { Time } from '../../parts/time.js';
import { changeLines } from '../jobs/plan-lines.js';
import { auditSentence, type NamesById } from './audit-sentence.js';

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
  const names = useNames();
  return (
    <ListScreen<AuditView, AuditListResponse>
      title="Audit"
      path="/audit"
      filters={[
        { name: 'action', label: 'Action' },
        { name: 'actor_id', label: 'By (ID)' },
        {
          name: 'target_type',
          label: 'Kind',
          values: Object.keys(targets),
        },
        { name: 'target_id', label: 'About (ID)' },
        { name: 'start_date', label: 'From', type: 'date' },
        { name: 'end_date', label: 'To', type: 'date' },
      ]}
      rowsOf={({ entries }) => entries}
      keyOf={({ id }) => id}
      columns={[
        { name: 'When', show: ({ at }) => <Time iso={at} /> },
        {
          name: 'What',
          show: (entry) => (
            <>
              <Text>{auditSentence(entry, names)}</Text>
              {changeLines(entry.changes).map((line) => (
                <Text key={line} size="sm" c="dimmed">
                  {line}
                </Text>
              ))}
            </>
          ),
        },
        { name: 'From', show: ({ address }) => address ?? 'The machine itself' },
      ]}
      empty="No matching entries."
    />
  );
}

const mostNames = 500;

/** Entries have ids; people know names. */
function useNames(): NamesById {
  const users = useRead<UserListResponse>('/users', { limit: mostNames });
  const keys = useRead<ApiKeyListResponse>('/api-keys', { limit: mostNames });
  const webhooks = useRead<{ readonly webhooks: readonly WebhookView[] }>('/webhooks');
  return new Map([
    ...(users.data?.users ?? []).map(({ id, name }) => [id, name] as const),
    ...(keys.data?.api_keys ?? []).map(({ id, name }) => [id, name] as const),
    ...(webhooks.data?.webhooks ?? []).map(({ id, url }) => [id, url] as const),
  ]);
}

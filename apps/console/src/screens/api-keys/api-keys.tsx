import { Stack } from '@mantine/core';
import { useState } from 'react';

import type { ApiKeyListResponse, ApiKeyView, IssuedApiKeyView } from '@leadbridge/contracts';

import { useWrite } from '../../api/hooks.js';
import { asTime, column } from '../../parts/column.js';
import { ActionForm } from '../../parts/action-form.js';
import type { Column } from '../../parts/data-table.js';
import type { FormField } from '../../parts/form-values.js';
import { inWords } from '../../parts/format.js';
import { ListScreen } from '../../parts/list-screen.js';
import { ShownOnce } from '../../parts/shown-once.js';
import { ErrorState } from '../../parts/states.js';
import { Status } from '../../parts/status.js';
import { RowMenu } from '../../parts/row-menu.js';
import { roleChoices } from '../../parts/role-choices.js';

export function ApiKeys() {
  const [issued, setIssued] = useState<IssuedApiKeyView | null>(null);
  return (
    <Stack>
      {issued === null ? null : (
        <ShownOnce title={`The key “${issued.name}”`} text={issued.key} name="key">
          Copy it now; you won’t see it again.
        </ShownOnce>
      )}
      <ListScreen<ApiKeyView, ApiKeyListResponse>
        title="API keys"
        path="/api-keys"
        actions={
          <ActionForm<IssuedApiKeyView>
            label="Create a key"
            variant="filled"
            method="POST"
            path="/api-keys"
            fields={keyFields}
            stale={['/api-keys']}
            done="The key is issued."
            onDone={setIssued}
          />
        }
        rowsOf={({ api_keys: keys }) => keys}
        keyOf={({ id }) => id}
        columns={[
          ...keyColumns,
          { name: 'Actions', show: (key) => <KeyActions apiKey={key} onIssued={setIssued} /> },
        ]}
        empty="No key yet. Programs need one to call the API."
      />
    </Stack>
  );
}

const keyFields: readonly FormField[] = [
  { name: 'name', label: 'Name', required: true, description: 'What uses it' },
  { name: 'role', label: 'Role', type: 'select', required: true, values: roleChoices },
  { name: 'expires_in_days', label: 'Expires in (days)', type: 'number', description: 'At most 90' },
  {
    name: 'propose_only',
    label: 'Propose only',
    type: 'switch',
    description:
      'For assistants: the key reads and makes dry runs, and a person commits them. It is refused for everything else that writes.',
  },
];

const keyColumns: readonly Column<ApiKeyView>[] = [
  column('Name', ({ name, last_characters: end }) => (end === null ? name : `${name} (…${end})`)),
  column('Role', ({ role, propose_only: only }) => inWords(role) + (only ? ' (propose only)' : '')),
  column(
    'Status',
    ({ status }) => status,
    (status) => <Status value={status} {...(status === 'active' ? { tone: 'green' } : {})} />,
  ),
  column('Last used', ({ last_used_at: at }) => at, asTime),
  column('Expires', ({ expires_at: at }) => at, asTime),
];

function KeyActions({
  apiKey,
  onIssued,
}: {
  readonly apiKey: ApiKeyView;
  readonly onIssued: (key: IssuedApiKeyView) => void;
}) {
  const path = `/api-keys/${apiKey.id}`;
  const rotate = useWrite<IssuedApiKeyView>(['/api-keys']);
  const revoke = useWrite<void>(['/api-keys']);
  if (apiKey.status === 'revoked') {
    return null;
  }
  const toRotate = {
    question: 'The old key stays valid for one day, so you can switch programs to the new one.',
    confirm: 'Rotate it',
    color: 'brand',
    onConfirm: () =>
      rotate.mutate({ method: 'POST', path: `${path}/rotate`, body: {} }, { onSuccess: onIssued }),
  };
  const toRevoke = {
    question: 'Requests with this key are rejected from now on.',
    confirm: 'Revoke it',
    onConfirm: () => revoke.mutate({ method: 'DELETE', path }),
  };
  return (
    <>
      <RowMenu
        of={apiKey.name}
        actions={[
          { label: 'Rotate', act: { ask: toRotate } },
          { label: 'Revoke', isDestructive: true, act: { ask: toRevoke } },
        ]}
      />
      <ErrorState error={rotate.error ?? revoke.error} />
    </>
  );
}

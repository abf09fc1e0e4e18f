import { Alert, Code, Stack, Text } from '@mantine/core';
import { useState } from 'react';

import type { ApiKeyListResponse, ApiKeyView, IssuedApiKeyView } from '@leadbridge/contracts';

import { useWrite } from '../../api/hooks.js';
import { asTime, column } from '../../parts/column.js';
import { ActionForm } from '../../parts/action-form.js';
import { Copy } from '../../parts/copy.js';
import { inWords } from '../../parts/format.js';
import { ListScreen } from '../../parts/list-screen.js';
import { ErrorState } from '../../parts/states.js';
import { Status } from '../../parts/status.js';
import { RowMenu } from '../../parts/row-menu.js';
import { roleChoices } from '../../parts/role-choices.js';

export function ApiKeys() {
  const [issued, setIssued] = useState<IssuedApiKeyView | null>(null);
  return (
    <Stack>
      {issued === null ? null : (
        <Alert color="green" title={`The key “${issued.name}”`} role="status">
          <Text>Copy it now; you won’t see it again.</Text>
          <Code block>{issued.key}</Code>
          <Copy text={issued.key} name="key" />
        </Alert>
      )}
      <ListScreen<ApiKeyView, ApiKeyListResponse>
        title="API keys"
        path="/api-keys"
        filters={[]}
        actions={
          <ActionForm<IssuedApiKeyView>
            label="Create a key"
            variant="filled"
            method="POST"
            path="/api-keys"
            fields={[
              { name: 'name', label: 'Name', required: true, description: 'What uses it' },
              { name: 'role', label: 'Role', type: 'select', required: true, values: roleChoices },
              {
                name: 'expires_in_days',
                label: 'Expires in (days)',
                type: 'number',
                description: 'At most 90',
              },
              {
                name: 'propose_only',
                label: 'Propose only',
                type: 'switch',
                description:
                  'For assistants: the key reads and makes dry runs, and a person commits them. It is refused for everything else that writes.',
              },
            ]}
            stale={['/api-keys']}
            done="The key is issued."
            onDone={setIssued}
          />
        }
        rowsOf={({ api_keys: keys }) => keys}
        keyOf={({ id }) => id}
        columns={[
          {
            name: 'Name',
            show: ({ name, last_characters: end }) => (end === null ? name : `${name} (…${end})`),
            sortBy: ({ name }) => name,
          },
          {
            name: 'Role',
            show: ({ role, propose_only: only }) =>
              only ? `${inWords(role)} (propose only)` : inWords(role),
            sortBy: ({ role }) => role,
          },
          {
            name: 'Status',
            show: ({ status }) => (
              <Status value={status} {...(status === 'active' ? { tone: 'green' } : {})} />
            ),
            sortBy: ({ status }) => status,
          },
          column('Last used', ({ last_used_at: at }) => at, asTime),
          column('Expires', ({ expires_at: at }) => at, asTime),
          { name: 'Actions', show: (key) => <KeyActions apiKey={key} onIssued={setIssued} /> },
        ]}
        empty="No key yet. Programs need one to call the API."
      />
    </Stack>
  );
}

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
  return (
    <>
      <RowMenu
        of={apiKey.name}
        actions={[
          {
            label: 'Rotate',
            act: {
              ask: {
                question: 'The old key stays valid for one day, so you can switch programs to the new one.',
                confirm: 'Rotate it',
                color: 'brand',
                onConfirm: () =>
                  rotate.mutate(
                    { method: 'POST', path: `${path}/rotate`, body: {} },
                    { onSuccess: onIssued },
                  ),
              },
            },
          },
          {
            label: 'Revoke',
            isDestructive: true,
            act: {
              ask: {
                question: 'Requests with this key are rejected from now on.',
                confirm: 'Revoke it',
                onConfirm: () => revoke.mutate({ method: 'DELETE', path }),
              },
            },
          },
        ]}
      />
      {rotate.error === null ? null : <ErrorState error={rotate.error} />}
      {revoke.error === null ? null : <ErrorState error={revoke.error} />}
    </>
  );
}

import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import type { OidcCodeResponse } from '@leadbridge/contracts';
import { useEffect, useState, type SubmitEvent } from 'react';

import { send } from '../api/leadbridge.js';
import { CodeInput } from './code-input.js';
import { useCredentials } from './use-credentials.js';

/** Only goes on if the service says where to; a page is loaded anew, so that the browser sends the new cookie. */
async function prove(body: { readonly code?: string }): Promise<void> {
  const { to } = await send<OidcCodeResponse>('POST', '/auth/oidc/code', { body });
  location.replace(to);
}

/** Asks for our own second factor after a sign-in at the organization. */
export function OidcCodeForm() {
  const [code, setCode] = useState('');
  const { submit, factor, problem, busy } = useCredentials(prove);

  // Without a code the service says which one it wants.
  useEffect(() => {
    void submit({});
  }, [submit]);

  return (
    <form
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        void submit({ code });
      }}
    >
      <Stack>
        <Text>One step is left: your second factor.</Text>
        {factor === null ? null : (
          <CodeInput label="Two-factor code" request={factor} value={code} onChange={setCode} />
        )}
        {problem === null ? null : (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        <Group>
          {factor === null ? null : (
            <Button type="submit" loading={busy}>
              Sign in
            </Button>
          )}
          {factor === null || factor.method === 'totp' ? null : (
            <Button variant="subtle" onClick={() => void submit({})}>
              Send another code
            </Button>
          )}
          <Anchor href="/console/sign-in" size="sm">
            Begin again
          </Anchor>
        </Group>
      </Stack>
    </form>
  );
}

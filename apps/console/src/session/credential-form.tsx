import { Alert, Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useState, type ReactNode, type SubmitEvent } from 'react';

import { CodeInput } from './code-input.js';
import { useCredentials } from './use-credentials.js';

export interface Credentials {
  readonly password: string;
  /** Absent asks for a code where one is needed. */
  readonly code?: string;
}

/** Password, and the code of the second factor once the service asks for it. */
export function CredentialForm({
  label,
  onSubmit,
  children,
}: {
  /** Of the button that sends it. */
  readonly label: string;
  /** @throws LeadbridgeError where the service refuses them, or asks for the code */
  readonly onSubmit: (credentials: Credentials) => Promise<void>;
  /** The fields before the password. */
  readonly children?: ReactNode;
}) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { submit, factor, problem, busy } = useCredentials(onSubmit);

  return (
    <form
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        void submit({ password, ...(code === '' ? {} : { code }) });
      }}
    >
      <Stack>
        {children}
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          data-autofocus={children === undefined ? true : undefined}
        />
        {factor === null ? null : (
          <CodeInput label="Two-factor code" request={factor} value={code} onChange={setCode} />
        )}
        {problem === null ? null : (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        <Group>
          <Button type="submit" loading={busy}>
            {label}
          </Button>
          {factor === null || factor.method === 'totp' ? null : (
            <Button variant="subtle" onClick={() => void submit({ password })}>
              Send another code
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

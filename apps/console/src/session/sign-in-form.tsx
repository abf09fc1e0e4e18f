import { Alert, Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';

import { messageOf, send } from '../api/leadbridge.js';
import { CodeInput } from './code-input.js';
import { codeRequestOf, type CodeRequest } from './code-request.js';

/** Email, password, and the code of the second factor where one is set up. */
export function SignInForm({
  email: known,
  onDone,
}: {
  readonly email?: string;
  readonly onDone: () => void;
}) {
  const [email, setEmail] = useState(known ?? '');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { signIn, factor, problem, busy } = useSignIn(onDone);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void signIn({ email, password, code });
  };

  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          data-autofocus
          autoFocus={known === undefined}
        />
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
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
            Sign in
          </Button>
          {factor === null || factor.method === 'totp' ? null : (
            <Button variant="subtle" onClick={() => void signIn({ email, password, code: '' })}>
              Send another code
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Empty asks for a code where one is needed. */
  readonly code: string;
}

function useSignIn(onDone: () => void) {
  const [factor, setFactor] = useState<CodeRequest | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function signIn({ code, ...typed }: Credentials): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      await send('POST', '/auth/login', { body: { ...typed, ...(code === '' ? {} : { code }) } });
      onDone();
    } catch (error) {
      const asked = codeRequestOf(error);
      setFactor((before) => asked ?? before);
      setProblem(asked === null && error instanceof Error ? messageOf(error) : null);
    } finally {
      setBusy(false);
    }
  }

  return { signIn, factor, problem, busy };
}

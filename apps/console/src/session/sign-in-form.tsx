import { LeadbridgeError } from '@leadbridge/client';
import { Alert, Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';

import { messageOf, send } from '../api/leadbridge.js';

interface Factor {
  readonly method: string;
  readonly sentTo: string | null;
}

function factorOf(error: unknown): Factor | null {
  if (!(error instanceof LeadbridgeError) || error.details['mfa_required'] !== true) {
    return null;
  }
  const { method, sent_to: sentTo } = error.details;
  return { method: String(method), sentTo: typeof sentTo === 'string' ? sentTo : null };
}

function askFor({ method, sentTo }: Factor): string {
  return method === 'totp'
    ? 'Type the code that your authenticator app shows.'
    : `A code was sent to ${sentTo ?? 'you'}. Type it here.`;
}

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
  const [factor, setFactor] = useState<Factor | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function signIn(typed: string): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      await send('POST', '/auth/login', {
        body: { email, password, ...(typed === '' ? {} : { code: typed }) },
      });
      onDone();
    } catch (error) {
      const asked = factorOf(error);
      setFactor((before) => asked ?? before);
      setProblem(asked === null && error instanceof Error ? messageOf(error) : null);
    } finally {
      setBusy(false);
    }
  }

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void signIn(code.trim());
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
          <TextInput
            label="Two-factor code"
            description={askFor(factor)}
            name="code"
            autoComplete="one-time-code"
            required
            autoFocus
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
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
            <Button variant="subtle" onClick={() => void signIn('')}>
              Send another code
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

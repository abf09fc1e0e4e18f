import { Alert, Button, Group, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';

import { Form } from '../parts/form.js';
import { CodeInput } from './code-input.js';
import type { useCredentials } from './use-credentials.js';

/** Sends what proves who somebody is, with the code of the second factor once the service asks for it. */
export function FactorForm({
  label,
  sent: { factor, problem, busy },
  isCodeAlone = false,
  further,
  onSubmit,
  children,
}: {
  /** Of the button that sends it. */
  readonly label: string;
  readonly sent: Pick<ReturnType<typeof useCredentials>, 'factor' | 'problem' | 'busy'>;
  /** Whether there is nothing to send before the service has asked for a code. */
  readonly isCodeAlone?: boolean;
  /** Beside the buttons. */
  readonly further?: ReactNode;
  /** Without a code, one is asked for where it is needed. */
  readonly onSubmit: (proof: { readonly code?: string }) => void;
  /** What stands before the code. */
  readonly children: ReactNode;
}) {
  const [code, setCode] = useState('');
  return (
    <Form onSubmit={() => onSubmit(code === '' ? {} : { code })}>
      <Stack>
        {children}
        {factor === null ? null : (
          <CodeInput label="Two-factor code" request={factor} value={code} onChange={setCode} />
        )}
        {problem === null ? null : (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        <Group>
          {isCodeAlone && factor === null ? null : (
            <Button type="submit" loading={busy}>
              {label}
            </Button>
          )}
          {factor === null || factor.method === 'totp' ? null : (
            <Button variant="subtle" onClick={() => onSubmit({})}>
              Send another code
            </Button>
          )}
          {further}
        </Group>
      </Stack>
    </Form>
  );
}

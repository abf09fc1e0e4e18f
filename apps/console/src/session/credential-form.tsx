import { PasswordInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';

import { FactorForm } from './factor-form.js';
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
  const { submit, ...sent } = useCredentials(onSubmit);
  return (
    <FactorForm label={label} sent={sent} onSubmit={(proof) => void submit({ password, ...proof })}>
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
    </FactorForm>
  );
}

import { TextInput } from '@mantine/core';
import { useState } from 'react';

import { send } from '../api/leadbridge.js';
import { CredentialForm } from './credential-form.js';

/** Email, password, and the code of the second factor where one is set up. */
export function SignInForm({
  email: known,
  onDone,
}: {
  readonly email?: string;
  readonly onDone: () => void;
}) {
  const [email, setEmail] = useState(known ?? '');
  return (
    <CredentialForm
      label="Sign in"
      onSubmit={async (credentials) => {
        await send('POST', '/auth/login', { body: { email, ...credentials } });
        onDone();
      }}
    >
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
    </CredentialForm>
  );
}

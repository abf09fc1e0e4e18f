import { Anchor, Text } from '@mantine/core';
import type { OidcCodeResponse } from '@leadbridge/contracts';
import { useEffect } from 'react';

import { send } from '../api/leadbridge.js';
import { FactorForm } from './factor-form.js';
import { useCredentials } from './use-credentials.js';

/** Only goes on if the service says where to; a page is loaded anew, so that the browser sends the new cookie. */
async function prove(body: { readonly code?: string }): Promise<void> {
  const { to } = await send<OidcCodeResponse>('POST', '/auth/oidc/code', { body });
  location.replace(to);
}

/** Asks for our own second factor after a sign-in at the organization. */
export function OidcCodeForm() {
  const { submit, ...sent } = useCredentials(prove);

  // Without a code the service says which one it wants.
  useEffect(() => {
    void submit({});
  }, [submit]);

  const again = (
    <Anchor href="/console/sign-in" size="sm">
      Begin again
    </Anchor>
  );
  return (
    <FactorForm
      label="Sign in"
      sent={sent}
      isCodeAlone
      further={again}
      onSubmit={(proof) => void submit(proof)}
    >
      <Text>One step is left: your second factor.</Text>
    </FactorForm>
  );
}

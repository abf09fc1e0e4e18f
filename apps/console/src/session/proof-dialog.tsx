import { Button, Modal, Stack, Text } from '@mantine/core';

import { send } from '../api/leadbridge.js';
import { settleProof, useProofAsked } from '../api/proof.js';
import { CredentialForm } from './credential-form.js';
import { useSession } from './session.js';
import { SignInWays } from './sign-in-ways.js';

/**
 * Asks for a proof before a change of who may do what. With password and second factor the change then goes on by
 * itself; a sign-in at the organization happens in another tab, after which the person goes on here.
 */
export function ProofDialog() {
  const { user } = useSession();
  return (
    <Modal
      opened={useProofAsked()}
      onClose={() => settleProof(false)}
      closeOnClickOutside={false}
      // Above the form that the change was typed into, and below the sign-in.
      zIndex={900}
      title="Confirm that it is you"
    >
      <Text mb="md">
        This changes who may do what, and you signed in more than 15 minutes ago. Your input is kept.
      </Text>
      <Stack>
        <SignInWays to="/console" opensTab withoutIssuer={user.oidc === null}>
          <CredentialForm
            label="Confirm"
            onSubmit={async (credentials) => {
              await send('POST', '/auth/reauthenticate', { body: credentials });
              settleProof(true);
            }}
          />
        </SignInWays>
        {user.oidc === null ? null : (
          <Button variant="default" onClick={() => settleProof(true)}>
            I have signed in: continue
          </Button>
        )}
      </Stack>
    </Modal>
  );
}

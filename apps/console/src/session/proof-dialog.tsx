import { Modal, Text } from '@mantine/core';

import { send } from '../api/leadbridge.js';
import { answerProof, useProofAsked } from '../api/proof.js';
import { CredentialForm } from './credential-form.js';

/** Asks for password and second factor before a change of who may do what; the change then goes on by itself. */
export function ProofDialog() {
  return (
    <Modal
      opened={useProofAsked()}
      onClose={() => answerProof(false)}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      // Above the form that the change was typed into, and below the sign-in.
      zIndex={900}
      title="Confirm that it is you"
    >
      <Text mb="md">
        This changes who may do what, and you signed in more than 15 minutes ago. Your input is kept.
      </Text>
      <CredentialForm
        label="Confirm"
        onSubmit={async (credentials) => {
          await send('POST', '/auth/reauthenticate', { body: credentials });
          answerProof(true);
        }}
      />
    </Modal>
  );
}

import { Modal, Text } from '@mantine/core';

import { useSessionEnded } from './ended-session.js';
import { SignInForm } from './sign-in-form.js';
import { SignInWays } from './sign-in-ways.js';
import { useSession } from './session.js';

/** A session that has ended is renewed above the screen. */
export function RenewDialog({ onDone }: { readonly onDone: () => void }) {
  const { user } = useSession();
  const ended = useSessionEnded();
  return (
    <Modal
      opened={ended}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      // Above the form that somebody was filling in.
      zIndex={1000}
      title="Your session has ended"
    >
      <Text mb="md">Sign in again to continue. Your input is kept.</Text>
      <SignInWays to="/console" opensTab>
        <SignInForm key={String(ended)} email={user.email} onDone={onDone} />
      </SignInWays>
    </Modal>
  );
}

import { Button, Container, Group, Stack, Text, Title } from '@mantine/core';
import { lazy, Suspense, useState, type ReactNode } from 'react';

import { part } from '../api/part.js';
import { Loading } from '../parts/states.js';
import { useSession } from '../session/session.js';
import { signOut } from '../session/sign-out.js';

/** Few see it: it is loaded for these alone. */
const SecondFactor = lazy(part(async () => ({ default: (await import('./second-factor.js')).SecondFactor })));

/**
 * Has a person whose time is over set up a second factor before anything else. It stays open until the recovery codes are saved, also when the
 * session is read again meanwhile.
 */
export function SecondFactorGate({ children }: { readonly children: ReactNode }) {
  const { second_factor_required: isRequired, user } = useSession();
  const [isOpen, setOpen] = useState(isRequired);
  if (isRequired && !isOpen) {
    setOpen(true);
  }
  if (!isOpen) {
    return children;
  }
  return (
    <Container component="main" size={520} pt="xl" pb="xl">
      <Stack>
        <Title order={1}>Set up two-factor authentication</Title>
        <Text>
          The role {user.role} requires two-factor authentication, and the time to set it up is over. Set it
          up to continue.
        </Text>
        <Suspense fallback={<Loading what="the setup" />}>
          <SecondFactor onDone={() => setOpen(false)} />
        </Suspense>
        <Group>
          <Button variant="default" onClick={() => void signOut()}>
            Sign out
          </Button>
        </Group>
      </Stack>
    </Container>
  );
}

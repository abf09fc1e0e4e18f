import { Alert, Anchor, Container, Modal, Paper, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';

import { useRead } from '../api/hooks.js';
import { ErrorState, Loading } from '../parts/states.js';
import { destinationOf } from './destination.js';
import { setSessionEnded, useSessionEnded } from './ended-session.js';
import { OidcCodeForm } from './oidc-code-form.js';
import { ProofDialog } from './proof-dialog.js';
import { SessionContext, sessionPath, type Session } from './session.js';
import { SignInForm } from './sign-in-form.js';
import { SignInWays } from './sign-in-ways.js';
import { refusalIn } from './sign-in-words.js';

/**
 * Shows the console to who is signed in, and the sign-in to everybody else. A session that ends while somebody works is renewed above the
 * screen, which keeps whatever was typed into it.
 */
export function SessionGate({ children }: { readonly children: ReactNode }) {
  const client = useQueryClient();
  const session = useRead<Session>(sessionPath);
  const ended = useSessionEnded();
  const isBack = ended && session.isSuccess;

  // Somebody has signed in again in another tab.
  useEffect(() => {
    if (isBack) {
      setSessionEnded(false);
      void client.invalidateQueries();
    }
  }, [isBack, client]);

  if (session.data === undefined) {
    if (session.error?.status === 401) {
      return <SignInPage onDone={() => void signedIn()} />;
    }
    return session.error === null ? (
      <Loading what="your session" />
    ) : (
      <Container size="xs" pt="xl">
        <ErrorState error={session.error} retry={() => void session.refetch()} />
      </Container>
    );
  }

  async function signedIn(): Promise<void> {
    setSessionEnded(false);
    await client.invalidateQueries();
  }

  const { user } = session.data;
  return (
    <SessionContext value={session.data}>
      {children}
      <ProofDialog />
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
          <SignInForm key={String(ended)} email={user.email} onDone={() => void signedIn()} />
        </SignInWays>
      </Modal>
    </SessionContext>
  );
}

/** Where somebody wants to go who is not signed in: the page itself, or what the address of the sign-in names. */
function wantedPage({ pathname, search }: Location): string {
  return pathname.endsWith('/sign-in') ? destinationOf(search) : pathname + search;
}

function SignInPage({ onDone }: { readonly onDone: () => void }) {
  const refusal = refusalIn(location.search);
  const hasStep = new URLSearchParams(location.search).has('mfa');
  return (
    <Container component="main" size={420} pt="10vh" pb="xl">
      <Title order={1} mb="md">
        Leadbridge
      </Title>
      <Paper withBorder p="lg" radius="md">
        {refusal === null ? null : (
          <Alert color="red" role="alert" mb="md">
            {refusal}
          </Alert>
        )}
        {hasStep ? (
          <OidcCodeForm />
        ) : (
          <SignInWays to={wantedPage(location)}>
            <SignInForm onDone={onDone} />
          </SignInWays>
        )}
      </Paper>
      <Text size="sm" mt="md">
        The API is described in the <Anchor href="/docs">API reference</Anchor>.
      </Text>
    </Container>
  );
}

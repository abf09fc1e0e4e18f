import { Alert, Anchor, Container, Paper, Text, Title } from '@mantine/core';

import { Mark } from '../parts/mark.js';
import { destinationOf } from './destination.js';
import { OidcCodeForm } from './oidc-code-form.js';
import { SignInForm } from './sign-in-form.js';
import { SignInWays } from './sign-in-ways.js';
import { refusalIn } from './sign-in-words.js';

/** Where somebody wants to go who is not signed in: the page itself, or what the address of the sign-in names. */
function wantedPage({ pathname, search }: Location): string {
  return pathname.endsWith('/sign-in') ? destinationOf(search) : pathname + search;
}

/** For whoever is not signed in. */
export function SignInPage({ onDone }: { readonly onDone: () => void }) {
  const refusal = refusalIn(location.search);
  const hasStep = new URLSearchParams(location.search).has('mfa');
  return (
    <Container component="main" size={420} pt="10vh" pb="xl">
      <Mark />
      <Title order={1} my="md">
        Sign in
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

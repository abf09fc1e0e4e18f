import {
  Alert,
  Anchor,
  Button,
  Container,
  Paper,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { LeadbridgeError } from '@leadbridge/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';

import type { CompleteSetupBody, SetupView } from '@leadbridge/contracts';

import { send } from '../api/leadbridge.js';
import { areShownBeside, fieldErrorsOf } from '../parts/field-errors.js';
import { Mark } from '../parts/mark.js';
import { messageOf } from '../parts/message-of.js';
import { ErrorState, Loading } from '../parts/states.js';
import { useFocusOnFault } from '../parts/use-focus-on-fault.js';

/** Where a one-time link leads: whoever it is for chooses a name and a password. The token never leaves the fragment but in a body. */
export function SetupPage({ token }: { readonly token: string }) {
  const { data, error, refetch } = useQuery<SetupView, Error>({
    queryKey: ['/auth/setup', token],
    queryFn: async ({ signal }) => send<SetupView>('POST', '/auth/setup/check', { body: { token }, signal }),
    retry: false,
    staleTime: Infinity,
  });
  return (
    <Container component="main" size={440} pt="10vh" pb="xl">
      <Mark />
      <Title order={1} my="md">
        {data?.email === null ? 'Create the first account' : 'Create your account'}
      </Title>
      {data !== undefined ? (
        <Paper withBorder p="lg" radius="lg">
          <SetupForm token={token} invited={data} />
        </Paper>
      ) : error === null ? (
        <Loading what="the link" />
      ) : isExpired(error) ? (
        <Stack>
          <Text role="alert">This link has expired or was used.</Text>
          <Text size="sm" c="dimmed">
            Ask an admin for a new one, or <Anchor href="/console/">sign in</Anchor>.
          </Text>
        </Stack>
      ) : (
        <ErrorState error={error} retry={() => void refetch()} />
      )}
    </Container>
  );
}

function isExpired(error: Error): boolean {
  return error instanceof LeadbridgeError && (error.status === 404 || error.status === 400);
}

function SetupForm({ token, invited }: { readonly token: string; readonly invited: SetupView }) {
  const [name, setName] = useState(invited.name ?? '');
  const [email, setEmail] = useState(invited.email ?? '');
  const [password, setPassword] = useState('');
  const create = useMutation<unknown, Error, CompleteSetupBody>({
    mutationFn: async (body) => send('POST', '/auth/setup', { body }),
    onSuccess: () => {
      location.assign('/console/');
    },
  });
  const form = useFocusOnFault(create.error);
  const faults = fieldErrorsOf(create.error);
  const isNamed = invited.email !== null;
  return (
    <form
      ref={form}
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        create.mutate({ token, name: name.trim(), password, ...(isNamed ? {} : { email }) });
      }}
    >
      <Stack>
        <TextInput
          label="Name"
          name="name"
          autoComplete="name"
          required
          data-autofocus
          value={name}
          error={faults['name']}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          required
          readOnly={isNamed}
          value={email}
          error={faults['email']}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          description="At least 10 characters"
          name="password"
          autoComplete="new-password"
          required
          value={password}
          error={faults['password']}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {create.error === null || areShownBeside(['name', 'email', 'password'], faults) ? null : (
          <Alert color="red" role="alert">
            {isExpired(create.error) ? 'This link has expired or was used.' : messageOf(create.error)}
          </Alert>
        )}
        <Button type="submit" loading={create.isPending}>
          Create account
        </Button>
      </Stack>
    </form>
  );
}

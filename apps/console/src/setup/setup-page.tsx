import { Anchor, Button, Container, Paper, Stack, Text, Title } from '@mantine/core';
import { LeadbridgeError } from '@leadbridge/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { CompleteSetupBody, SetupView } from '@leadbridge/contracts';

import { Form } from '../parts/form.js';
import { askedOnce } from '../api/asked-once.js';
import { send } from '../api/leadbridge.js';
import { FormError, FormFields, isShownBeside } from '../parts/form-fields.js';
import type { FormField, FormValues } from '../parts/form-values.js';
import { Mark } from '../parts/mark.js';
import { ErrorState, Loading } from '../parts/states.js';

/** Where a one-time link leads: whoever it is for chooses a name and a password. The token never leaves the fragment but in a body. */
export function SetupPage({ token }: { readonly token: string }) {
  const { data, error, refetch } = useQuery<SetupView, Error>({
    queryKey: ['/auth/setup', token],
    queryFn: async ({ signal }) => send<SetupView>('POST', '/auth/setup/check', { body: { token }, signal }),
    retry: false,
    ...askedOnce,
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
          <Expired />
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

/** Of an account; an invitation names its email. */
const fieldsFor = (isNamed: boolean): readonly FormField[] => [
  { name: 'name', label: 'Name', autoComplete: 'name', required: true },
  {
    name: 'email',
    label: 'Email',
    type: 'email',
    autoComplete: 'username',
    required: true,
    readOnly: isNamed,
  },
  {
    name: 'password',
    label: 'Password',
    type: 'password',
    description: 'At least 10 characters',
    autoComplete: 'new-password',
    required: true,
  },
];

function SetupForm({ token, invited }: { readonly token: string; readonly invited: SetupView }) {
  const { name, email } = invited;
  const fields = fieldsFor(email !== null);
  const [values, setValues] = useState<FormValues>({ name: name ?? '', email: email ?? '', password: '' });
  const create = useMutation({
    mutationFn: async () => {
      const { name: typed, password, email: own } = values;
      const body: CompleteSetupBody = {
        ...{ token, name: String(typed).trim(), password: String(password) },
        ...(email === null ? { email: String(own) } : {}),
      };
      await send('POST', '/auth/setup', { body });
    },
    onSuccess: () => location.assign('/console/'),
  });
  const { error } = create;
  const isGone = error !== null && isExpired(error) && !isShownBeside(fields, error);
  return (
    <Form error={error} onSubmit={create.mutate}>
      <Stack>
        <FormFields fields={fields} values={values} error={error} onChange={setValues} />
        {isGone ? <Expired /> : <FormError fields={fields} values={values} error={error} />}
        <Button type="submit" loading={create.isPending}>
          Create account
        </Button>
      </Stack>
    </Form>
  );
}

function Expired() {
  return <Text role="alert">This link has expired or was used.</Text>;
}

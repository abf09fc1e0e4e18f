import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';

import { useWrite } from '../../api/hooks.js';
import { notifyDone } from '../../parts/notify.js';
import { Section } from '../../parts/section.js';
import { ErrorState } from '../../parts/states.js';
import { useFocusOnFault } from '../../parts/use-focus-on-fault.js';
import { useSession } from '../../session/session.js';

export function PasswordForm() {
  const { user } = useSession();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const change = useWrite<void>([]);
  const form = useFocusOnFault(change.error);

  const submit = (): void => {
    change.mutate(
      { method: 'POST', path: '/auth/password', body: { current_password: current, new_password: next } },
      {
        onSuccess: () => {
          setCurrent('');
          setNext('');
          notifyDone('Password changed. Your other sessions have ended.');
        },
      },
    );
  };

  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Section title="Password">
        <Stack>
          {user.oidc === null ? null : (
            <Text size="sm">Only if you have a password here as well: you sign in at your organization.</Text>
          )}
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            required
            value={current}
            onChange={(event) => setCurrent(event.currentTarget.value)}
          />
          <PasswordInput
            label="New password"
            description="At least 10 characters; your other sessions end."
            autoComplete="new-password"
            required
            minLength={10}
            value={next}
            onChange={(event) => setNext(event.currentTarget.value)}
          />
          {change.error === null ? null : <ErrorState error={change.error} />}
          <Group>
            <Button type="submit" loading={change.isPending}>
              Change the password
            </Button>
          </Group>
        </Stack>
      </Section>
    </form>
  );
}

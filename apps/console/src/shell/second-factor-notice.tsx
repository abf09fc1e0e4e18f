import { Alert, Text } from '@mantine/core';

import { To } from '../parts/links.js';
import { timeLeft } from '../second-factor/time-left.js';
import { useSession } from '../session/session.js';

/** Tells whoever has to set up a second factor how much time is left for it. */
export function SecondFactorNotice() {
  const { user } = useSession();
  const { method, due_at: dueAt } = user.second_factor;
  return method !== null || dueAt === null ? null : (
    <Alert color="yellow" role="status" mb="md">
      <Text>
        The role {user.role} requires two-factor authentication. Time left: {timeLeft(dueAt, Date.now())}.{' '}
        <To path="/account">Set it up now</To>
      </Text>
    </Alert>
  );
}

import { Stack, Title } from '@mantine/core';

import { SecondFactor } from '../../second-factor/second-factor.js';
import { useSession } from '../../session/session.js';
import { PasswordForm } from './password-form.js';
import { Sessions } from './sessions.js';
import { Time } from '../../parts/time.js';
import { Facts } from '../../parts/facts.js';
import { inWords } from '../../parts/format.js';

export function Account() {
  const { user, session } = useSession();
  return (
    <Stack maw={640}>
      <Title order={1}>Your account</Title>
      <Facts
        facts={[
          ['Name', user.name],
          ['Email', user.email],
          ['Role', inWords(user.role)],
          ['Signed in', <Time key="since" iso={session.created_at} />],
          ['Session ends', <Time key="until" iso={session.expires_at} />],
        ]}
      />
      <SecondFactor />
      <PasswordForm />
      <Sessions />
    </Stack>
  );
}

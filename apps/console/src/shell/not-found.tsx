import { Anchor, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';

export function NotFound() {
  return (
    <Stack>
      <Title order={1}>Page not found</Title>
      <Text>
        The link may be old or incomplete.{' '}
        <Anchor renderRoot={(props) => <Link to="/" {...props} />}>Go to the overview</Anchor>
      </Text>
    </Stack>
  );
}

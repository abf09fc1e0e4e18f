import { Stack, Text, Title } from '@mantine/core';

/** In the place of a screen that is not for the role of whoever is signed in. */
export function Forbidden() {
  return (
    <Stack>
      <Title order={1}>Not available</Title>
      <Text>Your role can't open this screen.</Text>
    </Stack>
  );
}

import { Text } from '@mantine/core';

/** The sign and the name of the service. */
export function Mark() {
  return (
    <span className="mark">
      <img src="/console/icon.svg" alt="" width={22} height={22} />
      <Text component="span" fw={600}>
        Leadbridge
      </Text>
    </span>
  );
}

import { Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** One figure with what it is. */
export function FigureCard({
  name,
  value,
  children,
}: {
  readonly name: string;
  readonly value: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <Paper className="figure" p={{ base: 'xs', sm: 'md' }}>
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <Text fz={22} fw={600}>
        {value}
      </Text>
      {children === undefined ? null : <Text size="sm">{children}</Text>}
    </Paper>
  );
}

import { Group, Stack, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';

/** A part of a screen under its own heading; screen readers list it by that name. */
export function Section({
  title,
  actions,
  children,
}: {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="section">
      <Group justify="space-between" mb="xs">
        <Title order={2} id={titleId}>
          {title}
        </Title>
        {actions}
      </Group>
      <Stack gap="sm">{children}</Stack>
    </section>
  );
}

import { Alert, Code, Text } from '@mantine/core';
import type { ReactNode } from 'react';

import { Copy } from './copy.js';

/** A secret or a link that nobody is shown a second time, to be copied. */
export function ShownOnce({
  title,
  text,
  name,
  children,
}: {
  readonly title: string;
  readonly text: string;
  /** Of what is copied. */
  readonly name: string;
  /** What to do with it. */
  readonly children: ReactNode;
}) {
  return (
    <Alert color="green" title={title} role="status">
      <Text>{children}</Text>
      <Code block>{text}</Code>
      <Copy text={text} name={name} />
    </Alert>
  );
}

import { Badge } from '@mantine/core';

import { inWords } from './format.js';

const good = new Set([
  'completed',
  'succeeded',
  'delivered',
  'suppressed',
  'active',
  'connected',
  'healthy',
  'created',
  'won',
  'undone',
]);
const bad = new Set([
  'failed',
  'cancelled',
  'revoked',
  'expired',
  'dead',
  'disconnected',
  'refusing_writes',
  'failing',
  'unknown_source',
  'lost',
  'error',
]);

/** A state in words; the color says nothing that the words do not. */
export function Status({ value }: { readonly value: string }) {
  const color = good.has(value) ? 'teal.9' : bad.has(value) ? 'red.9' : 'gray.8';
  return (
    <Badge color={color} variant="filled" tt="none" radius="sm">
      {inWords(value)}
    </Badge>
  );
}

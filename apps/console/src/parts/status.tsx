import { inWords } from './format.js';

const tones: Readonly<Record<string, readonly string[]>> = {
  green: [
    ...['completed', 'succeeded', 'delivered', 'suppressed', 'connected', 'healthy', 'created'],
    ...['updated', 'won', 'added', 'enabled'],
  ],
  blue: ['active', 'running', 'syncing'],
  amber: [
    'queued',
    'waiting',
    'pending',
    'warning',
    'degraded',
    'failing',
    'unknown_source',
    'refusing_writes',
  ],
  red: ['failed', 'revoked', 'expired', 'dead', 'disconnected', 'lost', 'error', 'rejected'],
};

function toneOf(value: string): string {
  return Object.entries(tones).find(([, values]) => values.includes(value))?.[0] ?? 'grey';
}

/** A state in words; the color says nothing that the words do not. */
export function Status({ value, tone = toneOf(value) }: { readonly value: string; readonly tone?: string }) {
  return <span className={`status ${tone}`}>{inWords(value)}</span>;
}

import { inWords } from './format.js';

const tones: Readonly<Record<string, readonly string[]>> = {
  green: [
    ...['completed', 'succeeded', 'delivered', 'suppressed', 'connected', 'healthy', 'created'],
    ...['updated', 'won', 'added', 'enabled'],
  ],
  blue: ['active', 'running', 'syncing'],
  amber: [
    ...['queued', 'waiting', 'pending', 'warning', 'degraded', 'failing'],
    ...['unknown_source', 'refusing_writes'],
  ],
  red: ['failed', 'revoked', 'expired', 'dead', 'disconnected', 'lost', 'error', 'rejected'],
};

/** A longer one breaks rather than be cut off on a phone. */
const maxUnbrokenCharacters = 18;

function toneOf(value: string): string {
  return Object.entries(tones).find(([, values]) => values.includes(value))?.[0] ?? 'grey';
}

/** A state in words; the color says nothing that the words do not. */
export function Status({ value, tone = toneOf(value) }: { readonly value: string; readonly tone?: string }) {
  const words = inWords(value);
  return (
    <span className={`status ${tone}`} data-long={words.length > maxUnbrokenCharacters || undefined}>
      {words}
    </span>
  );
}

import { isoTime } from '@leadbridge/platform';
import { issueApiKey, revokeApiKey, rotateApiKey, type ApiKeyRecord } from '@leadbridge/usecases';

import type { KeyContext } from '../compose.js';

const keysPerPage = 500;

/** Prints a new key, and nothing else, to standard output. */
export async function issueKey(
  { terminal, origin, ...deps }: KeyContext,
  request: Parameters<typeof issueApiKey>[1],
): Promise<boolean> {
  const { record, key } = await issueApiKey(deps, request, origin);
  terminal.note(
    `${record.keyId}: ${record.role}, works until ${timeOf(record.expiresAt)}. It is not shown again:`,
  );
  terminal.result(key);
  return true;
}

export async function rotateKey({ terminal, origin, ...deps }: KeyContext, keyId: string): Promise<boolean> {
  const { record, key } = await rotateApiKey(deps, { keyId }, origin);
  terminal.note(
    `${keyId} works until ${timeOf(record.expiresAt)}, the key before it for 24 hours. It is not shown again:`,
  );
  terminal.result(key);
  return true;
}

export async function revokeKey({ terminal, origin, ...deps }: KeyContext, keyId: string): Promise<boolean> {
  await revokeApiKey(deps, keyId, origin);
  terminal.note(`${keyId} is revoked; running instances know within a second`);
  return true;
}

/** Newest first, one key per line, separated by tabs. */
export async function listKeys({ terminal, keys, clock }: KeyContext): Promise<boolean> {
  terminal.note(['ID', 'ROLE', 'STATE', 'ENDS IN', 'EXPIRES', 'LAST USED', 'NAME'].join('\t'));
  for (let page = 1; ; page += 1) {
    const { items } = await keys.list({ page, limit: keysPerPage });
    for (const record of items) {
      terminal.result(lineOf(record, clock.now()));
    }
    if (items.length < keysPerPage) {
      return true;
    }
  }
}

function lineOf(record: ApiKeyRecord, now: number): string {
  const { keyId, role, proposeOnly, lastCharacters, expiresAt, lastUsedAt, name } = record;
  const hasExpired = expiresAt !== null && expiresAt <= now;
  const state = record.revokedAt !== null ? 'revoked' : hasExpired ? 'expired' : 'active';
  const may = proposeOnly ? `${role} (propose only)` : role;
  return [keyId, may, state, lastCharacters ?? '-', timeOf(expiresAt), timeOf(lastUsedAt), name].join('\t');
}

function timeOf(milliseconds: number | null): string {
  return milliseconds === null ? '-' : isoTime(milliseconds).slice(0, 16);
}

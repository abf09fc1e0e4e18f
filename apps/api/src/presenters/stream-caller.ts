import type { Role } from '@leadbridge/contracts';
import type { Clock } from '@leadbridge/platform';

import type { Credential } from '../pipeline/authentication/index.js';

/** How long it may take until the end of a session, or another role, affects an open stream. */
const checkEveryMs = 2_000;

export interface StreamReader {
  /** Who opened the stream. */
  readonly credential: Credential | null;
  readonly callerNow: () => Promise<Credential | null>;
}

/**
 * The current role of a stream's reader; null once the reader has no access any more. If the reader cannot be
 * looked up because the database is unavailable, the last known role is kept until that is possible again.
 */
export function followCaller(
  { credential, callerNow }: StreamReader,
  clock: Clock,
): () => Promise<Role | null> {
  let known = credential;
  let askedAt = clock.now();
  return async () => {
    if (clock.now() >= askedAt + checkEveryMs) {
      askedAt = clock.now();
      known = await callerNow().catch(() => known);
    }
    return known?.role ?? null;
  };
}

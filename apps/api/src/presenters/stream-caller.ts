import type { Role } from '@leadbridge/contracts';
import type { Clock } from '@leadbridge/platform';

import type { Credential } from '../pipeline/authentication/index.js';

/** How long the end of a session, or another role, may take to count in a stream that is open. */
const checkEveryMs = 2_000;

export interface StreamReader {
  /** Who opened the stream. */
  readonly credential: Credential | null;
  readonly callerNow: () => Promise<Credential | null>;
}

/**
 * The role of who reads a stream, as it is now; null once the reader is nobody any more who may. A reader who cannot be looked up, as the
 * database is away, stays who he was until that is possible again.
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

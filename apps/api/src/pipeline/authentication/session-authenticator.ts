import type { Clock, Logger } from '@leadbridge/platform';
import { lastSeenDelay, sessionIdOf, sessionStanding, type SessionStore } from '@leadbridge/usecases';

import type { Authenticator } from './authenticator.js';
import { createTtlCache } from './ttl-cache.js';
import { createLazyRecord } from './lazy-record.js';

const believedMilliseconds = 800;

/** Signed-in users in their current state: a changed role or a disabled account affects open sessions too. */
export function createSessionAuthenticator(parts: {
  readonly sessions: SessionStore;
  readonly clock: Clock;
  readonly logger: Logger;
}): Authenticator & { forget(): void } {
  const { sessions, clock } = parts;
  const memory = createTtlCache(believedMilliseconds, clock, async (id) => sessions.find(id));
  const recordUse = createLazyRecord(lastSeenDelay, parts, async (id, now) => sessions.touch(id, now));

  return {
    carriers: ['bearer', 'cookie'],

    async authenticate(token) {
      const sessionId = sessionIdOf(token);
      const found = sessionId === null ? null : await memory.get(sessionId);
      if (sessionId === null || found === null) {
        return null;
      }
      const { session, user } = found;
      const standing = sessionStanding(session, user, clock.now());
      if (standing === 'ended') {
        return null;
      }
      recordUse(sessionId);
      return {
        id: user.userId,
        name: user.name,
        role: user.role,
        kind: 'person',
        sessionId,
        restricted: standing === 'restricted',
      };
    },
    forget: () => memory.forget(),
  };
}

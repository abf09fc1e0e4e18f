import type { AuditOrigin } from '../../ports/audit.js';
import type { AccessDependencies } from '../access-dependencies.js';

/** Ends a session immediately. Safe to repeat. */
export async function signOut(
  { sessions, clock }: Pick<AccessDependencies, 'sessions' | 'clock'>,
  sessionId: string,
  origin: AuditOrigin,
): Promise<void> {
  await sessions.end(sessionId, clock.now(), {
    ...origin,
    action: 'user.signed_out',
    target: { type: 'user', id: origin.actor.id },
  });
}

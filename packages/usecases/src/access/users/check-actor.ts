import type { ErrorReason } from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';

import type { AuditOrigin } from '../../ports/audit.js';

type Actor = AuditOrigin['actor'];

/** Keys and tokens of machines cannot prove who holds them. */
export function isMachine({ kind }: Actor): boolean {
  return kind === 'api_key' || kind === 'oauth_client';
}

/**
 * Who may change the role, the password or the second factor of a person: another person, or an operator in a
 * terminal. With a machine's credential a leaked key could take over every account, and a person's own have
 * their own requests, which ask for the current ones.
 *
 * @throws AppError AUTHORIZATION_ERROR
 */
export function checkCredentialChange({ actor }: Pick<AuditOrigin, 'actor'>, userId: string): void {
  if (isMachine(actor)) {
    throw personRequired('Only a signed-in user may change the role, password or second factor of a user');
  }
  if (actor.kind === 'person' && actor.id === userId) {
    throw new AppError(
      'AUTHORIZATION_ERROR',
      'Nobody changes their own role, password or second factor here: use POST /auth/password and POST /auth/mfa/enroll, or ask another admin',
      { details: { reason: 'OWN_ACCOUNT' satisfies ErrorReason } },
    );
  }
}

export function personRequired(message: string): AppError {
  return new AppError('AUTHORIZATION_ERROR', message, {
    details: { reason: 'PERSON_REQUIRED' satisfies ErrorReason },
  });
}

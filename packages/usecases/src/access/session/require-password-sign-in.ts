import type { ErrorReason } from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';

import type { AccessDependencies } from '../access-dependencies.js';

/**
 * Where passwords are switched off, only the emergency admin has one. Whether the email belongs to a user makes no
 * difference.
 *
 * @throws AppError AUTHORIZATION_ERROR with `PASSWORD_SIGN_IN_OFF`
 */
export function requirePasswordSignIn(
  { onlyPassword }: Pick<AccessDependencies, 'onlyPassword'>,
  email: string,
): void {
  if (onlyPassword !== null && onlyPassword !== email) {
    throw new AppError(
      'AUTHORIZATION_ERROR',
      'Passwords are switched off here: sign in at your organization',
      {
        details: { reason: 'PASSWORD_SIGN_IN_OFF' satisfies ErrorReason },
      },
    );
  }
}

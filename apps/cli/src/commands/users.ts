import { randomBytes } from 'node:crypto';

import { changeUser, normaliseEmail, resetSecondFactor } from '@leadbridge/usecases';

import { CommandError, UsageError } from '../command-error.js';
import type { PeopleContext } from '../compose.js';

export interface ResetUserOptions {
  readonly password?: boolean;
  readonly secondFactor?: boolean;
}

const passwordBytes = 18;

/** For a person whom no other admin can help. Prints a new password, and nothing else, to standard output. */
export async function resetUser(
  { terminal, origin, ...deps }: PeopleContext,
  email: string,
  { password = false, secondFactor = false }: ResetUserOptions,
): Promise<boolean> {
  if (!password && !secondFactor) {
    throw new UsageError('Give --password, --second-factor or both');
  }
  const user = await deps.users.findByEmail(normaliseEmail(email));
  if (user === null) {
    throw new CommandError('There is no user with this email');
  }
  if (secondFactor) {
    await resetSecondFactor(deps, user.userId, origin);
    terminal.note(`${user.name} has no second factor now`);
  }
  if (password) {
    const fresh = randomBytes(passwordBytes).toString('base64url');
    await changeUser(deps, user.userId, { password: fresh }, origin);
    terminal.note(`The new password of ${user.name}. It is not shown again:`);
    terminal.result(fresh);
  }
  return true;
}

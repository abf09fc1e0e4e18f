import { randomBytes } from 'node:crypto';

import { createUserBody, type Role } from '@leadbridge/contracts';
import { isoTime } from '@leadbridge/platform';
import {
  changeUser,
  createUser,
  invite,
  inviteFirstAdmin,
  normaliseEmail,
  resetSecondFactor,
} from '@leadbridge/usecases';

import { CommandError, UsageError } from '../command-error.js';
import type { PeopleContext } from '../compose.js';

interface ResetUserOptions {
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

interface InviteOptions {
  readonly email?: string;
  readonly name?: string;
  readonly role?: Role;
}

/** Prints a one-time link, and nothing else, to standard output. */
export async function inviteUser(context: PeopleContext, options: InviteOptions): Promise<boolean> {
  const { terminal, links } = context;
  const issued =
    Object.keys(options).length === 0
      ? await inviteFirstAdmin(context, links.validSeconds)
      : await invitePerson(context, options);
  if (issued === null) {
    throw new CommandError('There is an admin already: give --email, --name and --role to invite a person');
  }
  terminal.note(`Valid once, until ${isoTime(issued.expiresAt)}. It is not shown again:`);
  terminal.result(`${links.origin}/console/setup#${issued.token}`);
  return true;
}

/** Somebody who is known already, such as one whose link has expired, gets a new link. */
async function invitePerson(context: PeopleContext, options: InviteOptions) {
  const { email, name, role } = options;
  if (email === undefined || name === undefined || role === undefined) {
    throw new UsageError('Give --email, --name and --role');
  }
  const { error } = createUserBody.validate(options);
  if (error !== undefined) {
    throw new UsageError(error.message);
  }
  const known = await context.users.findByEmail(normaliseEmail(email));
  const user = known ?? (await createUser(context, { email, name, role }, context.origin));
  return await invite(context, user, context.links.validSeconds, context.origin);
}

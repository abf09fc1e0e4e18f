import { randomBytes } from 'node:crypto';

import { createSecretBox } from '@leadbridge/platform';
import { generateSync } from 'otplib';

import type { UserRecord } from '../../ports/people.js';
import { createManualClock } from '../../testing/manual-clock.js';
import type { AccessDependencies, Place } from '../access-dependencies.js';
import { createPasswordHasher } from '../passwords/password-hash.js';
import { enrolSecondFactor } from '../second-factor/enrol-second-factor.js';
import { verifySecondFactor } from '../second-factor/verify-second-factor.js';
import type { SignedIn } from '../session/session.js';
import { signIn } from '../sign-in/sign-in.js';
import { createUser } from '../users/manage-users.js';
import { createMemoryAttempts } from './memory-attempts.js';
import { createMemoryInvitations } from './memory-invitations.js';
import { createMemoryPeople } from './memory-people.js';
import { adminOrigin } from './origin.js';

export const place: Place = { address: '192.0.2.7', requestId: 'req_1' };
export const passPhrase = 'correct horse battery';
export const stepMs = 30_000;

/** Signing in and managing people, with in-memory ports. */
export function createAccessWorld() {
  const clock = createManualClock();
  const people = createMemoryPeople();
  const attempts = createMemoryAttempts();
  const sent: { readonly to: string; readonly code: string }[] = [];
  const messenger = {
    async send(to: string, code: string) {
      sent.push({ to, code });
    },
  };
  const deps: AccessDependencies = {
    ...{ clock, ...people.ports, attempts: attempts.port, invitations: createMemoryInvitations() },
    passwords: createPasswordHasher({ logCost: 4, blockSize: 1, parallelism: 1 }),
    secrets: createSecretBox([randomBytes(32)]),
    messengers: { email: messenger, sms: messenger },
    onlyPassword: null,
    audit: {
      async record(entry) {
        people.audited.push(entry);
      },
    },
  };

  const signInAs = async (user: UserRecord, code?: string): Promise<SignedIn> =>
    signIn(deps, { email: user.email, password: passPhrase, ...(code === undefined ? {} : { code }) }, place);

  return {
    ...{ ...people, clock, deps, sent, signInAs, failuresOf: attempts.countOf },

    /** A person with `passPhrase` as password. */
    addUser: async (name = 'Jo', role: UserRecord['role'] = 'admin'): Promise<UserRecord> =>
      createUser(
        deps,
        { email: `${name.toLowerCase()}@example.com`, name, role, password: passPhrase },
        adminOrigin,
      ),

    /** The code that an authenticator app shows now. */
    totpCode: (secret: string): string => generateSync({ secret, epoch: Math.floor(clock.now() / 1000) }),

    /** Signs a person in and sets up an authenticator app. */
    async enrolTotp(user: UserRecord) {
      const { session } = await signInAs(user);
      const offer = await enrolSecondFactor(deps, session.sessionId, { method: 'totp' }, place);
      const secret = offer.totp?.secret ?? '';
      const code = generateSync({ secret, epoch: Math.floor(clock.now() / 1000) });
      const { recoveryCodes } = await verifySecondFactor(deps, session.sessionId, code, place);
      return { ...{ session, secret, code }, recoveryCodes: recoveryCodes ?? [] };
    },

    /** Signs a person in and sets up codes by email or sms. */
    async enrolMessages(user: UserRecord, method: 'email' | 'sms') {
      const { session } = await signInAs(user);
      const request = method === 'sms' ? { method, phone: '+15551234567' } : { method };
      const offer = await enrolSecondFactor(deps, session.sessionId, request, place);
      const code = sent.at(-1)?.code ?? '';
      await verifySecondFactor(deps, session.sessionId, code, place);
      return { session, offer, code };
    },
  };
}

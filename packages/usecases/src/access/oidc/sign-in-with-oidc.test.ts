import { describe, expect, it } from '@jest/globals';

import { SignInRefusedError, type IssuedIdentity } from '../../ports/sign-in-issuer.js';
import { createAccessWorld, place } from '../testing/access-world.js';
import type { RoleRule } from './issued-person.js';
import { signInWithOidc } from './sign-in-with-oidc.js';

const rules: readonly RoleRule[] = [
  { role: 'admin', group: 'it' },
  { role: 'operator', group: 'sales' },
];
const jane: IssuedIdentity = {
  issuer: 'https://login.example.com',
  subject: 'jane',
  email: 'Jane@Example.com',
  emailVerified: true,
  name: 'Jane',
  groups: ['sales'],
  secondFactorProven: false,
};

describe('a sign-in with OpenID Connect', () => {
  const world = () => {
    const made = createAccessWorld();
    const signIn = async (changes: Partial<IssuedIdentity> = {}) =>
      signInWithOidc(made.deps, rules, { ...jane, ...changes }, place);
    const refusal = async (changes: Partial<IssuedIdentity>): Promise<unknown> => {
      const error: unknown = await signIn(changes).catch((thrown: unknown) => thrown);
      return error instanceof SignInRefusedError ? error.reason : error;
    };
    return { ...made, signIn, refusal };
  };

  it('adds a person once, also by two sign-ins at the same time', async () => {
    const { signIn, people, deps } = world();
    const findByOidc = deps.users.findByOidc.bind(deps.users);
    let looks = 0;
    // Both look before either adds the person.
    deps.users.findByOidc = async (identity, email) => {
      looks += 1;
      return looks <= 2 ? Promise.resolve(null) : findByOidc(identity, email);
    };
    const [one, two] = await Promise.all([signIn(), signIn()]);
    expect(people.size).toBe(1);
    expect(one.user.userId).toBe(two.user.userId);
    expect([one.signedIn, two.signedIn]).not.toContain(null);
  });

  it('refuses whoever loses the email to another identity meanwhile', async () => {
    const { refusal, signIn, deps } = world();
    await signIn({ subject: 'another' });
    const find = deps.users.findByOidc.bind(deps.users);
    let looks = 0;
    deps.users.findByOidc = async (identity, email) => {
      looks += 1;
      const found = await find(identity, email);
      return looks === 1 && found !== null ? { ...found, oidc: null } : found;
    };
    expect(await refusal({})).toBe('sign_in_failed');
  });

  it('records what changed: the role and the issuer, and nothing that identifies the person there', async () => {
    const { signIn, audited, addUser } = world();
    await addUser('Jane', 'viewer');
    await signIn({ groups: ['it'] });
    const changed = audited.find(({ action }) => action === 'user.changed');
    expect(changed).toMatchObject({
      actor: { id: 'oidc', kind: 'service' },
      method: 'oidc',
      changes: {
        role: { from: 'viewer', to: 'admin' },
        oidc: { from: null, to: jane.issuer },
      },
    });
    expect(audited.at(-1)).toMatchObject({ action: 'user.signed_in', method: 'oidc' });
    const count = audited.length;
    await signIn({ groups: ['it'] });
    expect(audited).toHaveLength(count + 1);
  });

  it('begins the time for a second factor with the first role that needs one', async () => {
    const { signIn, clock } = world();
    const first = await signIn();
    expect(first.user.secondFactorDueAt).not.toBeNull();
    clock.pass(60_000);
    const second = await signIn({ groups: ['it'] });
    expect(second.user.secondFactorDueAt).toBe(first.user.secondFactorDueAt);
  });

  it('refuses a person without a verified email, and says so before it speaks of roles', async () => {
    const { refusal } = world();
    expect(await refusal({ emailVerified: false, groups: [] })).toBe('email_not_verified');
    expect(await refusal({ email: null })).toBe('email_not_verified');
    expect(await refusal({ email: 'no address' })).toBe('email_not_verified');
    expect(await refusal({ groups: ['others'] })).toBe('no_role');
  });

  it('ends the sessions of a person who is linked, and of no other, when no role is left', async () => {
    const { signIn, refusal, open, addUser, signInAs } = world();
    await signIn();
    const other = await addUser('Sam', 'operator');
    await signInAs(other);
    expect(await refusal({ subject: 'sam', email: other.email, groups: [] })).toBe('no_role');
    expect([...open.values()]).toHaveLength(2);
    expect(await refusal({ groups: [] })).toBe('no_role');
    expect([...open.values()].map(({ userId }) => userId)).toEqual([other.userId]);
  });
});

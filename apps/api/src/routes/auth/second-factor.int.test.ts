import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { systemClock } from '@leadbridge/platform';
import { generateSync } from 'otplib';

import { addPerson, behindProxy, logIn, sessionToken, type TestPerson } from '../../testing/people.js';
import { startTestApi, type TestApi } from '../../testing/test-api.js';

const day = 24 * 3_600_000;
const stepMilliseconds = 30_000;
const everythingButDate = [
  ...(['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
  ...(['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
];

describe('a second factor by totp', () => {
  let api: TestApi;

  /** A third of a step after its start. */
  let moment = 0;

  beforeAll(async () => {
    api = await startTestApi({ environment: behindProxy, clock: systemClock });
    moment = Math.floor(Date.now() / stepMilliseconds) * stepMilliseconds + stepMilliseconds / 3;
    jest.useFakeTimers({ doNotFake: [...everythingButDate] });
  });

  // The clock of the service and of the test is fixed, because a test must not start in one step and end in
  // the next.
  beforeEach(() => {
    moment += stepMilliseconds;
    jest.setSystemTime(moment);
  });

  afterAll(async () => {
    jest.useRealTimers();
    await api.close();
  });

  /** The code of a step: 0 is the current one. Three adjacent steps are accepted, each once. */
  function codeOf(secret: string, step = 0): string {
    return generateSync({ secret, epoch: Math.floor((Date.now() + step * stepMilliseconds) / 1000) });
  }

  const enrol = (key: string, body: Record<string, unknown> = {}) =>
    api.call('POST', '/auth/mfa/enroll', { key, body: { method: 'totp', ...body } });
  const verify = (key: string, code: string) => api.call('POST', '/auth/mfa/verify', { key, body: { code } });
  const jobs = async (key: string): Promise<number> => (await api.call('GET', '/jobs', { key })).status;

  /** A person with a factor that was confirmed by the code of the previous step. */
  async function personWithFactor(): Promise<{
    person: TestPerson;
    key: string;
    secret: string;
    recoveryCodes: string[];
  }> {
    const person = await addPerson(api, 'admin');
    const key = await sessionToken(api, person);
    const secret = String((await enrol(key)).body['secret']);
    const verified = await verify(key, codeOf(secret, -1));
    return { person, key, secret, recoveryCodes: verified.body['recovery_codes'] as string[] };
  }

  it('is set up, confirmed by its first code, and required from then on', async () => {
    const person = await addPerson(api, 'operator');
    const key = await sessionToken(api, person);
    const offer = await enrol(key);
    expect(offer.status).toBe(200);
    const secret = String(offer.body['secret']);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(offer.body['otpauth_url']).toBe(
      `otpauth://totp/Leadbridge:${encodeURIComponent(person.email)}?secret=${secret}&issuer=Leadbridge`,
    );
    expect((await logIn(api, person)).status).toBe(200);

    const verified = await verify(key, codeOf(secret, -1));
    expect(verified.status).toBe(200);
    expect(verified.body).toMatchObject({ verified: true, method: 'totp' });
    const codes = verified.body['recovery_codes'] as string[];
    expect(new Set(codes).size).toBe(10);
    expect(codes.every((code) => /^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/.test(code))).toBe(true);

    const missing = await logIn(api, person);
    expect(missing.status).toBe(401);
    expect(missing.body.error).toMatchObject({
      code: 'AUTHENTICATION_ERROR',
      details: { mfa_required: true, method: 'totp' },
    });
    expect(missing.headers.get('set-cookie')).toBeNull();
    const complete = await logIn(api, person, codeOf(secret));
    expect(complete.status).toBe(200);
    expect(complete.body['user']).toMatchObject({ second_factor: { method: 'totp', due_at: null } });

    const stored = JSON.stringify(await api.mongo.collection('credentials').find().toArray());
    expect(stored).not.toContain(secret);
    expect(codes.some((code) => stored.includes(code.replaceAll('-', '')))).toBe(false);
  });

  it('rejects a used code, one of an earlier step, and wrong ones', async () => {
    const { person, secret } = await personWithFactor();
    const current = codeOf(secret);
    expect((await logIn(api, person, current)).status).toBe(200);
    expect((await logIn(api, person, current)).status).toBe(401);
    expect((await logIn(api, person, codeOf(secret, -1))).status).toBe(401);
    expect((await logIn(api, person, codeOf(secret, 4))).status).toBe(401);
    expect((await logIn(api, { ...person, password: 'not the pass phrase' }, codeOf(secret, 1))).status).toBe(
      401,
    );
    const next = codeOf(secret, 1);
    expect((await logIn(api, person, `${next.slice(0, 3)} ${next.slice(3)}`)).status).toBe(200);
  });

  it('accepts one code once in concurrent requests', async () => {
    const { person, secret } = await personWithFactor();
    const code = codeOf(secret);
    const responses = await Promise.all([1, 2, 3].map(() => logIn(api, person, code)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });

  it('is replaced by a recovery code, once each', async () => {
    const { person, recoveryCodes } = await personWithFactor();
    const [first = '', second = ''] = recoveryCodes;
    expect((await logIn(api, person, first)).status).toBe(200);
    expect((await logIn(api, person, first)).status).toBe(401);
    expect((await logIn(api, person, second.toLowerCase().replaceAll('-', ''))).status).toBe(200);
    expect((await logIn(api, person, 'AAAA-BBBB-CCCC-DDDD')).status).toBe(401);
    const audit = await api.call('GET', `/audit?action=user.recovery_code_used&target_id=${person.id}`);
    expect((audit.body['entries'] as unknown[]).length).toBe(2);
  });

  it('locks after five wrong codes, however often the password is verified in between', async () => {
    const { person, secret } = await personWithFactor();
    for (let guess = 0; guess < 5; guess += 1) {
      expect((await logIn(api, person)).status).toBe(401);
      expect((await logIn(api, person, `00000${guess}`)).status).toBe(401);
    }
    expect((await logIn(api, person, codeOf(secret))).status).toBe(429);
    const audit = await api.call('GET', `/audit?action=user.locked&target_id=${person.id}`);
    expect((audit.body['entries'] as unknown[]).length).toBe(1);
  });

  it('ends the other sessions, which have not verified it', async () => {
    const person = await addPerson(api, 'admin');
    const [key, other] = [await sessionToken(api, person), await sessionToken(api, person)];
    const secret = String((await enrol(key)).body['secret']);
    await verify(key, codeOf(secret));
    expect([await jobs(key), await jobs(other)]).toEqual([200, 401]);
  });

  it('is replaced only with a code of the active one', async () => {
    const { person, key, secret } = await personWithFactor();
    const refused = await enrol(key);
    expect(refused.status).toBe(401);
    expect(refused.body.error).toMatchObject({ details: { mfa_required: true } });
    expect((await enrol(key, { code: '000000' })).status).toBe(401);
    const offer = await enrol(key, { code: codeOf(secret) });
    const next = String(offer.body['secret']);
    expect((await verify(key, codeOf(secret, 1))).status).toBe(401);
    expect((await verify(key, codeOf(next))).status).toBe(200);
    expect((await logIn(api, person, codeOf(secret, 1))).status).toBe(401);
    expect((await logIn(api, person, codeOf(next, 1))).status).toBe(200);
  });

  describe('in a session whose sign-in is some time ago', () => {
    const minute = 60_000;

    async function signedInBefore(minutes: number): Promise<{ person: TestPerson; key: string }> {
      const person = await addPerson(api, 'admin');
      const key = await sessionToken(api, person);
      await api.mongo
        .collection('sessions')
        .updateOne({ userId: person.id }, { $set: { provenAt: new Date(moment - minutes * minute) } });
      return { person, key };
    }

    it('is not set up with only the session, which may be stolen', async () => {
      const { person, key } = await signedInBefore(15);
      const refused = await enrol(key);
      expect(refused.status).toBe(403);
      expect(refused.body.error).toMatchObject({
        code: 'AUTHORIZATION_ERROR',
        message: expect.stringMatching(/current_password, or sign in again/),
        details: { password_required: true },
      });
      expect((await verify(key, '123456')).status).toBe(409);
      expect((await enrol(await sessionToken(api, person))).status).toBe(200);
    });

    it('is set up with the password, and with no other', async () => {
      const { person, key } = await signedInBefore(60);
      expect((await enrol(key, { current_password: 'not the pass phrase' })).status).toBe(401);
      const offer = await enrol(key, { current_password: person.password });
      expect(offer.status).toBe(200);
      expect((await verify(key, codeOf(String(offer.body['secret'])))).status).toBe(200);
    });

    it('is set up without it within a quarter of an hour, but never with a wrong one', async () => {
      const { key } = await signedInBefore(14.9);
      expect((await enrol(key, { current_password: 'not the pass phrase' })).status).toBe(401);
      expect((await enrol(key)).status).toBe(200);
    });

    it('does not allow guessing the password', async () => {
      const { person, key } = await signedInBefore(60);
      for (let guess = 0; guess < 5; guess += 1) {
        expect((await enrol(key, { current_password: `guess number ${guess}` })).status).toBe(401);
      }
      const locked = await enrol(key, { current_password: person.password });
      expect(locked.status).toBe(429);
      expect(locked.body.error).toMatchObject({ details: { limit: 'failed_sign_ins' } });
    });
  });

  it('has nothing to verify if no setup is pending, or it is too old', async () => {
    const person = await addPerson(api, 'viewer');
    const key = await sessionToken(api, person);
    expect((await verify(key, '123456')).status).toBe(409);
    const secret = String((await enrol(key)).body['secret']);
    await api.mongo
      .collection<{ _id: string }>('credentials')
      .updateOne({ _id: person.id }, { $set: { 'pendingFactor.expiresAt': new Date(Date.now() - 1) } });
    expect((await verify(key, codeOf(secret))).status).toBe(409);
  });

  it.each([
    [{ method: 'fingerprint' }, 'method'],
    [{ method: 'email' }, 'method'],
    [{ method: 'sms', phone: '+15551234567' }, 'method'],
    [{ method: 'sms', phone: '5551234567' }, 'phone'],
    [{ method: null }, 'method'],
  ])('is not set up for %j', async (body, field) => {
    const key = await sessionToken(api, await addPerson(api, 'viewer'));
    const response = await enrol(key, body);
    expect(response.status).toBe(400);
    expect(response.body.error).toMatchObject({ details: { field } });
  });

  it('is removed by an admin, with the sessions', async () => {
    const { person, key } = await personWithFactor();
    const admin = await sessionToken(api, await addPerson(api, 'admin'));
    expect((await api.call('DELETE', `/users/${person.id}/mfa`, { key: admin })).status).toBe(204);
    expect(await jobs(key)).toBe(401);
    const response = await logIn(api, person);
    expect(response.status).toBe(200);
    expect(response.body['user']).toMatchObject({ second_factor: { method: null, required: true } });
  });

  describe('after the days of grace', () => {
    async function withoutFactor(
      role: 'admin' | 'operator' | 'viewer',
    ): Promise<{ person: TestPerson; key: string }> {
      const person = await addPerson(api, role);
      const key = await sessionToken(api, person);
      expect(await jobs(key)).toBe(200);
      await api.mongo
        .collection<{ _id: string }>('users')
        .updateOne(
          { _id: person.id, secondFactorDueAt: { $ne: null } },
          { $set: { secondFactorDueAt: new Date(Date.now() - day) } },
        );
      // A session is cached for less than a second.
      jest.setSystemTime(moment + 1_000);
      return { person, key };
    }

    it.each(['admin', 'operator'] as const)('an %s can only set one up', async (role) => {
      const { person, key } = await withoutFactor(role);
      const refused = await api.call('GET', '/jobs', { key });
      expect(refused.status).toBe(403);
      expect(refused.body.error).toMatchObject({
        code: 'AUTHORIZATION_ERROR',
        details: { mfa_required: true },
      });
      const again = await logIn(api, person);
      expect(again.body).toMatchObject({ second_factor_required: true });
      const own = String(again.body['token']);
      expect(await jobs(own)).toBe(403);
      const session = await api.call('GET', '/auth/session', { key: own });
      expect([session.status, session.body['second_factor_required']]).toEqual([200, true]);
      const secret = String((await enrol(own)).body['secret']);
      expect((await verify(own, codeOf(secret))).status).toBe(200);
      expect(await jobs(own)).toBe(200);
    });

    it('a viewer needs none', async () => {
      const { key } = await withoutFactor('viewer');
      expect(await jobs(key)).toBe(200);
    });
  });
});

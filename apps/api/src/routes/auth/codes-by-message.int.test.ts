import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';

import { startSmsCatcher, startSmtpCatcher, type MessageCatcher } from '../../testing/message-catcher.js';
import { addPerson, behindProxy, logIn, sessionToken, type TestPerson } from '../../testing/people.js';
import { startTestApi, type TestApi } from '../../testing/test-api.js';

describe('codes by email and sms', () => {
  let api: TestApi;
  let catchers: { email: MessageCatcher; sms: MessageCatcher };

  beforeAll(async () => {
    catchers = { email: await startSmtpCatcher(), sms: await startSmsCatcher() };
    const environment = { ...behindProxy, SMTP_URL: catchers.email.url, SMS_GATEWAY_URL: catchers.sms.url };
    api = await startTestApi({ environment });
  });

  beforeEach(() => {
    for (const catcher of Object.values(catchers)) {
      catcher.messages.length = 0;
      catcher.refusing = false;
    }
  });

  afterAll(async () => {
    await api.close();
    await Promise.all([catchers.email.close(), catchers.sms.close()]);
  });

  type Method = 'email' | 'sms';
  const phone = '+15551234567';

  const enrol = (key: string, method: Method) =>
    api.call('POST', '/auth/mfa/enroll', {
      key,
      body: method === 'sms' ? { method, phone } : { method },
    });
  const verify = (key: string, code: string) => api.call('POST', '/auth/mfa/verify', { key, body: { code } });
  const lastCode = (method: Method): string =>
    /\b(\d{6})\b is your code|"(\d{6}) is your code/
      .exec(catchers[method].messages.at(-1) ?? '')
      ?.slice(1)
      .find((code) => code !== undefined) ?? 'none';

  /** Makes the last message old, so that another may be sent. */
  async function age(person: TestPerson, fields: Record<string, unknown>): Promise<void> {
    await api.mongo
      .collection<{ _id: string }>('credentials')
      .updateOne({ _id: person.id }, { $set: fields });
  }

  async function personWith(method: Method): Promise<TestPerson> {
    const person = await addPerson(api, 'admin');
    const key = await sessionToken(api, person);
    await enrol(key, method);
    expect((await verify(key, lastCode(method))).status).toBe(200);
    return person;
  }

  it.each(['email', 'sms'] as const)(
    'set up and verify a second factor by %s, each code once',
    async (method) => {
      const person = await addPerson(api, 'operator');
      const key = await sessionToken(api, person);
      const offer = await enrol(key, method);
      expect(offer.status).toBe(200);
      expect(offer.body['sent_to']).toBe(method === 'sms' ? '***4567' : 'o***@example.com');
      expect(catchers[method].messages).toHaveLength(1);
      expect((await verify(key, '000000')).status).toBe(401);
      const first = lastCode(method);
      expect((await verify(key, first)).status).toBe(200);

      const asked = await logIn(api, person);
      expect(asked.status).toBe(401);
      expect(asked.body.error).toMatchObject({ details: { mfa_required: true, method } });
      const code = lastCode(method);
      expect((await logIn(api, person, first === code ? '999999' : first)).status).toBe(401);
      expect((await logIn(api, person, code)).status).toBe(200);
      expect((await logIn(api, person, code)).status).toBe(401);
      const stored = JSON.stringify(await api.mongo.collection('credentials').find().toArray());
      expect(stored).not.toContain(phone);
      expect(asked.text).not.toContain(code);
    },
  );

  it('are sent to the right destination', async () => {
    const person = await addPerson(api, 'viewer');
    const key = await sessionToken(api, person);
    await enrol(key, 'email');
    expect(catchers.email.messages[0]).toContain('From: Leadbridge <codes@example.com>');
    expect(catchers.email.messages[0]).toContain(`To: ${person.email}`);
    await enrol(key, 'sms');
    const [method, scheme, credentials, body] = (catchers.sms.messages[0] ?? '').split(' ', 4);
    expect([method, scheme]).toEqual(['POST', 'Basic']);
    expect(Buffer.from(credentials ?? '', 'base64').toString()).toBe('gateway:to it');
    expect(body).toContain(`{"to":"${phone}","text":"`);
  });

  it('are not sent again within half a minute, and another one replaces the first', async () => {
    const person = await personWith('sms');
    catchers.sms.messages.length = 0;
    await logIn(api, person);
    await logIn(api, person);
    expect(catchers.sms.messages).toHaveLength(1);
    const first = lastCode('sms');
    await age(person, { 'challenge.sentAt': new Date(Date.now() - 31_000) });
    await logIn(api, person);
    expect(catchers.sms.messages).toHaveLength(2);
    const second = lastCode('sms');
    expect((await logIn(api, person, first === second ? '000000' : first)).status).toBe(401);
    expect((await logIn(api, person, second)).status).toBe(200);
  });

  it('are invalid after ten minutes', async () => {
    const person = await personWith('email');
    await logIn(api, person);
    await age(person, { 'challenge.expiresAt': new Date(Date.now() - 1) });
    expect((await logIn(api, person, lastCode('email'))).status).toBe(401);
  });

  it('are not sent before the password is verified', async () => {
    const person = await personWith('sms');
    catchers.sms.messages.length = 0;
    await logIn(api, { ...person, password: 'not the pass phrase' });
    expect(catchers.sms.messages).toEqual([]);
  });

  it('of a pending factor do not verify the active one', async () => {
    const person = await addPerson(api, 'admin');
    const key = await sessionToken(api, person);
    await enrol(key, 'email');
    await verify(key, lastCode('email'));
    await logIn(api, person);
    const code = lastCode('email');
    const offer = await api.call('POST', '/auth/mfa/enroll', { key, body: { method: 'sms', phone, code } });
    expect(offer.status).toBe(200);
    expect((await logIn(api, person, lastCode('sms'))).status).toBe(401);
  });

  it.each(['email', 'sms'] as const)(
    'that cannot be sent by %s are an error of the external system',
    async (method) => {
      const key = await sessionToken(api, await addPerson(api, 'viewer'));
      catchers[method].refusing = true;
      const response = await enrol(key, method);
      expect(response.status).toBe(502);
      expect(response.body.error).toMatchObject({ code: 'EXTERNAL_API_ERROR' });
      expect(response.text).not.toMatch(/example\.com|5551234567|not here/);
    },
  );
});

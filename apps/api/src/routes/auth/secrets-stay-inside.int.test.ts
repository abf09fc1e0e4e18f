import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { LogFields, Logger } from '@leadbridge/platform';
import { Redis } from 'ioredis';
import { generateSync } from 'otplib';

import { startSmsCatcher, type MessageCatcher } from '../../testing/message-catcher.js';
import { addPerson, behindProxy, logIn, sessionToken } from '../../testing/people.js';
import { startTestApi, type TestApi } from '../../testing/test-api.js';

/** Captures every line, including errors with their stacks and causes. */
function capturingLogger(lines: string[]): Logger {
  const write = (message: string, fields?: LogFields): void => {
    const texts = Object.values(fields ?? {}).map((value) =>
      value instanceof Error ? `${value.stack} ${String(value.cause)}` : JSON.stringify(value),
    );
    lines.push([message, ...texts].join(' '));
  };
  return { error: write, warn: write, info: write, debug: write };
}

describe('secrets and persons', () => {
  const lines: string[] = [];
  let api: TestApi;
  let gateway: MessageCatcher;

  beforeAll(async () => {
    gateway = await startSmsCatcher();
    const environment = {
      ...behindProxy,
      SMS_GATEWAY_URL: gateway.url,
      SMTP_URL: 'smtp://user:smtp-secret@127.0.0.1:9',
    };
    api = await startTestApi({ environment, logger: capturingLogger(lines) });
  });

  afterAll(async () => {
    await api.close();
    await gateway.close();
  });

  it('reach no log and no Redis, in successes and failures', async () => {
    const phone = '+15557654321';
    const issued = await api.call('POST', '/api-keys', {
      headers: { 'Idempotency-Key': 'idempotency-key-of-the-test' },
      body: { name: 'crm', role: 'viewer' },
    });
    const rotated = await api.call('POST', `/api-keys/${String(issued.body['id'])}/rotate`);
    const person = await addPerson(api, 'admin');
    const key = await sessionToken(api, person);
    const enrol = (body: Record<string, unknown>) => api.call('POST', '/auth/mfa/enroll', { key, body });
    await enrol({ method: 'sms', phone });
    expect((await enrol({ method: 'email' })).status).toBe(502);
    gateway.refusing = true;
    expect((await enrol({ method: 'sms', phone })).status).toBe(502);
    const secret = String((await enrol({ method: 'totp' })).body['secret']);
    const code = generateSync({ secret });
    const verified = await api.call('POST', '/auth/mfa/verify', { key, body: { code } });
    expect(verified.status).toBe(200);
    const wrong = 'a wrong pass phrase of mine';
    for (let guess = 0; guess < 6; guess += 1) {
      await logIn(api, { ...person, password: wrong }, '123456');
    }
    await api.call('POST', '/users', {
      body: { email: person.email, password: wrong, name: 'x', role: 'x' },
    });
    await api.call('GET', '/jobs', { key: 'a-made-up-key-of-nobody' });

    const used = [
      ...[issued, rotated].map(({ body }) => String(body['key'])),
      ...(verified.body['recovery_codes'] as string[]),
      ...[api.keys.admin, key, secret, phone, person.email, person.password, wrong],
      ...['a-made-up-key-of-nobody', 'smtp-secret', 'to it', 'bootstrap-key-of-the-tests'],
    ];
    const log = lines.join('\n');
    const redis = await contentsOf(api);
    expect(log).toContain('/auth/mfa/verify');
    expect(redis).toContain(':limit:');
    expect(used.filter((text) => log.includes(text))).toEqual([]);
    expect(used.filter((text) => redis.includes(text))).toEqual([]);
  });
});

/** Only keys and values of this API. */
async function contentsOf(api: TestApi): Promise<string> {
  const redis = new Redis(api.redis.url);
  try {
    const keys = await redis.keys(`${api.redis.prefix}*`);
    const values = await Promise.all(keys.map((name) => redis.dump(name)));
    return [...keys, ...values.map(String)].join('\n');
  } finally {
    redis.disconnect();
  }
}

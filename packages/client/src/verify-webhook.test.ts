import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';

import { verifyWebhook } from './verify-webhook.js';

const key = 'AAECAwQFBgcICQoLDA0ODw==';
const body =
  '{"id":"evt_1","type":"webhook.test","timestamp":"2026-01-01T00:00:00.000Z","data":{"text":"é"}}';

function signed(webhook: Webhook, at = new Date()) {
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': webhook.sign('evt_1', at, body),
  };
}

describe('verifyWebhook', () => {
  const headers = signed(new Webhook(`whsec_${key}`));

  it.each([
    ['fetch', new Headers(headers)],
    ['Node', headers],
    [
      'lists of headers, in capitals',
      { 'Webhook-Id': ['evt_1'], 'Webhook-Timestamp': [headers['webhook-timestamp']], ...headers },
    ],
  ])('returns the event of a signed request with the headers of %s', (_name, given) => {
    expect(verifyWebhook(`whsec_${key}`, given, body)).toMatchObject({ id: 'evt_1', type: 'webhook.test' });
    expect(verifyWebhook(`whsec_${key}`, given, new TextEncoder().encode(body)).id).toBe('evt_1');
  });

  it('takes a secret without padding, and one that is plain text', () => {
    expect(verifyWebhook(`whsec_${key.replaceAll('=', '')}`, headers, body).id).toBe('evt_1');
    const secret = 'a secret of müller';
    const raw = new Webhook(new TextEncoder().encode(secret), { format: 'raw' });
    expect(verifyWebhook(secret, signed(raw), body).id).toBe('evt_1');
  });

  it.each([
    ['another secret', () => verifyWebhook('whsec_AAECAwQFBgcICQoLDA0ODg==', headers, body)],
    ['a changed body', () => verifyWebhook(`whsec_${key}`, headers, `${body} `)],
    ['no headers', () => verifyWebhook(`whsec_${key}`, {}, body)],
    ['an empty secret', () => verifyWebhook('', headers, body)],
    ['a secret that is no base64', () => verifyWebhook('whsec_?', headers, body)],
    [
      'an old signature',
      () =>
        verifyWebhook(
          `whsec_${key}`,
          signed(new Webhook(`whsec_${key}`), new Date(Date.now() - 301_000)),
          body,
        ),
    ],
  ])('throws for %s', (_name, verify) => {
    expect(verify).toThrow(expect.objectContaining({ code: 'WEBHOOK_NOT_VERIFIED', status: null }));
  });

  it.each([
    ['parsed', JSON.parse(body)],
    ['missing', undefined],
  ] as const)('says what it needs where the body is %s, as callers without types pass it', (_name, given) => {
    expect(() => Reflect.apply(verifyWebhook, null, [`whsec_${key}`, headers, given])).toThrow(
      expect.objectContaining({
        code: 'WEBHOOK_NOT_VERIFIED',
        message: expect.stringContaining('before anything parses it'),
      }),
    );
  });
});

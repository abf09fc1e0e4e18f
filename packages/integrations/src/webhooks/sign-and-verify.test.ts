import { createHmac } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';

import { bodySignature, signEvent } from './sign.js';
import { verifySignature } from './verify.js';

const now = Date.now();
const standardSecret = 'whsec_' + Buffer.from('a key of thirty-two bytes, made-').toString('base64');

function headersOf(body: string, secrets: readonly [string, ...string[]], at = now): Record<string, string> {
  return { ...signEvent({ eventId: 'evt_1', eventType: 'lead.created', body, secrets, now: at }) };
}

function check(
  body: string | Buffer,
  signature: string | undefined,
  options: { secrets?: string[]; timestamps?: unknown[]; at?: number } = {},
) {
  return verifySignature(
    { body: Buffer.from(body), signature, timestamps: options.timestamps ?? [] },
    options.secrets ?? ['a secret of 16 characters'],
    options.at ?? now,
  );
}

const secretText = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 });

describe('signing and verifying', () => {
  it('agree on every body and secret (specification, "Webhook authentication")', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), secretText, (body, secret) => {
        const signature = headersOf(body, [secret])['X-Webhook-Signature'];
        expect(check(body, signature, { secrets: [secret] })).toEqual({ verified: true });
      }),
    );
  });

  it('disagree once a single byte of the body differs', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1 }),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (bytes, place, flip) => {
          const signature = createHmac('sha256', 'key').update(bytes).digest('hex');
          const changed = Buffer.from(bytes);
          const index = place % changed.length;
          changed[index] = (changed[index] ?? 0) ^ flip;
          expect(check(Buffer.from(bytes), signature, { secrets: ['key'] }).verified).toBe(true);
          expect(check(changed, signature, { secrets: ['key'] }).verified).toBe(false);
        },
      ),
    );
  });

  it('is plain HMAC-SHA256 in hex, keyed by the unmodified text of the secret', () => {
    const { 'X-Webhook-Signature': signature } = headersOf('{"a":1}', [standardSecret]);
    expect(signature).toBe(createHmac('sha256', standardSecret).update('{"a":1}').digest('hex'));
  });

  it('tells receivers what the event is, and when it was sent', () => {
    expect(headersOf('{}', ['a secret'], 1_700_000_000_999)).toMatchObject({
      'X-Webhook-Id': 'evt_1',
      'X-Webhook-Timestamp': '1700000000',
      'X-Webhook-Event': 'lead.created',
      'webhook-id': 'evt_1',
      'webhook-timestamp': '1700000000',
    });
  });
});

describe('the Standard Webhooks headers, read by its own library', () => {
  it('verify with a whsec_ secret', () => {
    expect(
      new Webhook(standardSecret).verify('{"größe":"ü"}', headersOf('{"größe":"ü"}', [standardSecret])),
    ).toEqual({
      größe: 'ü',
    });
  });

  it('verify with another secret, whose text is the key', () => {
    const secret = 'a secret of my own';
    expect(new Webhook(secret, { format: 'raw' }).verify('{}', headersOf('{}', [secret]))).toEqual({});
  });

  it('verify with either secret during a rotation, and with no other', () => {
    const newer = 'whsec_' + Buffer.from('the key that replaced it').toString('base64');
    const headers = headersOf('{}', [newer, standardSecret]);
    expect(new Webhook(newer).verify('{}', headers)).toEqual({});
    expect(new Webhook(standardSecret).verify('{}', headers)).toEqual({});
    expect(headers['X-Webhook-Signature']).toBe(bodySignature('{}', newer));
    expect(headers['X-Webhook-Signature-Previous']).toBe(bodySignature('{}', standardSecret));
    const third = new Webhook('whsec_' + Buffer.from('somebody else').toString('base64'));
    expect(() => third.verify('{}', headers)).toThrow('No matching signature');
  });

  it('do not verify for another body', () => {
    expect(() =>
      new Webhook(standardSecret).verify('{"a":2}', headersOf('{"a":1}', [standardSecret])),
    ).toThrow();
  });
});

describe('verifySignature', () => {
  const secret = 'a secret of 16 characters';
  const good = bodySignature('{}', secret);

  it.each([
    ['is missing', undefined, 'missing'],
    ['is empty', '', 'not the hex form'],
    ['is too short', good.slice(0, 63), 'not the hex form'],
    ['is too long', `${good}0`, 'not the hex form'],
    ['is not hex', 'z'.repeat(64), 'not the hex form'],
    ['is of another body', bodySignature('{"a":1}', secret), 'does not match'],
    ['is by another secret', bodySignature('{}', 'another secret, as long'), 'does not match'],
    ['is in base64', createHmac('sha256', secret).update('{}').digest('base64'), 'not the hex form'],
  ])('refuses a signature that %s', (_, signature, reason) => {
    expect(check('{}', signature)).toEqual({ verified: false, reason: expect.stringContaining(reason) });
  });

  it('accepts upper-case hex', () => {
    expect(check('{}', good.toUpperCase())).toEqual({ verified: true });
  });

  it('accepts either secret of a rotation', () => {
    expect(check('{}', good, { secrets: ['the one that replaced it', secret] })).toEqual({ verified: true });
    expect(check('{}', good, { secrets: [] }).verified).toBe(false);
  });

  it.each([
    [0, true],
    [-300_000, true],
    [300_000, true],
    [-301_000, false],
    [301_000, false],
  ])('with a timestamp %i ms from now: %p', (distance, verified) => {
    const at = 1_700_000_000_000;
    const seconds = (at + distance) / 1000;
    for (const timestamp of [
      seconds,
      String(seconds),
      at + distance,
      new Date(at + distance).toISOString(),
    ]) {
      expect(check('{}', good, { timestamps: [timestamp], at }).verified).toBe(verified);
    }
  });

  it('refuses an old timestamp in the body next to a fresh one in the header', () => {
    const at = 1_700_000_000_000;
    const timestamps = [String(at / 1000), new Date(at - 301_000).toISOString()];
    expect(check('{}', good, { timestamps, at }).verified).toBe(false);
  });

  it.each([
    '',
    'yesterday',
    '-5',
    '1e9',
    {},
    [],
    null,
    true,
    Number.NaN,
    '2026-02-30',
    '2026-99-99T00:00:00Z',
  ])('refuses the timestamp %p', (timestamp) => {
    expect(check('{}', good, { timestamps: [timestamp] }).verified).toBe(false);
  });
});

import { randomBytes } from 'node:crypto';

import { createSecretBox, SecretBoxError } from '@leadbridge/platform';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import type { WebhookRecord } from '../ports/webhooks.js';
import { box, webhookRecord } from './testing/memory-webhooks.js';
import { newSecret, openSecrets, previousAfterRotation, sealSecret } from './webhook-secrets.js';

const hour = 3_600_000;
const day = 24 * hour;
const now = Date.parse('2026-01-31T09:00:00.000Z');

/** A webhook with the secret `current`, and earlier secrets replaced at these times. */
function rotated(current: string, earlier: readonly { readonly secret: string; readonly until: number }[]) {
  return webhookRecord({
    sealedSecret: sealSecret(box, 'wh_1', current),
    previousSecrets: earlier.map(({ secret, until }) => ({
      sealed: sealSecret(box, 'wh_1', secret),
      until: new Date(until).toISOString(),
    })),
  });
}

/** The webhook after its secret was replaced at `at`. */
function rotate(webhook: WebhookRecord, secret: string, at: number): WebhookRecord {
  return {
    ...webhook,
    sealedSecret: sealSecret(box, 'wh_1', secret),
    previousSecrets: previousAfterRotation(webhook, at),
  };
}

describe('a new secret', () => {
  it('has the format of Standard Webhooks, with 32 unique bytes', () => {
    const secrets = Array.from({ length: 20 }, newSecret);
    expect(new Set(secrets).size).toBe(20);
    for (const secret of secrets) {
      const [, encoded = ''] = /^whsec_(.+)$/u.exec(secret) ?? [];
      const bytes = Buffer.from(encoded, 'base64');
      expect([bytes.length, bytes.toString('base64')]).toEqual([32, encoded]);
    }
  });
});

describe('the secrets that sign', () => {
  it('are the current one, followed by those replaced less than a day ago', () => {
    const webhook = rotated('current', [
      { secret: 'newer', until: now + hour },
      { secret: 'just out', until: now },
      { secret: 'older', until: now - 1 },
    ]);
    expect(openSecrets(box, webhook, now)).toEqual(['current', 'newer']);
    expect(openSecrets(box, webhook, now + day)).toEqual(['current']);
  });

  it('can be read only for their own webhook', () => {
    const webhook = { ...rotated('current', []), webhookId: 'wh_2' };
    expect(() => openSecrets(box, webhook, now)).toThrow(SecretBoxError);
  });

  it('cannot be read if one of them was sealed with a lost key', () => {
    const webhook = rotated('current', [{ secret: 'newer', until: now + hour }]);
    const stranger = createSecretBox([randomBytes(32)]);
    const previousSecrets = [
      { sealed: sealSecret(stranger, 'wh_1', 'lost'), until: new Date(now + hour).toISOString() },
    ];
    expect(() => openSecrets(box, { ...webhook, previousSecrets }, now)).toThrow(SecretBoxError);
    // Once it no longer signs, it is not needed.
    expect(openSecrets(box, { ...webhook, previousSecrets }, now + hour)).toEqual(['current']);
  });
});

describe('a rotation', () => {
  it('keeps the replaced secret signing for a day, to the millisecond', () => {
    const webhook = rotate(rotated('old', []), 'new', now);
    expect(openSecrets(box, webhook, now + day - 1)).toEqual(['new', 'old']);
    expect(openSecrets(box, webhook, now + day)).toEqual(['new']);
  });

  it('of any number keeps the newest three that were replaced within a day', () => {
    const waits = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(waits, fc.integer({ min: 0, max: 30 }), (hours, later) => {
        let at = now;
        let webhook = rotated('secret 0', []);
        const replacedAt: number[] = [];
        hours.forEach((wait, index) => {
          at += wait * hour;
          webhook = rotate(webhook, `secret ${index + 1}`, at);
          replacedAt.push(at);
        });
        at += later * hour;
        const stillSigning = replacedAt
          .map((time, index) => ({ time, secret: `secret ${index}` }))
          .slice(-3)
          .filter(({ time }) => time + day > at)
          .map(({ secret }) => secret)
          .reverse();
        expect(openSecrets(box, webhook, at)).toEqual([`secret ${hours.length}`, ...stillSigning]);
      }),
    );
  });
});

import { AppError } from '@leadbridge/platform';
import { describe, expect, it } from '@jest/globals';

import type { SignatureVerdict, SignedRequest, WebhookRecord } from '../ports/webhooks.js';
import { createManualClock } from '../testing/manual-clock.js';
import { createSignatureCheck } from './check-signature.js';
import { box, webhookRecord } from './testing/memory-webhooks.js';
import { sealSecret } from './webhook-secrets.js';

const request: SignedRequest = { body: Buffer.from('{}'), signature: 'v1=…', timestamps: [1_769_850_000] };

/** A check of requests signed with `signedWith`. */
function begin(webhook: WebhookRecord | null, signedWith = 'a secret of 16 characters') {
  const clock = createManualClock();
  const asked: { readonly request: SignedRequest; readonly now: number }[] = [];
  const check = createSignatureCheck({
    ...{ box, clock },
    verify(given, secrets, now): SignatureVerdict {
      asked.push({ request: given, now });
      return secrets.includes(signedWith)
        ? { verified: true }
        : { verified: false, reason: 'The signature does not match' };
    },
    async findWebhook() {
      return webhook === null
        ? Promise.reject(new AppError('RESOURCE_NOT_FOUND', 'There is no such webhook'))
        : Promise.resolve(webhook);
    },
  });
  return { asked, clock, check: async () => check('wh_1', request) };
}

const replaced = webhookRecord({
  previousSecrets: [
    { sealed: sealSecret(box, 'wh_1', 'the replaced one'), until: '2026-01-31T10:00:00.000Z' },
  ],
});

describe('a request that claims to be signed like an event', () => {
  it("is accepted if the webhook's secret has signed it, at the time of the check", async () => {
    const { asked, check, clock } = begin(webhookRecord());
    await expect(check()).resolves.toBeUndefined();
    expect(asked).toEqual([{ request, now: clock.now() }]);
  });

  it('is accepted with a replaced secret as long as that still signs', async () => {
    const { check, clock } = begin(replaced, 'the replaced one');
    await expect(check()).resolves.toBeUndefined();
    clock.pass(3_600_000);
    await expect(check()).rejects.toThrow('The signature does not match');
  });

  it('is refused with the reason if another secret has signed it', async () => {
    const { check } = begin(replaced, 'anything');
    await expect(check()).rejects.toMatchObject({
      code: 'AUTHENTICATION_ERROR',
      message: 'The signature does not match',
    });
  });

  it('is not verified at all for a webhook that does not exist', async () => {
    const { asked, check } = begin(null);
    await expect(check()).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
    expect(asked).toEqual([]);
  });
});

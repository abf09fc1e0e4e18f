import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { eventTypes } from '../events/event-types.js';
import { changeWebhookBody, registerWebhookBody, rotateSecretBody, webhookFormats } from './webhook.js';

const body = { url: 'https://hooks.example.com/leads', events: ['*'] };
const faultOf = (schema: typeof registerWebhookBody, value: unknown) => schema.validate(value).error?.message;

describe('the registration of a webhook', () => {
  it('is accepted with only an address and events', () => {
    expect(registerWebhookBody.validate(body)).toEqual({ value: body });
  });

  it('accepts every event by its name, all of them at once, and "*" in addition', () => {
    expect(faultOf(registerWebhookBody, { ...body, events: [...eventTypes, '*'] })).toBeUndefined();
  });

  it.each(webhookFormats)('accepts the format %s, in a change too', (format) => {
    expect(registerWebhookBody.validate({ ...body, format })).toEqual({ value: { ...body, format } });
    expect(changeWebhookBody.validate({ format })).toEqual({ value: { format } });
  });

  it.each<[string, object]>([
    ['no address', { url: undefined }],
    ['an address that is no text', { url: 5 }],
    ['an address of 2,049 characters', { url: `https://a.example/${'x'.repeat(2_031)}` }],
    ['no event', { events: [] }],
    ['an event that there is not', { events: ['lead.vanished'] }],
    ['an event in another case', { events: [String(eventTypes[0]).toUpperCase()] }],
    ['an event twice', { events: ['*', '*'] }],
    ['one event in the place of a list', { events: '*' }],
    ['a format that there is not', { format: 'discord' }],
    ['no format', { format: null }],
    ['a secret of 15 characters', { secret: 'x'.repeat(15) }],
    ['a secret of 513 characters', { secret: 'x'.repeat(513) }],
    ['text for a boolean, which is not converted', { active: 'true' }],
    ['a key that is not known', { headers: {} }],
  ])('is rejected with %s', (_case, change) => {
    expect(faultOf(registerWebhookBody, { ...body, ...change })).toEqual(expect.any(String));
  });

  it('accepts a Standard Webhooks secret of any bytes, with or without padding', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 8, maxLength: 64 }), fc.boolean(), (bytes, isPadded) => {
        const base64 = Buffer.from(bytes).toString('base64');
        const secret = `whsec_${isPadded ? base64 : base64.replaceAll('=', '')}`;
        expect(faultOf(registerWebhookBody, { ...body, secret })).toBeUndefined();
      }),
      { numRuns: 50 },
    );
  });

  it.each(['whsec_not base64 at all', 'whsec_AAAAAAAAAAAAA', 'whsec_AAAA=AAAAAAAA', 'whsec_AAAA-_AAAAAA'])(
    'rejects a secret that only begins like one: %s',
    (secret) => {
      expect(faultOf(registerWebhookBody, { ...body, secret })).toContain('base64');
    },
  );
});

describe('a change of a webhook', () => {
  it('must contain at least one key', () => {
    expect(changeWebhookBody.validate({ active: false }).error).toBeUndefined();
    expect(changeWebhookBody.validate({}).error).toBeDefined();
  });

  it('cannot set another secret', () => {
    expect(changeWebhookBody.validate({ secret: 'x'.repeat(32) }).error).toBeDefined();
  });

  it('of the secret may have no body', () => {
    expect(rotateSecretBody.validate(undefined).error).toBeUndefined();
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { keptExchange } from './kept-exchange.js';

const signature = '5a1e'.repeat(16);
const sent = { headers: { 'X-Webhook-Event': 'lead.created', 'X-Webhook-Signature': signature }, body: '{}' };
const secret = 'a secret of 25 characters';
const kept = keptExchange(sent, [secret]);

const bytesOf = (text: string): number => Buffer.byteLength(text);
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 3_000 }),
  fc.constantFrom('é'.repeat(5_000), '🙂'.repeat(2_000)),
);

describe('what is kept of a request and its response', () => {
  it.each([
    ...['Set-Cookie', 'cookie', 'Authorization', 'WWW-Authenticate', 'X-Api-Key', 'api-key', 'apikey-key'],
    ...[
      'X-Auth-Token',
      'X-Hub-Signature-256',
      'webhook-signature',
      'X-Session',
      'Client-Secret',
      'X-Password',
    ],
  ])('has no value of the header %s', (name) => {
    expect(kept.headers([[name, 'hidden']])).toEqual([[name, '[masked]']]);
  });

  it.each(['Content-Type', 'X-Webhook-Id', 'webhook-timestamp', 'Retry-After', 'X-Monkey'])(
    'has the value of the header %s',
    (name) => {
      expect(kept.headers([[name, 'shown']])).toEqual([[name, 'shown']]);
    },
  );

  it('has the request without its signature', () => {
    expect(kept.request).toEqual({
      headers: [
        ['X-Webhook-Event', 'lead.created'],
        ['X-Webhook-Signature', '[masked]'],
      ],
      body: '{}',
    });
  });

  it('has no secret, wherever a target repeats it, even at the end of what is kept', () => {
    fc.assert(
      fc.property(fc.nat(4_200), fc.constantFrom(signature, secret), (before, value) => {
        const text = `${'x'.repeat(before)}${value} after`;
        expect(kept.text(text)).not.toContain(value.slice(0, 16));
        expect(JSON.stringify(kept.headers([['x-seen', text]]))).not.toContain(value.slice(0, 16));
      }),
    );
  });

  it('is at most 4 kB, the beginning of what there was, in whole characters', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const whole = text.replace(/\p{Cc}+/gu, ' ').trim();
        const shown = kept.text(text);
        expect(whole.startsWith(shown)).toBe(true);
        expect(bytesOf(shown)).toBeLessThanOrEqual(4_096);
        expect(Buffer.from(shown).toString()).toBe(shown);
        const isWhole = shown === whole;
        expect(isWhole || bytesOf(shown) > 4_096 - 4).toBe(true);
        expect(keptExchange({ ...sent, body: text }, []).request.body.length).toBeLessThanOrEqual(4_096);
      }),
    );
  });

  it('has no more than 4 kB of headers', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ maxLength: 50 }), anyText), { maxLength: 40 }), (headers) => {
        const bytes = kept.headers(headers).map(([name, value]) => bytesOf(name) + bytesOf(value));
        expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(4_096);
      }),
    );
  });
});

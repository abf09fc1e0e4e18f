import { describe, expect, it } from '@jest/globals';

import { requireVerified, sentTimestamps, signedRequest } from './signatures.js';

const rawBody = Buffer.from('{"id":1}');

describe('signedRequest', () => {
  it('reads the signature and the timestamp of the headers, and the bytes as they came', () => {
    const headers = { 'x-webhook-signature': 'sha256=abc', 'x-webhook-timestamp': '1769850000' };
    expect(signedRequest({ rawBody, headers })).toEqual({
      body: rawBody,
      signature: 'sha256=abc',
      timestamps: ['1769850000'],
    });
  });

  it('has no signature and no timestamps where none were sent', () => {
    expect(signedRequest({ rawBody, headers: {} })).toEqual({
      body: rawBody,
      signature: undefined,
      timestamps: [],
    });
  });

  it('takes no signature from a header that came as a list', () => {
    const headers = { 'x-webhook-signature': ['sha256=abc', 'sha256=def'] };
    expect(signedRequest({ rawBody, headers }).signature).toBeUndefined();
  });

  it('keeps an empty timestamp, which is then refused and not passed over', () => {
    expect(signedRequest({ rawBody, headers: { 'x-webhook-timestamp': '' } }).timestamps).toEqual(['']);
  });
});

describe('sentTimestamps', () => {
  it.each([
    [undefined, []],
    [null, []],
    [0, [0]],
    [false, [false]],
    ['2026-01-31T09:00:00Z', ['2026-01-31T09:00:00Z']],
  ])('keeps %j if it was sent', (timestamp, kept) => {
    expect(sentTimestamps(timestamp)).toEqual(kept);
  });
});

describe('requireVerified', () => {
  it('accepts a signature that matches', () => {
    expect(() => {
      requireVerified({ verified: true });
    }).not.toThrow();
  });

  it('refuses one that does not with its reason', () => {
    expect(() => {
      requireVerified({ verified: false, reason: 'The signature does not match' });
    }).toThrow(
      expect.objectContaining({ code: 'AUTHENTICATION_ERROR', message: 'The signature does not match' }),
    );
  });
});

import { describe, expect, it } from '@jest/globals';

import { describeFailure } from './repeat-while-passing.js';

const responseOf = (body: string) => ({
  status: 200,
  contentType: 'text/html',
  headers: new Map<string, string>(),
  retryAfterMilliseconds: null,
  body,
});

describe('why there is no usable response', () => {
  it('names the page of a proxy or a login in front of the PSA, and where to look', () => {
    const page =
      '<!DOCTYPE html><html><head><title>Sign in</title></head><body>Ask Alex Example</body></html>';
    expect(describeFailure(responseOf(page))).toBe(
      'The PSA sent a page ("Sign in") instead of JSON (status 200): check PSA_URL, and whether there is a proxy or a login page in front of the PSA',
    );
  });

  it('reports a truncated response only as unusable', () => {
    expect(describeFailure(responseOf('[{"id": 1, "na'))).toBe(
      'The PSA returned something that is not a response of its API (status 200)',
    );
  });
});

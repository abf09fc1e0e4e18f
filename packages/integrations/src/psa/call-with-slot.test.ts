import { describe, expect, it } from '@jest/globals';

import { readNamedLimit } from './call-with-slot.js';

describe('the limit that a 429 names', () => {
  it.each([
    ['Rate Limit Reached - 300 Requests per rolling 5 minute window.', 300],
    ['{"Message": "Rate Limit Reached - 1,500 requests per rolling 5 minute window."}', 1500],
    ['Rate Limit Reached - 0 Requests per rolling 5 minute window.', null],
    ['Too many requests', null],
    ['No more than 5 requests per second', null],
    ['', null],
  ])('is read from %s', (text, limit) => {
    expect(readNamedLimit(text)).toBe(limit);
  });
});

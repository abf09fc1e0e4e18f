import { describe, expect, it } from '@jest/globals';

import { newIdempotencyKey } from './new-idempotency-key.js';

describe('a new idempotency key', () => {
  it('always has 32 hexadecimal digits, leading zeros included', () => {
    for (let made = 0; made < 500; made += 1) {
      expect(newIdempotencyKey()).toMatch(/^[0-9a-f]{32}$/);
    }
  });

  it('is never the same twice', () => {
    const keys = Array.from({ length: 1_000 }, newIdempotencyKey);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

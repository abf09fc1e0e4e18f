import { describe, expect, it } from '@jest/globals';

import { createRedactor } from './redact.js';

describe('redacting', () => {
  it('masks secrets in plain and encoded form', () => {
    const redact = createRedactor(['p@ss word', 'client-secret']);
    expect(redact('a p@ss word b client-secret c p%40ss%20word d p%40ss+word')).toBe(
      'a [secret] b [secret] c [secret] d [secret]',
    );
  });

  it('masks the longer one of two that overlap, and ignores very short ones', () => {
    expect(createRedactor(['abcd', 'abcdef', 'x', ''])('abcdef x')).toBe('[secret] x');
  });
});

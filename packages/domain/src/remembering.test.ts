import { describe, expect, it } from '@jest/globals';

import { remembering } from './remembering.js';

function counted(asked: readonly string[]): number {
  let calls = 0;
  const lengthOf = remembering((text) => {
    calls += 1;
    return text.length;
  });
  expect(asked.map(lengthOf)).toEqual(asked.map(({ length }) => length));
  return calls;
}

describe('a function that remembers', () => {
  it.each([
    ['once for each text', ['a', 'b', 'a', 'a', ''], 3],
    ['once for the longest name', ['a'.repeat(300), 'a'.repeat(300)], 1],
    ['each time for a longer text', ['a'.repeat(301), 'a'.repeat(301)], 2],
  ])('is asked %s', (_how, asked, calls) => {
    expect(counted(asked)).toBe(calls);
  });

  it('forgets before it would remember more than a thousand', () => {
    const texts = Array.from({ length: 1_001 }, (_, index) => String(index));
    expect(counted([...texts, '0', '1000'])).toBe(1_002);
  });
});

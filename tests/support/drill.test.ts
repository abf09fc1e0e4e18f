import { describe, expect, it } from '@jest/globals';

import { exactly, holds } from './drill.js';

describe('a figure', () => {
  it.each([
    [exactly('lost', 0, 0), true],
    [exactly('lost', 1, 0), false],
    [exactly('tickets', Number.NaN, 1), false],
    [{ name: 'resumed', value: 15.1, atMost: 15 }, false],
    [{ name: 'kills', value: 8, atLeast: 8 }, true],
    [{ name: 'requests', value: -1 }, true],
  ])('%j is judged', (figure, isKept) => {
    expect(holds(figure)).toBe(isKept);
  });
});

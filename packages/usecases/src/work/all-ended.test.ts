import { describe, expect, it } from '@jest/globals';

import { allEnded } from './all-ended.js';

describe('concurrent work', () => {
  it('returns its results in order', async () => {
    expect(await allEnded([Promise.resolve(1), Promise.resolve('two')])).toEqual([1, 'two']);
    expect(await allEnded([])).toEqual([]);
  });

  it('fails only when all of it has ended, with the first error in order', async () => {
    let fail: (error: Error) => void = () => undefined;
    const slow = new Promise((_resolve, reject) => {
      fail = reject;
    });
    let seen = 'nothing';
    const ended = allEnded([slow, Promise.reject(new Error('second'))]).catch((error: unknown) => {
      seen = String(error);
    });
    await new Promise(setImmediate);
    expect(seen).toBe('nothing');
    fail(new Error('first'));
    await ended;
    expect(seen).toBe('Error: first');
  });
});

import { describe, expect, it } from '@jest/globals';

import { allEnded } from './all-ended.js';

describe('work that goes on side by side', () => {
  it('answers in its order', async () => {
    expect(await allEnded([Promise.resolve(1), Promise.resolve('two')])).toEqual([1, 'two']);
    expect(await allEnded([])).toEqual([]);
  });

  it('that fails does so only when all of it has ended, with the first fault in its order', async () => {
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

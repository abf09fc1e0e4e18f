import { describe, expect, it } from '@jest/globals';

import { TimeoutError, withTimeout } from './with-timeout.js';

describe('a promise with a timeout', () => {
  it('returns its value or its error if it settles in time', async () => {
    await expect(withTimeout(Promise.resolve(1), 1_000)).resolves.toBe(1);
    await expect(withTimeout(Promise.reject(new Error('away')), 1_000)).rejects.toThrow('away');
  });

  it('counts as in time what arrived while the process was busy', async () => {
    const arrived = new Promise((resolve) => setImmediate(resolve, 'here'));
    const result = withTimeout(arrived, 5);
    const busyUntil = performance.now() + 10;
    while (performance.now() < busyUntil);
    await expect(result).resolves.toBe('here');
  });

  it('is abandoned after the timeout, and may fail later without a trace', async () => {
    let fail = (_error: Error): void => undefined;
    const promise = new Promise<never>((_resolve, reject) => (fail = reject));
    await expect(withTimeout(promise, 5)).rejects.toBeInstanceOf(TimeoutError);
    fail(new Error('too late'));
    await new Promise(setImmediate);
  });
});

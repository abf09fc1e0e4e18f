import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

import { createJobEnds } from './job-ends.js';

describe('the end of a job', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  it('wakes every caller that waits for it, and no other', async () => {
    const ends = createJobEnds();
    const waits = Promise.all([ends.waitFor('a', 1_000), ends.waitFor('a', 1_000), ends.waitFor('b', 1_000)]);
    ends.settle('a');
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await waits).toEqual([true, true, false]);
  });

  it('is seen by a caller that begins to wait after it, once', async () => {
    const ends = createJobEnds();
    ends.settle('a');
    expect(await ends.waitFor('a', 1_000)).toBe(true);
    const second = ends.waitFor('a', 1_000);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await second).toBe(false);
  });

  it('is remembered for the latest jobs only', async () => {
    const ends = createJobEnds(2);
    ['a', 'b', 'c'].forEach((jobId) => {
      ends.settle(jobId);
    });
    expect(await ends.waitFor('b', 1_000)).toBe(true);
    expect(await ends.waitFor('c', 1_000)).toBe(true);
    const forgotten = ends.waitFor('a', 1_000);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await forgotten).toBe(false);
  });

  it('is remembered if every wait for it has timed out', async () => {
    const ends = createJobEnds();
    const timedOut = ends.waitFor('a', 1_000);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await timedOut).toBe(false);
    ends.settle('a');
    expect(await ends.waitFor('a', 1_000)).toBe(true);
  });
});

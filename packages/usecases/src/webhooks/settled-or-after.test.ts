import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

import { settledOrAfter } from './settled-or-after.js';

const never = new Promise(() => undefined);

/** Whether the wait is over after everything due has run. */
async function isOver(wait: Promise<void>): Promise<boolean> {
  let over = false;
  void wait.then(() => {
    over = true;
  });
  for (let turn = 0; turn < 5; turn += 1) {
    await Promise.resolve();
  }
  return over;
}

describe('a wait for work', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it.each<[string, () => Promise<unknown>]>([
    ['has been done', async () => Promise.resolve('done')],
    ['has failed', async () => Promise.reject(new Error('The target is away'))],
  ])('that %s is over, and leaves no timer', async (_how, work) => {
    const { signal } = new AbortController();
    const wait = settledOrAfter(work(), 1_000, signal);
    expect(await isOver(wait)).toBe(true);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('ends at its timeout and not before if the work continues', async () => {
    const wait = settledOrAfter(never, 1_000);
    jest.advanceTimersByTime(999);
    expect(await isOver(wait)).toBe(false);
    jest.advanceTimersByTime(1);
    expect(await isOver(wait)).toBe(true);
  });

  it('ends when it is aborted, and leaves no timer', async () => {
    const controller = new AbortController();
    const wait = settledOrAfter(never, 1_000, controller.signal);
    expect(await isOver(wait)).toBe(false);
    controller.abort();
    expect(await isOver(wait)).toBe(true);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('leaves no listener on a signal that outlives it', async () => {
    const { signal } = new AbortController();
    const removed = jest.spyOn(signal, 'removeEventListener');
    await settledOrAfter(Promise.resolve(), 1_000, signal);
    expect(removed).toHaveBeenCalledWith('abort', expect.any(Function));
  });

  it('ends immediately if its signal was already aborted', async () => {
    const wait = settledOrAfter(never, 1_000, AbortSignal.abort());
    expect(await isOver(wait)).toBe(true);
    expect(jest.getTimerCount()).toBe(0);
  });
});

import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

import { settledOrAfter } from './settled-or-after.js';

const never = new Promise(() => undefined);

/** Whether the wait is over, now that everything has run that is due. */
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

  it('that goes on is over when its time is, and not before', async () => {
    const wait = settledOrAfter(never, 1_000);
    jest.advanceTimersByTime(999);
    expect(await isOver(wait)).toBe(false);
    jest.advanceTimersByTime(1);
    expect(await isOver(wait)).toBe(true);
  });

  it('that goes on is over when it is called off, and leaves no timer', async () => {
    const controller = new AbortController();
    const wait = settledOrAfter(never, 1_000, controller.signal);
    expect(await isOver(wait)).toBe(false);
    controller.abort();
    expect(await isOver(wait)).toBe(true);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('leaves nothing behind on a signal that outlives it', async () => {
    const { signal } = new AbortController();
    const removed = jest.spyOn(signal, 'removeEventListener');
    await settledOrAfter(Promise.resolve(), 1_000, signal);
    expect(removed).toHaveBeenCalledWith('abort', expect.any(Function));
  });

  it('whose signal was aborted before it began is over at once', async () => {
    const wait = settledOrAfter(never, 1_000, AbortSignal.abort());
    expect(await isOver(wait)).toBe(true);
    expect(jest.getTimerCount()).toBe(0);
  });
});

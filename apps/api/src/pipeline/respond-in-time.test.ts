import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AppError, silentLogger, systemClock } from '@leadbridge/platform';

import { respondInTime } from './respond-in-time.js';

const services = (...confirmed: readonly boolean[]) => {
  const responses = [...confirmed];
  const confirmsWrites = jest.fn(() => Promise.resolve(responses.shift() ?? true));
  return { clock: systemClock, logger: silentLogger, confirmsWrites };
};

describe('a response in time', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is the result of the work, without checking the database if that is quick', async () => {
    const used = services();
    await expect(respondInTime(Promise.resolve(7), Date.now(), used)).resolves.toBe(7);
    await expect(respondInTime(Promise.reject(new Error('no')), Date.now(), used)).rejects.toThrow('no');
    expect(used.confirmsWrites).not.toHaveBeenCalled();
  });

  it('waits for slow work as long as writes are confirmed', async () => {
    const used = services();
    const work = new Promise((resolve) => setTimeout(resolve, 20_000, 'done'));
    const response = respondInTime(work, Date.now(), used);
    await jest.advanceTimersByTimeAsync(20_000);
    await expect(response).resolves.toBe('done');
    expect(used.confirmsWrites).toHaveBeenCalledTimes(29);
  });

  it('does not treat two slow writes in a row as a database that confirms none, however late they are', async () => {
    const used = services(false, false, true, false, true, false, false);
    const work = new Promise((resolve) => setTimeout(resolve, 9_000, 'done'));
    const response = respondInTime(work, Date.now(), used);
    await jest.advanceTimersByTimeAsync(9_000);
    await expect(response).resolves.toBe('done');
  });

  it("is an error once three in a row are not confirmed, counted from the arrival of the request; the work's later result does no harm", async () => {
    const used = services(true, false, false, false);
    const work = new Promise((_resolve, reject) => setTimeout(reject, 12_000, new Error('too late')));
    const response = respondInTime(work, Date.now() - 4_000, used).catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(2_999);
    expect(used.confirmsWrites).toHaveBeenCalledTimes(3);
    await jest.advanceTimersByTimeAsync(1);
    const error = await response;
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'INTERNAL_ERROR', retryAfterSeconds: 5 });
    await jest.advanceTimersByTimeAsync(10_000);
  });
});

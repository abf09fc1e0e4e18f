import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AppError, silentLogger, systemClock } from '@leadbridge/platform';

import { respondInTime } from './respond-in-time.js';

const probeTimeoutMs = 750;

/** A database that confirms a write as late as `delayMs` says of the moment it is sent. */
function databaseThat(delayMs: (sentAt: number) => number) {
  const confirmsWrites = jest.fn(async () => {
    const delay = delayMs(Date.now());
    await new Promise((resolve) => setTimeout(resolve, Math.min(delay, probeTimeoutMs)));
    return delay < probeTimeoutMs;
  });
  return { clock: systemClock, logger: silentLogger, confirmsWrites };
}

/** @returns what came of a request whose work takes `workMs`, and after how long */
async function responseOf(used: ReturnType<typeof databaseThat>, workMs: number, arrivedAt = Date.now()) {
  const work = new Promise<string>((resolve) => setTimeout(resolve, workMs, 'done'));
  const response = respondInTime(
    arrivedAt,
    used,
  )<string | AppError>(work)
    .catch((error: unknown) => error)
    .then((outcome) => ({ outcome, afterMs: Date.now() - arrivedAt }));
  await jest.advanceTimersByTimeAsync(workMs);
  return await response;
}

describe('a response in time', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is the result of the work, without checking the database if that is quick', async () => {
    const used = databaseThat(() => 0);
    await expect(respondInTime(Date.now(), used)(Promise.resolve(7))).resolves.toBe(7);
    await expect(respondInTime(Date.now(), used)(Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(used.confirmsWrites).not.toHaveBeenCalled();
  });

  it('waits for slow work as long as writes are confirmed', async () => {
    const used = databaseThat(() => 700);
    await expect(responseOf(used, 20_000)).resolves.toEqual({ outcome: 'done', afterMs: 20_000 });
    expect(used.confirmsWrites).toHaveBeenCalledTimes(44);
  });

  it('does not treat a few seconds without a confirmation as a database that confirms none', async () => {
    for (let stallsAt = 0; stallsAt <= 10_000; stallsAt += 100) {
      const from = Date.now() + stallsAt;
      const until = from + 2_700;
      const used = databaseThat((sentAt) => (sentAt >= from ? Math.max(0, until - sentAt) : 0));
      await expect(responseOf(used, 20_000)).resolves.toMatchObject({ outcome: 'done' });
    }
  });

  it('is an error within eight seconds if a write is confirmed only once in two seconds, however these lie', async () => {
    for (let phase = 0; phase < 2_000; phase += 50) {
      const used = databaseThat((sentAt) => 2_000 - ((sentAt + phase) % 2_000));
      const { outcome, afterMs } = await responseOf(used, 20_000);
      expect(outcome).toBeInstanceOf(AppError);
      expect(afterMs).toBeLessThan(8_000);
    }
  });

  it('comes within seven seconds of the arrival if no write is confirmed, whichever part of the work is late', async () => {
    for (let earlierMs = 0; earlierMs <= 6_500; earlierMs += 500) {
      const arrivedAt = Date.now();
      const inTime = respondInTime(
        arrivedAt,
        databaseThat(() => Number.POSITIVE_INFINITY),
      );
      const parts = async (): Promise<void> => {
        await inTime(new Promise((resolve) => setTimeout(resolve, earlierMs)));
        await inTime(new Promise((resolve) => setTimeout(resolve, 20_000)));
      };
      const response = parts().catch(() => Date.now() - arrivedAt);
      await jest.advanceTimersByTimeAsync(30_000);
      expect(await response).toBeLessThanOrEqual(7_000);
    }
  });

  it("is an error if no write is confirmed, counted from the arrival of the request; the work's later result does no harm", async () => {
    const used = databaseThat(() => Number.POSITIVE_INFINITY);
    const work = new Promise((_resolve, reject) => setTimeout(reject, 12_000, new Error('too late')));
    const response = respondInTime(Date.now() - 4_000, used)(work).catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(5_500);
    const error = await response;
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'INTERNAL_ERROR', retryAfterSeconds: 5 });
    await jest.advanceTimersByTimeAsync(10_000);
  });
});

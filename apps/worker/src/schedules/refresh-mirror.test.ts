import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { silentLogger } from '@leadbridge/platform';
import { PsaRefusedError, PsaUnavailableError } from '@leadbridge/usecases';

import { refreshMirrorOnSchedule } from './refresh-mirror.js';

const listeners = new Set<() => void>();
const wakeUps = {
  on(what: string, listener: () => void) {
    expect(what).toBe('psa_mirror');
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

it('keeps its lease while a page takes long, and another worker gets it soon after a worker has died', async () => {
  const lengths: number[] = [];
  let endPage: () => void = () => undefined;
  const schedule = refreshMirrorOnSchedule({
    leases: {
      acquire: async (_lease, _holder, lengthMs) => {
        lengths.push(lengthMs);
        return Promise.resolve(true);
      },
      release: async () => Promise.resolve(),
    },
    refresh: async () =>
      new Promise((resolve) => {
        endPage = () => {
          resolve(60_000);
        };
      }),
    wakeUps,
    logger: silentLogger,
  });
  await jest.advanceTimersByTimeAsync(25_000);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(15_000);
  // Each time before the lease expires.
  expect(lengths.length).toBeGreaterThan(25_000 / Math.max(...lengths));

  endPage();
  await jest.advanceTimersByTimeAsync(0);
  const taken = lengths.length;
  await jest.advanceTimersByTimeAsync(30_000);
  expect(lengths).toHaveLength(taken);
  await schedule.stop();
});

it.each([
  ['is away', new PsaUnavailableError('away'), 60],
  ['refuses the list', new PsaRefusedError('Not without a search', 400), 1],
])('retries soon if the PSA %s only if that may help', async (_name, error, calls) => {
  const refresh = jest.fn(async () => Promise.reject<number>(error));
  const leases = { acquire: async () => Promise.resolve(true), release: async () => Promise.resolve() };
  const schedule = refreshMirrorOnSchedule({ leases, refresh, wakeUps, logger: silentLogger });
  await jest.advanceTimersByTimeAsync(599_000);
  expect(refresh).toHaveBeenCalledTimes(calls);
  await schedule.stop();
});

it('begins at once when somebody waits for a scan, as long as it runs', async () => {
  const refresh = jest.fn(async () => Promise.resolve(8_000));
  const leases = { acquire: async () => Promise.resolve(true), release: async () => Promise.resolve() };
  const schedule = refreshMirrorOnSchedule({ leases, refresh, wakeUps, logger: silentLogger });
  await jest.advanceTimersByTimeAsync(1_000);
  expect(refresh).toHaveBeenCalledTimes(1);
  listeners.forEach((wake) => {
    wake();
  });
  await jest.advanceTimersByTimeAsync(0);
  expect(refresh).toHaveBeenCalledTimes(2);
  await schedule.stop();
  expect(listeners.size).toBe(0);
});

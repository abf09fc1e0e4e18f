import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { silentLogger } from '@leadbridge/platform';

import { forgetExpired } from './forget-expired.js';

const hour = 3_600_000;
const clock = { now: () => Date.UTC(2026, 5, 30) };

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

describe('forgetExpired', () => {
  it('removes entries older than their retention, at once and every hour until it is stopped', async () => {
    const removeBefore = jest.fn((_before: Date) => Promise.resolve(0));
    const schedule = forgetExpired({
      what: 'audit entries',
      records: { removeBefore },
      keepDays: 30,
      clock,
      logger: silentLogger,
    });
    expect(removeBefore.mock.calls).toEqual([[new Date('2026-05-31T00:00:00Z')]]);
    await jest.advanceTimersByTimeAsync(2 * hour);
    expect(removeBefore).toHaveBeenCalledTimes(3);
    await schedule.stop();
    await jest.advanceTimersByTimeAsync(2 * hour);
    expect(removeBefore).toHaveBeenCalledTimes(3);
  });

  it('logs a failure, and tries again', async () => {
    const removeBefore = jest.fn(() => Promise.reject(new Error('MongoDB is away')));
    const warn = jest.fn();
    const schedule = forgetExpired({
      what: 'audit entries',
      records: { removeBefore },
      keepDays: 1,
      clock,
      logger: { ...silentLogger, warn },
    });
    await jest.advanceTimersByTimeAsync(hour);
    expect(warn).toHaveBeenCalledTimes(2);
    await schedule.stop();
  });

  it('removes nothing if entries are kept forever', async () => {
    const removeBefore = jest.fn(() => Promise.resolve(0));
    const schedule = forgetExpired({
      what: 'audit entries',
      records: { removeBefore },
      keepDays: null,
      clock,
      logger: silentLogger,
    });
    await jest.advanceTimersByTimeAsync(2 * hour);
    expect(removeBefore).not.toHaveBeenCalled();
    await schedule.stop();
  });
});

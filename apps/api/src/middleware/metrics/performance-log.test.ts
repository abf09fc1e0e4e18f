import { afterEach, describe, expect, it } from '@jest/globals';
import { silentLogger } from '@leadbridge/platform';
import type { RedisConnection } from '@leadbridge/queue';

import { createPerformanceLog, type MeasuredRequest, type PerformanceLog } from './performance-log.js';

const start = Date.parse('2026-01-31T09:00:30.000Z');
const minute = 60_000;
const read: MeasuredRequest = { endpoint: 'GET /leads', failed: false, milliseconds: 10, bytes: 100 };

/** The commands that the log uses, on hashes in memory. */
class FakeRedis {
  readonly hashes = new Map<string, Map<string, number>>();
  readonly lifetimes = new Map<string, number>();
  isAway = false;
  roundTrips = 0;

  multi() {
    const commands: (() => void)[] = [];
    const pipeline = {
      hincrby: (key: string, field: string, amount: number) => {
        commands.push(() => {
          const hash = this.hashes.get(key) ?? new Map<string, number>();
          this.hashes.set(key, hash.set(field, (hash.get(field) ?? 0) + amount));
        });
        return pipeline;
      },
      expire: (key: string, seconds: number) => {
        commands.push(() => this.lifetimes.set(key, seconds));
        return pipeline;
      },
      exec: async () => {
        await this.respond();
        commands.forEach((command) => {
          command();
        });
      },
    };
    return pipeline;
  }

  async hgetall(key: string): Promise<Record<string, string>> {
    await this.respond();
    return Object.fromEntries(
      [...(this.hashes.get(key) ?? [])].map(([field, amount]) => [field, String(amount)]),
    );
  }

  private async respond(): Promise<void> {
    this.roundTrips += 1;
    await Promise.resolve();
    if (this.isAway) {
      throw new Error('Redis is away');
    }
  }
}

const open: PerformanceLog[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map(async (log) => log.stop()));
});

function world() {
  const redis = new FakeRedis();
  const time = { now: start };
  const newLog = (): PerformanceLog => {
    const log = createPerformanceLog({
      redis: redis as unknown as RedisConnection,
      keyPrefix: 'lb',
      clock: { now: () => time.now },
      logger: silentLogger,
    });
    open.push(log);
    return log;
  };
  return { redis, time, newLog, log: newLog() };
}

describe('the measurements of requests', () => {
  it('add up over all processes', async () => {
    const { log, newLog } = world();
    const other = newLog();
    log.record(read);
    other.record({ ...read, failed: true, milliseconds: 30 });
    await other.read(5);
    expect(await log.read(5)).toMatchObject({
      requests: 2,
      average: 20,
      errorRate: 0.5,
      errorRateByEndpoint: { 'GET /leads': 0.5 },
      requestsPerMinute: 0.4,
      bytes: 200,
      isPartial: false,
    });
  });

  it('count a stream without its duration, and a stray path without an endpoint', async () => {
    const { log } = world();
    log.record({ ...read, milliseconds: null });
    log.record({ ...read, endpoint: null });
    expect(await log.read(5)).toMatchObject({
      requests: 2,
      average: 10,
      errorRateByEndpoint: { 'GET /leads': 0 },
    });
  });

  it('are saved in one round trip, however many there are', async () => {
    const { log, redis } = world();
    for (let count = 0; count < 500; count += 1) {
      log.record(read);
    }
    await log.stop();
    expect(redis.roundTrips).toBe(1);
  });

  it('need no round trip without requests', async () => {
    const { log, redis } = world();
    await log.stop();
    expect(redis.roundTrips).toBe(0);
  });
});

describe('the window of a reading', () => {
  it('has the current minute and those before it', async () => {
    const { log, time } = world();
    log.record(read);
    time.now += 4 * minute;
    expect((await log.read(5)).requests).toBe(1);
    time.now += minute;
    expect((await log.read(5)).requests).toBe(0);
  });

  it('is read in steps of ten minutes if it is longer than an hour', async () => {
    const { log, redis, time } = world();
    log.record(read);
    time.now += 90 * minute;
    log.record(read);
    expect((await log.read(60)).requests).toBe(1);
    redis.roundTrips = 0;
    expect((await log.read(24 * 60)).requests).toBe(2);
    expect(redis.roundTrips).toBe(144);
  });

  it('is kept for two hours by minute, and for 26 by ten minutes', async () => {
    const { log, redis } = world();
    log.record(read);
    await log.stop();
    expect([...redis.lifetimes.values()].sort((a, b) => a - b)).toEqual([7_200, 93_600]);
  });
});

describe('while Redis is unavailable', () => {
  it('only the measurements of this process are shown, and said to be partial', async () => {
    const { log, newLog, redis } = world();
    const other = newLog();
    other.record(read);
    await other.read(5);
    redis.isAway = true;
    log.record(read);
    log.record(read);
    expect(await log.read(5)).toMatchObject({ requests: 2, isPartial: true });
  });

  it('nothing is lost, and nothing counted twice', async () => {
    const { log, redis } = world();
    redis.isAway = true;
    log.record(read);
    await log.read(5);
    log.record(read);
    await log.read(5);
    redis.isAway = false;
    expect(await log.read(5)).toMatchObject({ requests: 2, isPartial: false });
    expect(await log.read(5)).toMatchObject({ requests: 2 });
  });

  it('measurements of more than a day ago are dropped, so that the memory is bounded', async () => {
    const { log, redis, time } = world();
    redis.isAway = true;
    log.record(read);
    await log.read(5);
    time.now += 24 * 60 * minute;
    log.record(read);
    await log.read(5);
    redis.isAway = false;
    expect((await log.read(24 * 60)).requests).toBe(1);
  });
});

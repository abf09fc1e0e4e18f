import type { Clock, Logger, ShutdownStep } from '@leadbridge/platform';
import type { RedisConnection } from '@leadbridge/queue';

import { bucketOf, summarise, type PerformanceFigures } from './summarise.js';

/** One request that came to its end. */
export interface MeasuredRequest {
  /** The pattern of its path; null where no route answered. */
  readonly endpoint: string | null;
  /** By the service's fault: status 500 and above. */
  readonly failed: boolean;
  /** Null where the duration says nothing. */
  readonly milliseconds: number | null;
  /** Of both bodies. */
  readonly bytes: number;
}

/** What all API processes measured, kept in Redis for a day. */
export interface PerformanceLog extends ShutdownStep {
  record(request: MeasuredRequest): void;
  /** The last `minutes` calendar minutes, the current one included. */
  read(minutes: number): Promise<MeasuredPerformance>;
}

export interface MeasuredPerformance extends PerformanceFigures {
  /** True while Redis is away: what this process has measured since then, and nothing of the others. */
  readonly isPartial: boolean;
}

const flushMilliseconds = 1_000;
const minute = 60_000;
/** Short windows are read from minutes, long ones from tens of minutes. */
const grains = [
  { name: 'minute', minutes: 1, retentionSeconds: 2 * 3_600, upToMinutes: 60 },
  { name: 'ten', minutes: 10, retentionSeconds: 26 * 3_600, upToMinutes: 24 * 60 },
] as const;

/** Counts in memory, and adds what was counted to Redis once a second, in one round trip however many requests there were. */
export function createPerformanceLog(deps: {
  readonly redis: RedisConnection;
  readonly keyPrefix: string;
  readonly clock: Clock;
  readonly logger: Logger;
}): PerformanceLog {
  const { redis, keyPrefix, clock, logger } = deps;
  /** By minute, by field. */
  let counted = new Map<number, Map<string, number>>();
  const timer = setInterval(() => void flush(), flushMilliseconds).unref();

  function add(at: number, field: string, amount: number): void {
    const fields = counted.get(at) ?? new Map<string, number>();
    fields.set(field, (fields.get(field) ?? 0) + amount);
    counted.set(at, fields);
  }

  function key(grain: (typeof grains)[number], at: number): string {
    return `${keyPrefix}:performance:${grain.name}:${Math.floor(at / grain.minutes)}`;
  }

  async function flush(): Promise<void> {
    const batch = counted;
    counted = new Map();
    if (batch.size === 0) {
      return;
    }
    const pipeline = redis.multi();
    for (const [at, fields] of batch) {
      for (const grain of grains) {
        for (const [field, amount] of fields) {
          pipeline.hincrby(key(grain, at), field, Math.round(amount));
        }
        pipeline.expire(key(grain, at), grain.retentionSeconds);
      }
    }
    try {
      await pipeline.exec();
    } catch (error) {
      logger.debug('performance figures could not be saved; they are kept until the next attempt', { error });
      const oldest = Math.floor(clock.now() / minute) - grains[1].upToMinutes;
      for (const [at, fields] of batch) {
        if (at > oldest) {
          fields.forEach((amount, field) => add(at, field, amount));
        }
      }
    }
  }

  /** What Redis has not got yet. */
  function heldSince(minuteNumber: number): Record<string, string>[] {
    return [...counted]
      .filter(([at]) => at >= minuteNumber)
      .map(([, fields]) => Object.fromEntries([...fields].map(([field, amount]) => [field, String(amount)])));
  }

  return {
    name: 'performance log',

    record({ endpoint, failed, milliseconds, bytes }) {
      const at = Math.floor(clock.now() / minute);
      add(at, 'requests', 1);
      add(at, 'bytes', bytes);
      if (failed) {
        add(at, 'failed', 1);
      }
      if (milliseconds !== null) {
        add(at, 'microseconds', milliseconds * 1_000);
        add(at, `bucket ${bucketOf(milliseconds)}`, 1);
      }
      if (endpoint !== null) {
        add(at, `requests ${endpoint}`, 1);
        if (failed) {
          add(at, `failed ${endpoint}`, 1);
        }
      }
    },

    async read(minutes) {
      await flush();
      const grain = minutes <= grains[0].upToMinutes ? grains[0] : grains[1];
      const last = Math.floor(clock.now() / minute);
      const keys = Array.from({ length: Math.ceil(minutes / grain.minutes) }, (_, index) =>
        key(grain, last - index * grain.minutes),
      );
      try {
        const hashes = await Promise.all(keys.map((name) => redis.hgetall(name)));
        return { ...summarise(hashes, minutes), isPartial: false };
      } catch (error) {
        logger.debug('the figures of all processes cannot be read', { error });
        return { ...summarise(heldSince(last - minutes + 1), minutes), isPartial: true };
      }
    },

    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}

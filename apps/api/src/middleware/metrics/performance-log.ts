import type { Clock, Logger, ShutdownStep } from '@leadbridge/platform';
import type { RedisConnection } from '@leadbridge/queue';

import { bucketOf, summarise, type PerformanceFigures } from './summarise.js';

/** One finished request. */
export interface MeasuredRequest {
  /** The pattern of its path; null if no route matched. */
  readonly endpoint: string | null;
  /** Because of the service: status 500 and above. */
  readonly failed: boolean;
  /** Null if the duration means nothing. */
  readonly milliseconds: number | null;
  /** Of both bodies. */
  readonly bytes: number;
}

/** The measurements of all API processes, stored in Redis for a day. */
export interface PerformanceLog extends ShutdownStep {
  record(request: MeasuredRequest): void;
  /** The last `minutes` calendar minutes, including the current one. */
  read(minutes: number): Promise<MeasuredPerformance>;
}

export interface MeasuredPerformance extends PerformanceFigures {
  /** True while Redis is unavailable: only the measurements of this process since then. */
  readonly isPartial: boolean;
}

const flushMs = 1_000;
const minuteMs = 60_000;
/** Short windows are read from minutes, long ones from tens of minutes. */
const resolutions = [
  { name: 'minute', minutes: 1, retentionSeconds: 2 * 3_600, upToMinutes: 60 },
  { name: 'ten', minutes: 10, retentionSeconds: 26 * 3_600, upToMinutes: 24 * 60 },
] as const;

type Resolution = (typeof resolutions)[number];

/** Amounts by field. */
type Fields = Map<string, number>;

/**
 * Counts in memory, and adds the counts to Redis once a second, in one round trip however many requests there
 * were.
 */
export function createPerformanceLog(deps: {
  readonly redis: RedisConnection;
  readonly keyPrefix: string;
  readonly clock: Clock;
  readonly logger: Logger;
}): PerformanceLog {
  const { redis, keyPrefix, clock, logger } = deps;
  /** Counts that are not in Redis yet, by minute. */
  let counted = new Map<number, Fields>();
  const timer = setInterval(() => void flush(), flushMs).unref();
  const minuteNow = (): number => Math.floor(clock.now() / minuteMs);
  const key = (grain: Resolution, at: number): string =>
    `${keyPrefix}:performance:${grain.name}:${Math.floor(at / grain.minutes)}`;

  function add(at: number, field: string, amount: number): void {
    const fields: Fields = counted.get(at) ?? new Map<string, number>();
    counted.set(at, fields.set(field, (fields.get(field) ?? 0) + amount));
  }

  async function flush(): Promise<void> {
    const batch = counted;
    counted = new Map();
    if (batch.size === 0) {
      return;
    }
    try {
      await addTo(redis, batch, key);
    } catch (error) {
      logger.debug('performance figures could not be saved; they are kept until the next attempt', { error });
      const oldest = minuteNow() - resolutions[1].upToMinutes;
      for (const [at, fields] of [...batch].filter(([minute]) => minute > oldest)) {
        fields.forEach((amount, field) => add(at, field, amount));
      }
    }
  }

  return {
    name: 'performance log',

    record({ endpoint, failed, milliseconds, bytes }) {
      const at = minuteNow();
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
      const resolution = minutes <= resolutions[0].upToMinutes ? resolutions[0] : resolutions[1];
      const last = minuteNow();
      const keys = Array.from({ length: Math.ceil(minutes / resolution.minutes) }, (_, index) =>
        key(resolution, last - index * resolution.minutes),
      );
      try {
        const hashes = await Promise.all(keys.map((name) => redis.hgetall(name)));
        return { ...summarise(hashes, minutes), isPartial: false };
      } catch (error) {
        logger.debug('the figures of all processes cannot be read', { error });
        const kept = [...counted].filter(([at]) => at > last - minutes);
        const hashes = kept.map(([, fields]) => Object.fromEntries(fields));
        return { ...summarise(hashes, minutes), isPartial: true };
      }
    },

    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}

async function addTo(
  redis: RedisConnection,
  batch: ReadonlyMap<number, Fields>,
  key: (grain: Resolution, at: number) => string,
): Promise<void> {
  const pipeline = redis.multi();
  for (const [at, fields] of batch) {
    for (const resolution of resolutions) {
      for (const [field, amount] of fields) {
        pipeline.hincrby(key(resolution, at), field, Math.round(amount));
      }
      pipeline.expire(key(resolution, at), resolution.retentionSeconds);
    }
  }
  await pipeline.exec();
}

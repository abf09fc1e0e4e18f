import type { Clock, Logger, ShutdownStep } from '@leadbridge/platform';
import type { RedisConnection } from '@leadbridge/queue';

import { bucketOf, summarise, type PerformanceFigures } from './summarise.js';

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

interface Parts {
  readonly redis: RedisConnection;
  readonly keyPrefix: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Counts in memory, and adds the counts to Redis once a second, in one round trip however many requests there were. */
export function createPerformanceLog({ redis, keyPrefix, clock, logger }: Parts): PerformanceLog {
  /** Counts that are not in Redis yet, by minute. */
  let counted = new Map<number, Fields>();
  const timer = setInterval(() => void flush(), flushMs).unref();
  const minuteNow = (): number => Math.floor(clock.now() / minuteMs);

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
      await addTo(redis, batch, keyPrefix);
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

    record(request) {
      const at = minuteNow();
      countsOf(request).forEach(([field, amount]) => add(at, field, amount));
    },

    async read(minutes) {
      await flush();
      const last = minuteNow();
      try {
        const keys = keysOf(keyPrefix, last, minutes);
        const hashes = await Promise.all(keys.map((key) => redis.hgetall(key)));
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

function countsOf({ endpoint, failed, milliseconds, bytes }: MeasuredRequest) {
  const counts: [field: string, amount: number][] = [
    ['requests', 1],
    ['bytes', bytes],
  ];
  if (failed) {
    counts.push(['failed', 1]);
  }
  if (milliseconds !== null) {
    counts.push(['microseconds', milliseconds * 1_000], [`bucket ${bucketOf(milliseconds)}`, 1]);
  }
  if (endpoint !== null) {
    counts.push([`requests ${endpoint}`, 1]);
  }
  if (endpoint !== null && failed) {
    counts.push([`failed ${endpoint}`, 1]);
  }
  return counts;
}

function keyOf(prefix: string, { name, minutes }: Resolution, at: number): string {
  return `${prefix}:performance:${name}:${Math.floor(at / minutes)}`;
}

/** Of so many minutes up to the last one. */
function keysOf(prefix: string, last: number, minutes: number): string[] {
  const resolution = minutes <= resolutions[0].upToMinutes ? resolutions[0] : resolutions[1];
  return Array.from({ length: Math.ceil(minutes / resolution.minutes) }, (_, index) =>
    keyOf(prefix, resolution, last - index * resolution.minutes),
  );
}

async function addTo(
  redis: RedisConnection,
  batch: ReadonlyMap<number, Fields>,
  prefix: string,
): Promise<void> {
  const pipeline = redis.multi();
  for (const [at, fields] of batch) {
    for (const resolution of resolutions) {
      for (const [field, amount] of fields) {
        pipeline.hincrby(keyOf(prefix, resolution, at), field, Math.round(amount));
      }
      pipeline.expire(keyOf(prefix, resolution, at), resolution.retentionSeconds);
    }
  }
  await pipeline.exec();
}

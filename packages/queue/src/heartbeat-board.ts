import { psaFailureReasons } from '@leadbridge/contracts';
import type { HeartbeatBoard, PsaCallSummary } from '@leadbridge/usecases';

import type { RedisConnection } from './connections.js';

/** Five heartbeats: a late one does not count as death. */
const aliveMs = 10_000;
/** How long dead workers are kept while others live; the last one is kept forever. */
const rememberedMs = 3_600_000;

interface Beat {
  /** Unix milliseconds, by the clock of Redis. */
  readonly at: number;
  readonly isEnded: boolean;
  readonly psaCalls: PsaCallSummary;
}

/**
 * A hash of the workers' latest heartbeats. All times are by the clock of Redis, because those of the workers
 * and APIs may differ.
 *
 * @param keyPrefix the prefix of the queues; `docker/worker-health.mjs` reads the same key
 */
export function createHeartbeatBoard(redis: RedisConnection, keyPrefix: string): HeartbeatBoard {
  const key = `${keyPrefix}:heartbeats`;
  const probeKey = `${keyPrefix}:psa-probe`;

  async function readAll(): Promise<{ readonly now: number; readonly beats: ReadonlyMap<string, Beat> }> {
    const [time, fields] = (await redis.multi().time().hgetall(key).exec()) ?? [];
    const now = readTime(time?.[1]);
    const beats = Object.entries((fields?.[1] ?? {}) as Record<string, string>).map(
      ([instance, text]): [string, Beat | null] => [instance, readBeat(text)],
    );
    return { now, beats: new Map(beats.filter((entry): entry is [string, Beat] => entry[1] !== null)) };
  }

  async function put(instance: string, beat: Omit<Beat, 'at'>): Promise<void> {
    const { now, beats } = await readAll();
    const old = [...beats].filter(([name, { at }]) => name !== instance && at < now - rememberedMs);
    const write = redis.multi().hset(key, instance, JSON.stringify({ at: now, ...beat }));
    if (old.length > 0) {
      write.hdel(key, ...old.map(([name]) => name));
    }
    await write.exec();
  }

  return {
    publish: async (instance, psaCalls) => put(instance, { isEnded: false, psaCalls }),

    withdraw: async (instance) =>
      put(instance, { isEnded: true, psaCalls: { answerAgeMs: null, failures: null } }),

    async read() {
      const { now, beats } = await readAll();
      const all = [...beats.values()];
      return {
        alive: all
          .filter(({ at, isEnded }) => !isEnded && now - at <= aliveMs)
          .map(({ at, psaCalls }) => agedBy(now - at, psaCalls)),
        lastAgeMs: all.length === 0 ? null : Math.max(0, now - Math.max(...all.map(({ at }) => at))),
      };
    },

    async claimPsaProbe(leaseMs) {
      return (await redis.set(probeKey, '1', 'PX', Math.round(leaseMs), 'NX')) === 'OK';
    },
  };
}

function readTime(reply: unknown): number {
  const [seconds, microseconds] = (Array.isArray(reply) ? reply : []).map(Number);
  return (seconds ?? Number.NaN) * 1_000 + Math.floor((microseconds ?? 0) / 1_000);
}

/** Another release may write another format: an unreadable heartbeat is skipped. */
function readBeat(text: string): Beat | null {
  const value = JSON.parse(text) as Partial<Beat>;
  const { at, isEnded, psaCalls } = value;
  if (typeof at !== 'number' || psaCalls === undefined) {
    return null;
  }
  const { failures } = psaCalls;
  const isKnown = failures !== null && psaFailureReasons.includes(failures.reason);
  return { at, isEnded: isEnded === true, psaCalls: { ...psaCalls, failures: isKnown ? failures : null } };
}

function agedBy(ms: number, calls: PsaCallSummary): PsaCallSummary {
  const { answerAgeMs, failures, setup } = calls;
  return {
    ...calls,
    ...(setup === undefined ? {} : { setup: { ...setup, ageMs: setup.ageMs + ms } }),
    answerAgeMs: answerAgeMs === null ? null : answerAgeMs + ms,
    failures:
      failures === null
        ? null
        : { ...failures, firstAgeMs: failures.firstAgeMs + ms, lastAgeMs: failures.lastAgeMs + ms },
  };
}

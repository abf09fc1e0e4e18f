import { runRedisScript } from '@leadbridge/platform';
import type { QueueTraces } from '@leadbridge/usecases';
import { Cluster } from 'ioredis';

import type { RedisConnection } from './connections.js';
import type { Queues } from './queues.js';

const scanCount = 500;
const streamPage = 500;
const erased = '[erased]';

/** Sets fields of a hash, unless BullMQ has removed its job meanwhile. Returns one element if it did. */
const replaceScript = `
if redis.call('EXISTS', KEYS[1]) == 0 then
  return {}
end
redis.call('HSET', KEYS[1], unpack(ARGV))
return {1}
`;

/** Fields of a BullMQ job that may contain texts of other systems. */
const textFields = ['failedReason', 'stacktrace', 'returnvalue'] as const;

interface QueueTracesSettings {
  readonly connection: RedisConnection;
  readonly queues: Queues;
  readonly prefix: string;
}

/** Jobs and job events in Redis contain ids; only error texts may name a person there. */
export function createQueueTraces(settings: QueueTracesSettings): QueueTraces {
  return {
    async erase(jobIds, isMention) {
      let count = 0;
      for await (const { queue, jobId } of endedJobs(settings, jobIds)) {
        count += await queue.remove(jobId);
      }
      for await (const { key, named } of failuresThatName(settings, isMention)) {
        const fields = named.flatMap((field) => [field, replacement(field)]);
        count += (await runRedisScript(settings.connection, replaceScript, [key], fields)).length;
      }
      await eraseEvents(settings, new Set(jobIds), isMention);
      return count;
    },

    async count(jobIds, isMention) {
      const removed = new Set<string>();
      for await (const { queue, jobId } of endedJobs(settings, jobIds)) {
        removed.add(queue.toKey(jobId));
      }
      let count = removed.size;
      for await (const { key } of failuresThatName(settings, isMention)) {
        count += removed.has(key) ? 0 : 1;
      }
      return count;
    },
  };
}

/** Scans every node of a cluster, because each has its own keys. */
async function* scanKeys({ connection, prefix }: QueueTracesSettings): AsyncIterable<string[]> {
  const servers = connection instanceof Cluster ? connection.nodes('master') : [connection];
  for (const server of servers) {
    yield* server.scanStream({ match: `${prefix}:*`, type: 'hash', count: scanCount }) as AsyncIterable<
      string[]
    >;
  }
}

async function* endedJobs({ queues }: QueueTracesSettings, jobIds: readonly string[]) {
  for (const queue of Object.values(queues)) {
    for (const jobId of jobIds) {
      const state = await queue.getJobState(jobId);
      if (state === 'completed' || state === 'failed') {
        yield { queue, jobId };
      }
    }
  }
}

async function* failuresThatName(settings: QueueTracesSettings, isMention: (text: string) => boolean) {
  for await (const keys of scanKeys(settings)) {
    for (const key of keys) {
      const texts = await settings.connection.hmget(key, ...textFields);
      const named = textFields.filter((_, index) => isMention(texts[index] ?? ''));
      if (named.length > 0) {
        yield { key, named };
      }
    }
  }
}

/** The events for listeners: the ends of jobs, which Redis stores for late readers. Those of the person's jobs may quote them escaped. */
async function eraseEvents(
  { connection, queues }: QueueTracesSettings,
  jobIds: ReadonlySet<string>,
  isMention: (text: string) => boolean,
): Promise<void> {
  for (const queue of Object.values(queues)) {
    const stream = queue.keys['events'] ?? '';
    for (let from = '-'; ;) {
      const entries = await connection.xrange(stream, from, '+', 'COUNT', streamPage);
      const isTheirs = (fields: readonly string[]): boolean =>
        (fields.includes('failedReason') && fields.some((field) => jobIds.has(field))) ||
        fields.some(isMention);
      const named = entries.filter(([, fields]) => isTheirs(fields)).map(([id]) => id);
      if (named.length > 0) {
        await connection.xdel(stream, ...named);
      }
      const last = entries.at(-1);
      if (last === undefined || entries.length < streamPage) {
        break;
      }
      from = `(${last[0]}`;
    }
  }
}

/** In the format in which BullMQ reads the field. */
function replacement(field: (typeof textFields)[number]): string {
  return field === 'failedReason' ? erased : field === 'stacktrace' ? JSON.stringify([erased]) : 'null';
}

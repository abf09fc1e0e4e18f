import type { JobQueueKey } from '@leadbridge/contracts';
import { readRedisUrl, type RedisSettings } from '@leadbridge/platform';
import type { JobsOptions } from 'bullmq';

/**
 * Prefix of all keys in Redis; installations that share a server must use different databases. In a cluster
 * it is a hash tag, because scripts and transactions over several keys only work within one slot.
 */
export function redisPrefixOf({ redisUrl }: Pick<RedisSettings, 'redisUrl'>): string {
  return readRedisUrl(redisUrl).kind === 'cluster' ? '{leadbridge}' : 'leadbridge';
}

/**
 * The queues and their properties. A queue contains only the id of a record: the record in MongoDB is the
 * source of truth, and what Redis loses is restored from it. The job catalog defines which jobs a queue
 * carries, and how often each is tried.
 */
export interface QueueDefinition {
  readonly name: string;
  /** Milliseconds before each retry; the last one applies to all further ones. */
  readonly retryDelays: readonly number[];
}

/** A caller waits for the result: all attempts are made within the usual wait. */
const whileCallerWaits = { retryDelays: [500, 1_500, 4_000] } as const;
const patient = { retryDelays: [1_000, 5_000, 15_000, 60_000, 300_000] } as const;

export const queueCatalog = {
  leadImports: { name: 'lead-imports', ...whileCallerWaits },
  /** Transitions of leads, prospects and opportunities, and their notes. */
  lifecycle: { name: 'lifecycle', ...whileCallerWaits },
  /** Opt-outs have their own queue, so that they wait behind nothing else. */
  optOuts: { name: 'opt-outs', ...whileCallerWaits },
  /** Lists of opt-outs, so that none waits behind imports. */
  optOutLists: { name: 'opt-out-lists', ...patient },
  /** Other changes that people make to tickets in the PSA. */
  ticketChanges: { name: 'ticket-changes', ...whileCallerWaits },
  /** Erasures also wait behind nothing else, and are never given up: once begun, they are completed. */
  erasures: { name: 'erasures', ...patient },
  mirrorRebuilds: { name: 'mirror-rebuilds', ...patient },
  psaChecks: { name: 'psa-checks', ...whileCallerWaits },
  /** Comparisons of the PSA with the records, and the remedies for their findings. */
  reconciliations: { name: 'reconciliations', ...patient },
  /**
   * One job for each webhook with pending deliveries, so that none waits behind another. The deliveries are
   * stored as rows, and lost jobs are restored from them within a second; a failed job is soon added again.
   */
  webhookDeliveries: { name: 'webhook-deliveries', retryDelays: [500, 2_000] },
  /** Undos of imports, so that none waits behind imports. */
  undos: { name: 'undos', ...patient },
  bulkImports: { name: 'bulk-imports', ...patient },
} as const satisfies Record<JobQueueKey | 'webhookDeliveries', QueueDefinition>;

export type QueueKey = keyof typeof queueCatalog;

/** For callers that wait, and for operators; the records of jobs stay longer. */
export const retention: Pick<JobsOptions, 'removeOnComplete' | 'removeOnFail'> = {
  removeOnComplete: { age: 3_600, count: 5_000 },
  removeOnFail: { age: 7 * 24 * 3_600, count: 10_000 },
};

/**
 * A killed worker's job is recovered within lock duration plus check interval. The number of recoveries is no
 * reason to fail a job, because it says more about the machines than about the job.
 */
export const recovery = { lockDuration: 8_000, stalledInterval: 3_000, maxStalledCount: 1_000 } as const;

import type { JobQueueKey } from '@leadbridge/contracts';
import { readRedisUrl, type RedisSettings } from '@leadbridge/platform';
import type { JobsOptions } from 'bullmq';

/**
 * All keys in Redis begin with it; installations that share a server use databases of their own. In a cluster it is a hash tag, as scripts and
 * transactions over several keys work on keys of one slot alone.
 */
export function redisPrefixOf({ redisUrl }: Pick<RedisSettings, 'redisUrl'>): string {
  return readRedisUrl(redisUrl).kind === 'cluster' ? '{leadbridge}' : 'leadbridge';
}

/**
 * The queues, and what each promises. A queue holds the id of a record and nothing else: the record in MongoDB is the truth, and
 * what Redis loses is put back from it. Which jobs a queue carries, and how often each is tried, says the catalogue of jobs.
 */
export interface QueueDefinition {
  readonly name: string;
  /** Milliseconds before each repetition; the last one holds for all that follow. */
  readonly retryDelays: readonly number[];
}

/** Someone waits for the answer to these: all attempts are made within the usual wait. */
const answeredSoon = { retryDelays: [500, 1_500, 4_000] } as const;
const patient = { retryDelays: [1_000, 5_000, 15_000, 60_000, 300_000] } as const;

export const queueCatalog = {
  leadImports: { name: 'lead-imports', ...answeredSoon },
  /** Moves of leads, prospects and opportunities, and what is recorded on them. */
  lifecycle: { name: 'lifecycle', ...answeredSoon },
  /** Opt-outs have a queue of their own, so that they wait behind nothing else. */
  optOuts: { name: 'opt-outs', ...answeredSoon },
  /** What else people change on tickets in the PSA. */
  ticketChanges: { name: 'ticket-changes', ...answeredSoon },
  /** Erasures wait behind nothing else either, and are never given up: what was begun is brought to its end. */
  erasures: { name: 'erasures', ...patient },
  mirrorRebuilds: { name: 'mirror-rebuilds', ...patient },
  psaChecks: { name: 'psa-checks', ...answeredSoon },
  /** Comparisons of the PSA with the records, and the remedies of what they have found. */
  reconciliations: { name: 'reconciliations', ...patient },
  /**
   * One job for each webhook that has something to be sent, so that none waits behind another. The deliveries are rows, and what this
   * queue loses is found from them within a second; a job that fails is soon brought in again.
   */
  webhookDeliveries: { name: 'webhook-deliveries', retryDelays: [500, 2_000] },
  /** Undos of imports, so that none waits behind the imports of others. */
  undos: { name: 'undos', ...patient },
  bulkImports: { name: 'bulk-imports', ...patient },
} as const satisfies Record<JobQueueKey | 'webhookDeliveries', QueueDefinition>;

export type QueueKey = keyof typeof queueCatalog;

/** Finished jobs stay a while, for those who wait for them and for the operators; their records stay longer. */
export const retention: Pick<JobsOptions, 'removeOnComplete' | 'removeOnFail'> = {
  removeOnComplete: { age: 3_600, count: 5_000 },
  removeOnFail: { age: 7 * 24 * 3_600, count: 10_000 },
};

/**
 * A killed worker's job comes back within lock plus check; the number of times is no reason to give a job up, as it says more
 * about the machines than about the job.
 */
export const recovery = { lockDuration: 8_000, stalledInterval: 3_000, maxStalledCount: 1_000 } as const;

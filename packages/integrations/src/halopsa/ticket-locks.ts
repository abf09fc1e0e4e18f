import { PsaUnavailableError } from '@leadbridge/usecases';
import { Mutex } from 'redis-semaphore';

import type { PsaClientSettings } from '../psa/psa-settings.js';

/** The right to change a ticket, which one worker has at a time. */
export interface TicketLock {
  /** To be awaited right before the ticket is written. @throws PsaUnavailableError where another worker may have taken the lock over */
  assertHeld(): Promise<void>;
}

export type WithTicketLock = <T>(ticketId: number, work: (lock: TicketLock) => Promise<T>) => Promise<T>;

/** A worker that froze or was killed holds up the others no longer than that. */
const lockMs = 30_000;
/** Longer than one change takes, with retries of the PSA; shorter than a job waits for its claims. */
const acquireMs = 60_000;
const retryMs = 100;

const options = {
  lockTimeout: lockMs,
  acquireTimeout: acquireMs,
  retryInterval: retryMs,
  // The work sees it by `assertHeld`; without this the library throws where nobody catches.
  onLockLost: () => undefined,
} as const;

/**
 * Locks for all workers of one PSA, in Redis. They hold as long as `work` takes, and are not held any more once Redis has lost them, by its
 * data or by a worker that was frozen: the work ends then, and is repeated with what stands in the PSA by that time.
 *
 * @throws PsaUnavailableError where a lock is not to be had, as Redis does not answer or another worker takes too long
 */
export function createTicketLocks({
  redis,
  keyPrefix,
}: Pick<PsaClientSettings, 'redis' | 'keyPrefix'>): WithTicketLock {
  return async (ticketId, work) => {
    const key = `${keyPrefix}:ticket:${ticketId}`;
    const mutex = new Mutex(redis, key, options);
    try {
      await mutex.acquire();
    } catch (cause) {
      throw new PsaUnavailableError('The tags of the ticket are being changed by another worker', { cause });
    }
    try {
      return await work({
        async assertHeld() {
          // By Redis and not by a timer of this process, which a freeze holds up too.
          const { identifier } = mutex;
          const held = new Mutex(redis, key, { ...options, identifier, acquiredExternally: true });
          const isHeld = await held.tryAcquire();
          held.stopRefresh();
          if (!isHeld) {
            throw new PsaUnavailableError('The lock of the ticket was lost while its tags were read');
          }
        },
      });
    } finally {
      await mutex.release().catch(() => undefined);
    }
  };
}

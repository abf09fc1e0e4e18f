import { PsaUnavailableError } from '@leadbridge/usecases';
import { Mutex } from 'redis-semaphore';

import type { PsaClientSettings } from '../psa/psa-settings.js';

/** The right to change a ticket; one worker has it at a time. */
export interface TicketLock {
  /**
   * Must be awaited directly before the ticket is written. @throws PsaUnavailableError if another worker may
   * have taken over the lock
   */
  assertHeld(): Promise<void>;
}

export type WithTicketLock = <T>(ticketId: number, work: (lock: TicketLock) => Promise<T>) => Promise<T>;

/** A worker that froze or was killed blocks the others no longer than this. */
const lockMs = 30_000;
/** Longer than one change takes including retries of the PSA; shorter than a job waits for its claims. */
const acquireMs = 60_000;
const retryMs = 100;

const options = {
  lockTimeout: lockMs,
  acquireTimeout: acquireMs,
  retryInterval: retryMs,
  // The work detects it with `assertHeld`; without this callback the library throws an uncaught error.
  onLockLost: () => undefined,
} as const;

/**
 * Locks in Redis for all workers of one PSA. A lock lasts as long as `work` runs. If it is lost, because
 * Redis lost its data or the worker froze, the work ends and is repeated with the PSA's state at that time.
 *
 * @throws PsaUnavailableError if a lock cannot be acquired, because Redis does not respond or another worker
 * takes too long
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
          // Checked in Redis and not with a timer of this process, which a freeze also stops.
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

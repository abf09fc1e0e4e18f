import type { TicketLock, WithTicketLock } from './ticket-locks.js';

/** Runs work on one ticket at a time. */
export type InTurn = WithTicketLock;

/**
 * A change that reads a ticket and sends part of it back must not overlap with another one, because the later
 * write would revert the earlier one. Work on different tickets does not wait. Within one process, the work
 * queues here, so that at most one task per ticket waits for the lock that all processes share.
 */
export function createTicketQueues(withLock: WithTicketLock): InTurn {
  const latest = new Map<number, Promise<unknown>>();
  return async <T>(ticketId: number, work: (lock: TicketLock) => Promise<T>) => {
    const before = latest.get(ticketId) ?? Promise.resolve();
    const run = async (): Promise<T> => withLock(ticketId, work);
    const turn = before.then(run, run);
    latest.set(ticketId, turn);
    try {
      return await turn;
    } finally {
      if (latest.get(ticketId) === turn) {
        latest.delete(ticketId);
      }
    }
  };
}

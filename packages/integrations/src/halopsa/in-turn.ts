import type { TicketLock, WithTicketLock } from './ticket-locks.js';

/** Runs work on one ticket after another. */
export type InTurn = WithTicketLock;

/**
 * Whoever reads a ticket to send part of it back with a change must not do so while another does: the later write would undo the earlier
 * one. Work on different tickets does not wait for each other. What one process does takes its turn here, so that at most one of it waits
 * for the lock that all processes share.
 */
export function createTurns(withLock: WithTicketLock): InTurn {
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

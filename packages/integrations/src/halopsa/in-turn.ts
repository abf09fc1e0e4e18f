/** Runs work on one ticket after another. */
export type InTurn = <T>(ticketId: number, work: () => Promise<T>) => Promise<T>;

/**
 * Whoever reads a ticket to send part of it back with a change must not do so while another does: the later write would undo the earlier
 * one. Holds within this process; work on different tickets does not wait for each other.
 */
export function createTurns(): InTurn {
  const latest = new Map<number, Promise<unknown>>();
  return async (ticketId, work) => {
    const before = latest.get(ticketId) ?? Promise.resolve();
    const turn = before.then(work, work);
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

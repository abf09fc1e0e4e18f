import type { WithTicketLock } from '../ticket-locks.js';

/** For a PSA that no other worker writes to. */
export const unsharedTickets: WithTicketLock = async (_ticketId, work) =>
  work({ assertHeld: async () => Promise.resolve() });

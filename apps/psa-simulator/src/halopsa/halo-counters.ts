import type { PsaState } from '../state/psa-state.js';
import type { TicketRow } from '../state/rows.js';
import { foreignBase } from './halo-setup.js';

/** How many tickets of the integration each contact has, by email address in lower case. */
export function ticketsPerPerson(state: PsaState): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const row of state.tickets.all().filter(({ tickettype_id: type }) => type < foreignBase)) {
    const email = (state.users.get(row.user_id)?.emailaddress ?? '').toLowerCase();
    counts.set(email, (counts.get(email) ?? 0) + 1);
  }
  return counts;
}

/** What was read of tickets that are not the integration's. */
export class HaloCounters {
  #foreignPages = 0;
  #foreignRows = 0;

  /** Pages of ticket lists that held a ticket of a foreign type. */
  get foreignPages(): number {
    return this.#foreignPages;
  }

  get foreignRows(): number {
    return this.#foreignRows;
  }

  /** Counts one returned page. */
  count(rows: readonly Pick<TicketRow, 'tickettype_id'>[]): void {
    const foreign = rows.filter(({ tickettype_id: type }) => type > foreignBase).length;
    this.#foreignRows += foreign;
    this.#foreignPages += foreign > 0 ? 1 : 0;
  }

  clear(): void {
    this.#foreignPages = 0;
    this.#foreignRows = 0;
  }
}

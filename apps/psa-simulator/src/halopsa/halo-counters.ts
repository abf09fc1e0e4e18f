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

/** What was read of tickets that are not the integration's: pages of ticket lists that held any, and such tickets. */
export interface HaloCounters {
  foreignPages: number;
  foreignRows: number;
}

/** Counts one returned page. */
export function countPage(counters: HaloCounters, rows: readonly Pick<TicketRow, 'tickettype_id'>[]): void {
  const foreign = rows.filter(({ tickettype_id: type }) => type > foreignBase).length;
  counters.foreignRows += foreign;
  counters.foreignPages += foreign > 0 ? 1 : 0;
}

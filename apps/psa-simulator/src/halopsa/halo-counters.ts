import type { TicketRow } from '../state/rows.js';
import { foreignBase } from './halo-setup.js';

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

  /** Counts one answered page. */
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

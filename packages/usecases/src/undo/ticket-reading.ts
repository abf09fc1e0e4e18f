import type { TicketSnapshot } from '@leadbridge/domain';
import pMap from 'p-map';

import { isRefusalOfOne, type PsaRefusedError } from '../ports/psa-errors.js';
import type { PsaSession } from '../ports/psa.js';
import { concurrentReads } from '../psa/concurrent-reads.js';
import { createTicketLocator } from './locate-tickets.js';

const leadTicketType = 1;
/** A page is worth reading if it saves this many reads of single tickets. */
const ticketsWorthAPage = 5;

/** Current tickets, or at most a few requests old, read with as few requests as possible. */
export interface TicketReading {
  /**
   * The tickets with these ids; tickets missing from the PSA are left out, and those that it refuses to show are apart.
   *
   * @param upcoming how many more will be read soon
   */
  read(
    session: Pick<PsaSession, 'listPage' | 'pageTickets' | 'getTicketForUpdate'>,
    ids: readonly number[],
    upcoming: number,
  ): Promise<{
    readonly found: ReadonlyMap<number, TicketSnapshot>;
    readonly refused: ReadonlyMap<number, PsaRefusedError>;
  }>;
}

/**
 * Reads the tickets of an undo: the pages that contain them, if the PSA lists in the order of ids. If it shows no
 * order, and few enough pages contain them all, reads the pages, and again once they have served five times as
 * many tickets as there are pages: larger undos need fewer requests per ticket, and changes by people are still
 * noticed.
 */
export function createTicketReading(): TicketReading {
  let held: { readonly tickets: ReadonlyMap<number, TicketSnapshot>; left: number } | null = null;
  let areTooMany = false;
  let isOrdered = true;
  const locator = createTicketLocator((ticket) => !isIncomplete(ticket));

  async function readPages(session: Pick<PsaSession, 'pageTickets'>, maxPages: number): Promise<typeof held> {
    const tickets = new Map<number, TicketSnapshot>();
    let pages = 0;
    for await (const { items, rowCount, total } of session.pageTickets({ tickettypeId: leadTicketType })) {
      pages += 1;
      const complete = items.filter((ticket) => !isIncomplete(ticket));
      complete.forEach((ticket) => tickets.set(ticket.id, ticket));
      const inAll = pages > 1 || total === null || rowCount === 0 ? pages : Math.ceil(total / rowCount);
      // If most rows are incomplete, pages save nothing.
      if (Math.max(pages, inAll) > maxPages || complete.length * 2 < items.length) {
        return null;
      }
    }
    return { tickets, left: pages * ticketsWorthAPage };
  }

  return {
    async read(session, ids, upcoming) {
      const ownPages = Math.floor(ids.length / ticketsWorthAPage);
      const located = isOrdered && ownPages > 0 ? await locator.locate(session, ids, ownPages) : null;
      isOrdered &&= ownPages === 0 || located !== null;
      const maxPages = isOrdered ? 0 : Math.floor((ids.length + upcoming) / ticketsWorthAPage);
      if (held !== null && held.left < ids.length) {
        held = null;
      }
      if (held === null && !areTooMany && maxPages > 0) {
        held = await readPages(session, maxPages);
        areTooMany = held === null;
      }
      const found = new Map<number, TicketSnapshot>();
      const refused = new Map<number, PsaRefusedError>();
      const missing: number[] = [];
      for (const id of ids) {
        const ticket = located?.get(id) ?? held?.tickets.get(id);
        if (ticket === undefined) {
          missing.push(id);
        } else {
          found.set(id, ticket);
        }
      }
      if (held !== null) {
        held.left -= ids.length;
      }
      await pMap(
        missing,
        async (id) => {
          try {
            const ticket = await session.getTicketForUpdate(id);
            if (ticket !== null) {
              found.set(id, ticket);
            }
          } catch (error) {
            if (!isRefusalOfOne(error)) {
              throw error;
            }
            refused.set(id, error);
          }
        },
        { concurrency: concurrentReads },
      );
      return { found, refused };
    },
  };
}

/** A list row that lacks data of the full ticket. */
function isIncomplete(ticket: TicketSnapshot): boolean {
  return ticket.lacksCustomFields === true || ticket.lastUpdatedBy === null;
}

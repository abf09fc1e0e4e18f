import type { TicketSnapshot } from '@leadbridge/domain';

import { minIdsForOrder, orderOfIds } from '../mirror/list-order.js';
import type { PsaSession } from '../ports/psa.js';

type Pages = Pick<PsaSession, 'listPage'>;
type Order = 'newest_first' | 'oldest_first';

/** The form of the PSA's list of tickets, as its first page shows it. */
interface ListForm {
  readonly order: Order;
  readonly pageRows: number;
  readonly pages: number;
}

/** The ids on a page that was read. */
interface Span {
  readonly number: number;
  readonly min: number;
  readonly max: number;
}

/**
 * Reads the pages of the PSA's list that contain tickets, without the pages between: the list is in the order
 * of the ids, and the tickets of an import were created together.
 *
 * @param isComplete whether a row contains all data of the ticket
 */
export function createTicketLocator(isComplete: (ticket: TicketSnapshot) => boolean) {
  let form: ListForm | null = null;
  /** Where the last tickets were found; the next ones are probably near. */
  let lastPage: number | null = null;
  let isUseless = false;

  return {
    /**
     * Those of the tickets that at most `maxPages` pages have shown.
     *
     * @returns null if the PSA's list shows no order, no count or mostly incomplete rows
     */
    async locate(
      session: Pages,
      ids: readonly number[],
      maxPages: number,
    ): Promise<ReadonlyMap<number, TicketSnapshot> | null> {
      const found = new Map<number, TicketSnapshot>();
      const spans: Span[] = [];
      let next: number | null = lastPage ?? 1;
      for (let read = 0; next !== null && read < maxPages && !isUseless; read += 1) {
        const number: number = next;
        const { items, total } = await session.listPage('tickets', { page: number, order: 'newest_first' });
        const complete = items.filter(isComplete);
        complete.forEach((ticket) => found.set(ticket.id, ticket));
        const shown = items.map(({ id }) => id);
        form ??= formOf(shown, total);
        isUseless = form === null || complete.length * 2 < items.length;
        if (form === null) {
          break;
        }
        spans.push(
          shown.length === 0
            ? beyond(form, number)
            : { number, min: Math.min(...shown), max: Math.max(...shown) },
        );
        lastPage = ids.some((id) => shown.includes(id)) ? number : lastPage;
        next = nextPage(form, spans, ids);
      }
      return isUseless ? null : found;
    },
  };
}

function formOf(ids: readonly number[], total: number | null): ListForm | null {
  const order = orderOfIds(ids);
  const isCounted = total !== null && total >= ids.length;
  return !isCounted || ids.length < minIdsForOrder || order === null || order === 'unknown'
    ? null
    : { order, pageRows: ids.length, pages: Math.ceil(total / ids.length) };
}

/** An empty page lies after the last. */
function beyond({ order }: ListForm, number: number): Span {
  const at = order === 'oldest_first' ? Number.MAX_SAFE_INTEGER : -1;
  return { number, min: at, max: at };
}

/** The page that probably shows the first ticket that no page can have shown yet; null if there is none. */
function nextPage(form: ListForm, spans: readonly Span[], ids: readonly number[]): number | null {
  for (const id of [...ids].sort((one, other) => other - one)) {
    if (spans.some(({ min, max }) => min <= id && id <= max)) {
      continue;
    }
    const page = pageBetween(form, spans, id);
    if (page !== null) {
      return page;
    }
  }
  return null;
}

function pageBetween({ order, pages }: ListForm, spans: readonly Span[], id: number): number | null {
  const older = spans.filter(({ max }) => max < id);
  const newer = spans.filter(({ min }) => min > id);
  const [before, after] = order === 'oldest_first' ? [older, newer] : [newer, older];
  const low = Math.max(0, ...before.map(({ number }) => number));
  const high = Math.min(pages + 1, ...after.map(({ number }) => number));
  if (high - low <= 1) {
    return null;
  }
  const from = before.find(({ number }) => number === low);
  const to = after.find(({ number }) => number === high);
  if (from === undefined || to === undefined) {
    // Imports are recent: begin with the newest.
    return order === 'oldest_first' ? high - 1 : low + 1;
  }
  const [left, right] = order === 'oldest_first' ? [from.max, to.min] : [from.min, to.max];
  const share = (id - left) / (right - left);
  return Math.min(high - 1, Math.max(low + 1, Math.round(low + share * (high - low))));
}

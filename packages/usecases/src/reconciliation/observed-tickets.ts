import type { TicketSnapshot } from '@leadbridge/domain';

import type { Observation, PsaMirrorStore } from '../ports/psa-mirror.js';
import type { PsaSession } from '../ports/psa.js';
import { createRowCount } from '../psa/row-count.js';

const prospectType = 2;

export interface ObservedTicket {
  readonly ticket: TicketSnapshot;
  /** Unix milliseconds; 0 if changed since: the ticket exists, but its data must not be used. */
  readonly observedAt: number;
}

/** The PSA's tickets of leads and prospects, as observed in one full round. */
export interface ObservedTickets {
  /** False if the PSA counts more prospects than it listed: a ticket that was not observed may exist. */
  readonly listsAll: boolean;
  /** All tickets that may be compared, in pages. */
  pages(): AsyncIterable<readonly ObservedTicket[]>;
  byIds(ids: readonly number[]): Promise<ReadonlyMap<number, ObservedTicket>>;
}

/**
 * The lead tickets from the mirror, plus the tickets of prospects, which are not mirrored and are read here
 * once.
 *
 * @param since Unix milliseconds when the round of the mirror began
 */
export async function observeTickets(
  mirrorStore: Pick<PsaMirrorStore, 'pages' | 'byIds'>,
  session: Pick<PsaSession, 'pageTickets'>,
  { since, now }: { readonly since: number; readonly now: () => number },
): Promise<ObservedTickets> {
  const prospects = new Map<number, ObservedTicket>();
  let observedAt = now();
  const count = createRowCount();
  for await (const page of session.pageTickets({ tickettypeId: prospectType })) {
    page.items.forEach((ticket) => prospects.set(ticket.id, { ticket, observedAt }));
    observedAt = now();
    count.add(
      page,
      page.items.map(({ id }) => id),
    );
  }
  // A ticket that changed from lead to prospect in the meantime counts where it was seen last; one not seen
  // in this round no longer exists.
  const isThere = (each: { readonly id: number; readonly observedAt: number }): boolean =>
    !prospects.has(each.id) && (each.observedAt === 0 || each.observedAt >= since);

  return {
    listsAll: count.missing === 0,

    async *pages() {
      for await (const page of mirrorStore.pages('tickets')) {
        yield page
          .filter((each) => isThere(each) && each.observedAt > 0)
          .map((each) => ({ ticket: asSeen(each, since), observedAt: each.observedAt }));
      }
      yield [...prospects.values()];
    },

    async byIds(ids) {
      const leads = await mirrorStore.byIds('tickets', ids);
      return new Map([
        ...leads
          .filter(isThere)
          .map((each) => [each.id, { ticket: asSeen(each, since), observedAt: each.observedAt }] as const),
        ...ids.flatMap((id) => {
          const prospect = prospects.get(id);
          return prospect === undefined ? [] : [[id, prospect] as const];
        }),
      ]);
    },
  };
}

/** The ticket with only the data observed in this round: drops custom fields from an earlier observation. */
function asSeen({ item, fieldsObservedAt }: Observation<TicketSnapshot>, since: number): TicketSnapshot {
  return fieldsObservedAt === undefined || fieldsObservedAt >= since
    ? item
    : { ...item, customFields: {}, lacksCustomFields: true };
}

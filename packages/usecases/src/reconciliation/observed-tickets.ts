import type { TicketSnapshot } from '@leadbridge/domain';

import type { Observation, PsaMirrorStore } from '../ports/psa-mirror.js';
import type { PsaSession } from '../ports/psa.js';

const prospectType = 2;

/** A ticket as the PSA showed it. */
export interface ObservedTicket {
  readonly ticket: TicketSnapshot;
  /** Unix milliseconds; 0 where it is known to have changed since: it is there, and nothing is said of it. */
  readonly observedAt: number;
}

/** What the PSA holds of leads and prospects, as one round over all of it has shown. */
export interface ObservedTickets {
  /** All that may be compared, in pages. */
  pages(): AsyncIterable<readonly ObservedTicket[]>;
  /** Those of the ids that the PSA has shown. */
  byIds(ids: readonly number[]): Promise<ReadonlyMap<number, ObservedTicket>>;
}

/**
 * The lead tickets as the mirror holds them, and beside them those of prospects, which it does not hold: they are read here, once.
 *
 * @param since Unix milliseconds at which the round of the mirror began
 */
export async function observeTickets(
  mirrorStore: Pick<PsaMirrorStore, 'pages' | 'byIds'>,
  session: Pick<PsaSession, 'pageTickets'>,
  { since, now }: { readonly since: number; readonly now: () => number },
): Promise<ObservedTickets> {
  const prospects = new Map<number, ObservedTicket>();
  let observedAt = now();
  for await (const { items } of session.pageTickets({ tickettypeId: prospectType })) {
    items.forEach((ticket) => prospects.set(ticket.id, { ticket, observedAt }));
    observedAt = now();
  }
  // One that left the leads while they were read is where it was seen last; one that nobody has seen in this round is gone.
  const isThere = (each: { readonly id: number; readonly observedAt: number }): boolean =>
    !prospects.has(each.id) && (each.observedAt === 0 || each.observedAt >= since);

  return {
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

/** A ticket with no more than what it showed since then: fields of an earlier observation are none of that. */
function asSeen({ item, fieldsObservedAt }: Observation<TicketSnapshot>, since: number): TicketSnapshot {
  return fieldsObservedAt === undefined || fieldsObservedAt >= since
    ? item
    : { ...item, customFields: {}, lacksCustomFields: true };
}

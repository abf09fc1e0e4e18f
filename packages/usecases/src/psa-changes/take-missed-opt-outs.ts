import {
  DO_NOT_CONTACT_FIELD,
  factsOfTicket,
  gatingKeys,
  parseFlag,
  personKeys,
  suppressionKeyText,
  type SuppressionKey,
  type TicketSnapshot,
} from '@leadbridge/domain';
import { isoTime, newId } from '@leadbridge/platform';

import type { ImportStore } from '../ports/import-store.js';
import type { PsaSession } from '../ports/psa.js';
import type { PsaKnowledge } from '../psa/psa-knowledge.js';
import type { StatusIds } from '../psa/status-ids.js';
import type { OptOutDependencies } from '../suppression/entry-work.js';
import { optOutReason, type TicketNotification } from './ticket-notification.js';

/** Leads, and the prospects that they became. */
const ticketTypes = [1, 2];
const optedOut = 'do_not_contact';
/** Pages cannot be gone on with where they were: better to wait for the next window of the budget. */
const maxSlotWaitMs = 3_600_000;

export interface MissedOptOutDependencies extends Pick<
  OptOutDependencies,
  'psa' | 'ledger' | 'jobs' | 'queue' | 'settings' | 'clock'
> {
  readonly store: Pick<ImportStore, 'findOptedOut'>;
  readonly knowledge: Pick<PsaKnowledge, 'tickets'>;
  readonly statusIds: Pick<StatusIds, 'stateOf'>;
  /** Called before each page: throws where another worker has taken over. */
  readonly assertTurn: () => Promise<void>;
}

export interface MissedOptOuts {
  /** Tickets that were looked at. */
  readonly tickets: number;
  /** Opt-outs that no notification had told of. */
  readonly missed: number;
}

/**
 * Looks through the lead and prospect tickets of the PSA for people who have opted out there and are not on the ledger, as after a time in
 * which no notification arrived, and has them taken as if the PSA had told of them now. Running it again takes nobody twice.
 */
export async function takeMissedOptOuts(deps: MissedOptOutDependencies): Promise<MissedOptOuts> {
  const session = deps.psa.session({ priority: 'bulk', maxSlotWaitMs });
  const seen = new Set<number>();
  let missed = 0;
  for (const tickettypeId of ticketTypes) {
    for await (const { items } of session.pageTickets({ tickettypeId })) {
      await deps.assertTurn();
      // A PSA may send what was not asked for, and rows may change their places between pages.
      const fresh = items.filter(({ id }) => !seen.has(id));
      fresh.forEach(({ id }) => seen.add(id));
      const notifications: TicketNotification[] = [];
      for (const ticket of fresh) {
        const notification = await optOutOf(ticket, session, deps);
        if (notification !== null && !(await isOnLedger(ticket, session, deps))) {
          notifications.push(notification);
        }
      }
      await notify(notifications, deps);
      missed += notifications.length;
    }
  }
  return { tickets: seen.size, missed };
}

/** The notification that should have come; null for a ticket without an opt-out. */
async function optOutOf(
  { id: ticketId, customFields, statusId }: TicketSnapshot,
  session: PsaSession,
  { statusIds, settings }: MissedOptOutDependencies,
): Promise<TicketNotification | null> {
  const isFlagged = parseFlag(customFields[DO_NOT_CONTACT_FIELD] ?? null) === true;
  const isMoved = (await statusIds.stateOf(session, statusId))?.status === optedOut;
  if (!isFlagged && !isMoved) {
    return null;
  }
  const flagged = { customfields: [{ id: DO_NOT_CONTACT_FIELD, new_value: true }] };
  const moved = { status_id: { new_value: statusId } };
  const told = { ticketId, changes: { ...(isFlagged ? flagged : {}), ...(isMoved ? moved : {}) } };
  // A status that is known by its name alone says nothing by its number.
  return optOutReason(told, settings().statusIds) === null
    ? { ticketId, changes: { ...told.changes, ...flagged } }
    : told;
}

/** Whether any key of the person gates imports already: that of somebody who was erased is there as well. */
async function isOnLedger(
  ticket: TicketSnapshot,
  session: PsaSession,
  { ledger, store, knowledge, settings, clock }: MissedOptOutDependencies,
): Promise<boolean> {
  const lead = await ledger.leadOfTicket(ticket.id);
  const told = await knowledge.tickets.withContact(session, ticket, clock.now());
  const ofTicket = personKeys([factsOfTicket(told, null, settings().defaultCountry)]);
  const keys: readonly SuppressionKey[] = [...gatingKeys(ofTicket), ...(lead?.keys ?? [])];
  const found = await store.findOptedOut(keys);
  return keys.length === 0 || keys.some((key) => found.has(suppressionKeyText(key)));
}

async function notify(
  notifications: readonly TicketNotification[],
  { jobs, queue, clock }: MissedOptOutDependencies,
): Promise<void> {
  if (notifications.length === 0) {
    return;
  }
  const now = clock.now();
  const jobId = newId('job', now);
  await jobs.create({
    jobId,
    type: 'dnc_sync',
    input: { notifications, isList: true },
    requestId: newId('req', now),
    actor: { id: 'service', name: 'Reconciliation' },
    total: notifications.length,
    createdAt: isoTime(now),
  });
  // A queue that is away loses nothing: the sweeper brings the job in from its record.
  await queue.enqueue({ jobId, type: 'dnc_sync' }).catch(() => undefined);
}

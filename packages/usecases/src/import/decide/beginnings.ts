import { beginningOf, qualificationFromFields, type TicketSnapshot } from '@leadbridge/domain';
import pMap from 'p-map';

import type { NewErrorLogEntry } from '../../ports/error-log-entry.js';
import type { StageContext } from '../batch.js';
import { open, type DecidedRow } from '../import-row-state.js';
import { reasonOfShownOptOut } from '../../suppression/opt-out-of-lead.js';
import { concurrentReads } from '../../psa/concurrent-reads.js';

/** What a ticket that was in the PSA before this import says about its lead. */
export async function readBeginnings(rows: readonly DecidedRow[], context: StageContext): Promise<void> {
  await pMap(
    open(rows),
    async (row) => {
      const { ticket, plan, known } = row;
      if (ticket === null || plan?.kind === 'create' || plan?.kind === 'reopen') {
        return;
      }
      await (known === null || known.isUndone
        ? readBeginning(row, ticket, context)
        : readShownOptOut(row, ticket, context));
    },
    { concurrency: concurrentReads },
  );
}

/** From the ticket's status and type, mapped by configured ids, known ids or status names. */
async function readBeginning(row: DecidedRow, ticket: TicketSnapshot, context: StageContext): Promise<void> {
  const { statusIds, session } = context;
  const mapped = await statusIds.stateOf(session, ticket.statusId);
  const { lead, prospect, isKnown } = beginningOf(ticket.tickettypeId, mapped?.status ?? null);
  const whole = prospect === null ? ticket : await withFields(ticket, context);
  row.begins = {
    lead,
    prospect:
      prospect === null
        ? null
        : {
            status: prospect,
            qualification: qualificationFromFields(whole.customFields),
          },
  };
  row.unknownStatus = isKnown ? null : ticket.statusId;
  // Nobody has notified us of what was in the PSA before the lead, and the notification may have been lost.
  row.shownOptOut = reasonOfShownOptOut(whole, mapped?.status ?? null);
}

/**
 * Of an opt-out on the ticket of a known lead, the notification may be late or lost too. What only the mirror
 * shows may be older than the removal of its entry.
 */
async function readShownOptOut(
  row: DecidedRow,
  ticket: TicketSnapshot,
  { statusIds, session }: StageContext,
): Promise<void> {
  if (row.suppressed !== null) {
    return;
  }
  const optedOutId = await statusIds.idOf(session, 'do_not_contact');
  const shownBy = (shown: TicketSnapshot | null): string | null =>
    shown && reasonOfShownOptOut(shown, shown.statusId === optedOutId ? 'do_not_contact' : null);
  if (shownBy(ticket) !== null) {
    const isLive = row.ticketObservedAt === null;
    row.shownOptOut = shownBy(isLive ? ticket : await session.getTicket(ticket.id));
  }
}

async function withFields(ticket: TicketSnapshot, { session }: StageContext): Promise<TicketSnapshot> {
  return ticket.lacksCustomFields === true ? ((await session.getTicket(ticket.id)) ?? ticket) : ticket;
}

/** Reports a record that could not start at the status of its ticket. */
export function entryOfUnknownStatus(state: DecidedRow, leadId: number): NewErrorLogEntry[] {
  const { ticket, begins, unknownStatus } = state;
  if (ticket === null || unknownStatus === null) {
    return [];
  }
  const beginning = begins.prospect?.status ?? begins.lead;
  return [
    {
      level: 'warning',
      message: `Ticket ${ticket.id} has the status ${unknownStatus} of the PSA, which maps to no lifecycle status; its record starts at ${beginning}`,
      source: 'psa',
      errorCode: 'STATUS_UNKNOWN',
      leadSource: state.row.source.name,
      leadId,
      jobId: state.row.ref.jobId,
      requestId: state.row.requestId,
    },
  ];
}

import { beginningOf, qualificationFromFields, type TicketSnapshot } from '@leadbridge/domain';
import pMap from 'p-map';

import type { NewErrorLogEntry } from '../../ports/error-log-entry.js';
import type { StageContext } from '../batch.js';
import { open, type DecidedRow } from '../import-row-state.js';
import { reasonOfShownOptOut } from '../../suppression/opt-out-of-lead.js';
import { concurrentReads } from '../../psa/concurrent-reads.js';

/**
 * Sets the initial states of each new lead's record whose ticket already existed in the PSA: from the
 * ticket's status and type, mapped by configured ids, known ids or status names. A ticket that this import
 * creates starts in the initial state.
 */
export async function readBeginnings(rows: readonly DecidedRow[], context: StageContext): Promise<void> {
  const standing = open(rows).flatMap((state) =>
    (state.known === null || state.known.isUndone) &&
    state.ticket !== null &&
    state.plan?.kind !== 'create' &&
    state.plan?.kind !== 'reopen'
      ? [{ row: state, ticket: state.ticket }]
      : [],
  );
  await pMap(
    standing,
    async ({ row, ticket }) => {
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
    },
    { concurrency: concurrentReads },
  );
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

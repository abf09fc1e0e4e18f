import {
  customFieldName,
  DO_NOT_CONTACT_FIELD,
  isFlaggedOptOut,
  isManualWork,
  isStoredForm,
  newTicket,
  reopenNote,
  type TicketSnapshot,
} from '@leadbridge/domain';

import type { StageContext } from '../batch.js';
import { rowReference, type RowPlan, type MatchedRow } from '../import-row-state.js';

const leadTicketType = 1;
const newLeadStatus = 1;

/**
 * How the ticket of a lead whose import was undone becomes the ticket of a new lead again; null if the lead
 * was not undone, if people have worked on the ticket since, or if it shows an opt-out. Changes already written by
 * an earlier run are not repeated.
 */
export function reopeningOf(
  state: MatchedRow,
  context: Pick<StageContext, 'settings' | 'session'>,
  at: string,
): RowPlan | null {
  const { ticket, known } = state;
  const { intent, options, source, ref } = state.row;
  if (ticket === null) {
    return null;
  }
  const isUntouched = isAsLeft(state, ticket, context);
  const isFlagged = isFlaggedOptOut(ticket);
  const isBegun = intent?.kind === 'reopen' && intent.ticketId === ticket.id;
  const isToReopen = known?.isUndone === true && ticket.id === known.psaTicketId && isUntouched && !isFlagged;
  if (!isBegun && !isToReopen) {
    return null;
  }
  const reference = rowReference(ref);
  const note = reopenNote({ timestamp: at, sourceLabel: source.label, reference });
  if (!isUntouched) {
    return { kind: 'reopen', changes: {}, note };
  }
  const wanted = newTicket(state.merged, source, { customFields: options.customFields, reference });
  const customfields = wanted.customfields.filter(({ id, value }) => {
    // Whoever has flagged the ticket since: it shows an opt-out, which no import takes back.
    if (id === DO_NOT_CONTACT_FIELD && isFlagged) {
      return false;
    }
    const fitted = typeof value === 'string' ? context.session.fit(id, value) : value;
    return fitted !== '' && !isStoredForm(customFieldName(id), fitted, ticket.customFields[id] ?? null);
  });
  return {
    kind: 'reopen',
    changes: {
      ...(ticket.statusId === wanted.status_id ? {} : { status_id: wanted.status_id }),
      ...(customfields.length === 0 ? {} : { customfields }),
    },
    note,
  };
}

/** Whether the ticket is still as an undo left it, or as this import has reopened it. */
function isAsLeft(
  { closedStatusId }: MatchedRow,
  ticket: TicketSnapshot,
  { settings }: Pick<StageContext, 'settings'>,
): boolean {
  return (
    ticket.tickettypeId === leadTicketType &&
    (ticket.statusId === closedStatusId || ticket.statusId === newLeadStatus) &&
    !isManualWork({ ...ticket, statusId: newLeadStatus }, settings().integrationUser)
  );
}

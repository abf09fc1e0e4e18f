import { INITIAL_STATUS, isStatus, type LeadStatus, type ProspectStatus, type Status } from './lifecycle.js';

/** The states in which the records of a lead begin whose ticket was in the PSA before. */
export interface Beginning {
  readonly lead: LeadStatus;
  /** Null where the ticket is that of a lead still. */
  readonly prospect: ProspectStatus | null;
  /** False where the ticket's status stands for none of ours. */
  readonly isKnown: boolean;
}

const PROSPECT_TYPE = 2;
/** Before a conversion a lead is engaged, before a promotion a prospect qualified: nothing else leads there. */
const BEFORE_CONVERSION = 'engaged';
const BEFORE_PROMOTION = 'qualified';

/**
 * Where the records of a ticket begin: at what the ticket shows, so that no move that is offered for them sets the PSA back.
 *
 * @param status of ours, for which the ticket's stands; null for one that only the PSA knows
 */
export function beginningOf(tickettypeId: number, status: Status | null): Beginning {
  if (isStatus('prospect', status)) {
    return { lead: BEFORE_CONVERSION, prospect: status, isKnown: true };
  }
  if (isStatus('opportunity', status)) {
    return { lead: BEFORE_CONVERSION, prospect: BEFORE_PROMOTION, isKnown: true };
  }
  if (tickettypeId === PROSPECT_TYPE) {
    return { lead: BEFORE_CONVERSION, prospect: INITIAL_STATUS.prospect, isKnown: status !== null };
  }
  return { lead: status ?? INITIAL_STATUS.lead, prospect: null, isKnown: status !== null };
}

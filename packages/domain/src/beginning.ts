import { INITIAL_STATUS, isStatus, type LeadStatus, type ProspectStatus, type Status } from './lifecycle.js';

/** The states at which the records of a lead start if its ticket existed in the PSA before. */
export interface Beginning {
  readonly lead: LeadStatus;
  /** Null if the ticket is still that of a lead. */
  readonly prospect: ProspectStatus | null;
  /** False if the ticket's status maps to none of ours. */
  readonly isKnown: boolean;
}

const PROSPECT_TYPE = 2;
/**
 * The only state from which a lead can be converted is engaged; the only state from which a prospect can be
 * promoted is qualified.
 */
const BEFORE_CONVERSION = 'engaged';
const BEFORE_PROMOTION = 'qualified';

/**
 * Returns the states at which the records of a ticket start: those that the ticket shows, so that no offered
 * transition resets the PSA.
 *
 * @param status our status for that of the ticket; null if only the PSA knows it
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

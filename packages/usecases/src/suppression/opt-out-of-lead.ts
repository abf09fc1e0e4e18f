import {
  domainKey,
  isFlaggedOptOut,
  personOfLead,
  type Status,
  type TicketSnapshot,
  gatingKeysOfLead,
} from '@leadbridge/domain';

import type { OptOutPerson, OptOutRequest } from '../ports/suppression.js';
import type { LeadRecord } from '../ports/records.js';
import { noSourceReason } from './suppression-outcome.js';

export const usualOptOutReason = 'Opt-out request';

export const shownOptOutReasons = {
  flag: 'Do Not Contact (CF_105) was set in the PSA',
  status: 'The ticket was moved to the status Do Not Contact in the PSA',
} as const;

/** Why a ticket in this state shows that its person has opted out; null if it does not. */
export function reasonOfShownOptOut(
  ticket: Pick<TicketSnapshot, 'customFields' | 'doNotContact'>,
  status: Status | null,
): string | null {
  if (isFlaggedOptOut(ticket)) {
    return shownOptOutReasons.flag;
  }
  return status === 'do_not_contact' ? shownOptOutReasons.status : null;
}

/**
 * The request to suppress the person of a lead. Its processing emits `lead.do_not_contact` and marks the
 * person's other leads; the caller must do neither.
 *
 * @param marks what is left to do on the ticket; `status` allows the lead to change state if the lifecycle
 * permits it
 */
export function optOutOfLead(
  record: Pick<LeadRecord, 'leadId' | 'psaTicketId' | 'lead' | 'key'>,
  cause: Pick<OptOutRequest, 'origin' | 'reason' | 'at' | 'by' | 'marks'> &
    Partial<Pick<OptOutRequest, 'leadSource'>>,
): OptOutRequest {
  const { leadId, psaTicketId, lead, key } = record;
  const { origin, reason, at, by, marks, leadSource = null } = cause;
  return {
    origin,
    ticketId: psaTicketId,
    leadId,
    person: personOfLead(lead),
    keys: gatingKeysOfLead(lead, key),
    leadSource,
    reason,
    marks,
    at,
    by,
  };
}

/** Whom the entry of a domain names. */
export const nobody = {
  email: null,
  firstName: null,
  lastName: null,
  companyName: null,
} as const satisfies OptOutPerson;

/** The request to suppress everybody with an address at a domain or below it. There is no provider to notify. */
export function optOutOfDomain(
  domain: string,
): Pick<OptOutRequest, 'ticketId' | 'leadId' | 'person' | 'keys' | 'noProviderReason'> {
  return {
    ...{ ticketId: null, leadId: null, keys: [domainKey(domain)], noProviderReason: noSourceReason },
    person: nobody,
  };
}

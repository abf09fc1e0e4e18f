import type { JobInput } from '@leadbridge/contracts';
import { DO_NOT_CONTACT_FIELD, parseFlag, PSA_STATUS_IDS } from '@leadbridge/domain';

import type { Settings } from '../ports/settings.js';
import { shownOptOutReasons } from '../suppression/opt-out-of-lead.js';
import { changedCustomFields, changedNumber } from './changed-fields.js';

export type TicketNotification = JobInput<'dnc_sync'>['notifications'][number];

const optedOut = 'do_not_contact';

/** Why a change is an opt-out (specification, "Do Not Contact sync-back"); null if it is not. */
export function optOutReason(
  { changes }: TicketNotification,
  statusIds: Settings['statusIds'],
): string | null {
  const isFlagged = changedCustomFields(changes).some(
    ({ id, newValue }) => id === DO_NOT_CONTACT_FIELD && parseFlag(newValue) === true,
  );
  if (isFlagged) {
    return shownOptOutReasons.flag;
  }
  const statusId = statusIds[optedOut] ?? PSA_STATUS_IDS[optedOut];
  return statusId !== undefined && changedNumber(changes, 'status_id') === statusId
    ? shownOptOutReasons.status
    : null;
}

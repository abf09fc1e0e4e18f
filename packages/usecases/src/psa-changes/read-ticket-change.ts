import { qualificationFieldOf, type QualificationData } from '@leadbridge/domain';

import { changedCustomFields, changedNumber, type NotifiedChanges } from './changed-fields.js';

/** The parts of a change in the PSA that affect the lifecycle. */
export interface ConcerningChange {
  readonly statusId: number | null;
  readonly tickettypeId: number | null;
  readonly qualification: readonly (keyof QualificationData)[];
}

/** Reads the changes of a notification. Null if none of them affects the lifecycle. */
export function readTicketChange(changes: NotifiedChanges): ConcerningChange | null {
  const change: ConcerningChange = {
    statusId: changedNumber(changes, 'status_id'),
    tickettypeId: changedNumber(changes, 'tickettype_id'),
    qualification: changedCustomFields(changes).flatMap(({ id }) => qualificationFieldOf(id) ?? []),
  };
  const concerns =
    change.statusId !== null || change.tickettypeId !== null || change.qualification.length > 0;
  return concerns ? change : null;
}

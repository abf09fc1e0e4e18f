import { qualificationFieldOf, type QualificationData } from '@leadbridge/domain';

import { toldFields, toldNumber, type ToldChanges } from './changed-fields.js';

/** What of a change in the PSA concerns the lifecycle. */
export interface ConcerningChange {
  readonly statusId: number | null;
  readonly tickettypeId: number | null;
  readonly qualification: readonly (keyof QualificationData)[];
}

/** Reads the changes of a notification. Null where nothing of them concerns the lifecycle. */
export function readTicketChange(changes: ToldChanges): ConcerningChange | null {
  const change: ConcerningChange = {
    statusId: toldNumber(changes, 'status_id'),
    tickettypeId: toldNumber(changes, 'tickettype_id'),
    qualification: toldFields(changes).flatMap(({ id }) => qualificationFieldOf(id) ?? []),
  };
  const concerns =
    change.statusId !== null || change.tickettypeId !== null || change.qualification.length > 0;
  return concerns ? change : null;
}

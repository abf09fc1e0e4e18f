import type { PsaSession } from '../ports/psa.js';
import { planned, type ImportRowState } from './import-row-state.js';

/** Per batch: an array each of clients, sites, contacts and tickets, and a ticket that is read back. */
const createdTogether = 5;
/** Per row: its share of the arrays of list items. */
const listed = 0.05;
/** Per row where each lead is created alone: its client, its contact and its ticket. */
const createdAlone = 3;
/** Its ticket is written, and a note is added. */
const updated = 1.05;
/** A ticket that is known from the mirror is confirmed first, alone or with many. */
const confirmed = 0.4;
/** It is read live and written. */
const contactUpdated = 2;

/** How many calls to the PSA the decided rows will probably need. */
export function plannedCalls(
  rows: readonly ImportRowState[],
  { listing }: Pick<PsaSession, 'listing'>,
): number {
  const updates = planned(rows, 'update');
  const contacts = updates.filter(({ plan }) => Object.keys(plan.contact).length > 0).length;
  const doubtful = updates.filter(({ isMirrored }) => isMirrored).length;
  const creates = planned(rows, 'create').length;
  const together = creates === 0 ? 0 : createdTogether + creates * listed;
  return (
    (listing === 'by_items' ? together : creates * createdAlone) +
    updates.length * updated +
    doubtful * confirmed +
    contacts * contactUpdated
  );
}

import type { PsaSession } from '../../ports/psa.js';
import type { StageContext } from '../batch.js';
import { companyOfLead } from '../client-of-lead.js';
import { listsOf } from '../write/index.js';
import { planned, type DecidedRow } from '../import-row-state.js';

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

/** How many calls create a lead that comes alone, if its company is not found: one after the other, then its lists. */
export function callsOfCreation(rows: readonly DecidedRow[], context: StageContext): number {
  const [lead, ...others] = planned(rows, 'create');
  if (lead === undefined || others.length > 0 || context.dryRun !== undefined) {
    return 0;
  }
  const { psaIds, merged } = lead;
  const { key } = companyOfLead(merged, context.session);
  const ofCompany = psaIds.clientId !== null || context.known.companies.has(key) ? 0 : 2;
  const ofLists = context.session.listing === 'by_items' ? listsOf(lead, context).length : 0;
  return ofCompany + (psaIds.userId === null ? 1 : 0) + 1 + ofLists;
}

/** How many calls to the PSA the decided rows will probably need. */
export function plannedCalls(rows: readonly DecidedRow[], { listing }: Pick<PsaSession, 'listing'>): number {
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

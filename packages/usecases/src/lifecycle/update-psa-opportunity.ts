import { opportunityDetails, opportunityFields, toPsaCustomFields } from '@leadbridge/domain';
import type { OpportunityData, OpportunityStatus } from '@leadbridge/domain';

import { repeatLostResponses } from '../work/write-once.js';
import type { NewErrorLogEntry } from '../ports/error-log-entry.js';
import type { OpportunityChanges, PsaOpportunity, PsaSalesData } from '../ports/psa.js';
import type { OpportunityRecord } from '../ports/records.js';
import type { LeadWork } from './claim-lead.js';
import { postMoveNote, statusKept } from './push-status.js';
import type { Cause } from './transitions.js';
import { opportunityNote } from './notes.js';

/** Sales data without a field in the PSA, written into the details. */
const inDetails = {
  value: 'Value',
  probability: 'Probability',
  expectedCloseDate: 'Expected close date',
} as const satisfies Partial<Record<keyof OpportunityData, string>>;

export interface PsaOpportunityUpdate {
  readonly to: OpportunityStatus;
  readonly status: Pick<OpportunityChanges, 'status_id'>;
  readonly data: OpportunityData;
  readonly changed: readonly (keyof OpportunityData)[];
  readonly note: string | null;
  readonly cause: Cause;
  readonly reference: string;
  /** An earlier run may have done any of the writes. */
  readonly resumed: boolean;
}

/**
 * Updates the PSA's opportunity: its status, CF_301 to CF_304, and its details. Details that someone has
 * edited are kept; the changes then go into an Action on the prospect's ticket, as do notes. A resumed job leaves
 * the state that people have given to the opportunity since its first run, and reports it.
 *
 * @returns the details as the service last wrote them, and entries for the error log
 */
export async function updatePsaOpportunity(
  work: LeadWork,
  opportunity: OpportunityRecord & { readonly psaOpportunityId: number },
  update: PsaOpportunityUpdate,
): Promise<{ readonly details: string; readonly errorLogEntries: readonly NewErrorLogEntry[] }> {
  const { session, settings } = work;
  const { data, changed, cause, note, reference, resumed } = update;
  const changedDetails = (Object.keys(inDetails) as (keyof typeof inDetails)[]).filter((key) =>
    changed.includes(key),
  );
  const details = opportunityDetails({
    lead: opportunity.lead,
    qualification: opportunity.qualification,
    opportunity: data,
    reference: opportunity.psaReference,
  });
  const isStatusRepeated = resumed && update.status.status_id !== undefined;
  const shown =
    changedDetails.length > 0 || isStatusRepeated
      ? await session.getOpportunity(opportunity.psaOpportunityId)
      : null;
  const kept = isStatusRepeated && shown !== null ? await keptStatus(work, opportunity, update, shown) : [];
  const writesDetails =
    changedDetails.length > 0 && isOurs(shown?.details ?? null, [opportunity.psaDetails, details]);

  const before = opportunityFields(opportunity.opportunity);
  const customfields = toPsaCustomFields(opportunityFields(data)).filter(
    ({ id, value }) => before[id] !== value,
  );
  const changes: OpportunityChanges = {
    ...(kept.length > 0 ? {} : update.status),
    ...(writesDetails ? { details } : {}),
    ...(customfields.length > 0 && settings().psa.customFieldsEnabled ? { customfields } : {}),
    ...(changedDetails.length > 0 ? { sales: salesOf(data, changedDetails) } : {}),
  };
  if (Object.keys(changes).length > 0) {
    await repeatLostResponses(async () => session.updateOpportunity(opportunity.psaOpportunityId, changes));
  }
  const errorLogEntries = [...kept];
  const changesToNote = writesDetails ? [] : changedDetails;
  const { psaTicketId: ticketId, leadId } = opportunity;
  // If the ticket is lost, there is no place for a note; the record keeps it.
  if (ticketId !== null && (note !== null || changesToNote.length > 0)) {
    const text = opportunityNote({
      at: cause.at,
      by: cause.by,
      changes: changesToNote.map((key) => [inDetails[key], data[key]] as const),
      text: note,
      reference,
    });
    const noted = { ticketId, note: text, leadId, jobId: reference };
    errorLogEntries.push(...(await postMoveNote(session, noted, resumed)));
  }
  return { details: writesDetails ? details : opportunity.psaDetails, errorLogEntries };
}

/**
 * The entry for an opportunity that shows another state than the one that it leaves or gets; none otherwise. A
 * status that is none of ours may be the one that the PSA gave to a new opportunity.
 */
async function keptStatus(
  { session, statusIds }: LeadWork,
  { status, leadId }: Pick<OpportunityRecord, 'status' | 'leadId'>,
  { status: pushed, to, reference }: PsaOpportunityUpdate,
  shown: PsaOpportunity,
): Promise<NewErrorLogEntry[]> {
  const { statusId = null } = shown;
  const own = [null, pushed.status_id, await statusIds.idOf(session, status)];
  const state =
    statusId === null || own.includes(statusId) ? null : await statusIds.stateOf(session, statusId);
  return state?.kind === 'opportunity'
    ? [statusKept('opportunity', shown, { to: [to], leadId, jobId: reference })]
    : [];
}

function salesOf(data: OpportunityData, changed: readonly (keyof typeof inDetails)[]): Partial<PsaSalesData> {
  return {
    ...(changed.includes('value') ? { value: data.value } : {}),
    ...(changed.includes('probability') ? { probability: data.probability } : {}),
    ...(changed.includes('expectedCloseDate') ? { closeDate: data.expectedCloseDate } : {}),
  };
}

/** A PSA may break lines differently. If it does not return the details, no one can have edited them. */
function isOurs(details: string | null, ours: readonly string[]): boolean {
  return details === null || ours.some((text) => normalForm(text) === normalForm(details));
}

function normalForm(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

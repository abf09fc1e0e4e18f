import { opportunityDetails, opportunityFields, toPsaCustomFields } from '@leadbridge/domain';
import type { OpportunityData } from '@leadbridge/domain';

import { repeatLostResponses } from '../work/write-once.js';
import type { NewErrorLogEntry } from '../ports/error-log-entry.js';
import type { OpportunityChanges, PsaSalesData } from '../ports/psa.js';
import type { OpportunityRecord } from '../ports/records.js';
import type { LeadWork } from './claim-lead.js';
import { postMoveNote } from './push-status.js';
import type { Cause } from './transitions.js';
import { opportunityNote } from './notes.js';

/** Sales data without a field in the PSA, written into the details. */
const inDetails = {
  value: 'Value',
  probability: 'Probability',
  expectedCloseDate: 'Expected close date',
} as const satisfies Partial<Record<keyof OpportunityData, string>>;

export interface PsaOpportunityUpdate {
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
 * edited are kept; the changes then go into an Action on the prospect's ticket, as do notes.
 *
 * @returns the details as the service last wrote them, and entries for the error log
 */
export async function updatePsaOpportunity(
  { session, settings }: LeadWork,
  opportunity: OpportunityRecord & { readonly psaOpportunityId: number },
  update: PsaOpportunityUpdate,
): Promise<{ readonly details: string; readonly errorLogEntries: readonly NewErrorLogEntry[] }> {
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
  const writesDetails =
    changedDetails.length > 0 &&
    isOurs((await session.getOpportunity(opportunity.psaOpportunityId))?.details ?? null, [
      opportunity.psaDetails,
      details,
    ]);

  const before = opportunityFields(opportunity.opportunity);
  const customfields = toPsaCustomFields(opportunityFields(data)).filter(
    ({ id, value }) => before[id] !== value,
  );
  const changes: OpportunityChanges = {
    ...update.status,
    ...(writesDetails ? { details } : {}),
    ...(customfields.length > 0 && settings().psa.customFieldsEnabled ? { customfields } : {}),
    ...(changedDetails.length > 0 ? { sales: salesOf(data, changedDetails) } : {}),
  };
  if (Object.keys(changes).length > 0) {
    await repeatLostResponses(async () => session.updateOpportunity(opportunity.psaOpportunityId, changes));
  }
  let errorLogEntries: readonly NewErrorLogEntry[] = [];
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
    errorLogEntries = await postMoveNote(
      session,
      { ticketId, note: text, leadId, jobId: reference },
      resumed,
    );
  }
  return { details: writesDetails ? details : opportunity.psaDetails, errorLogEntries };
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

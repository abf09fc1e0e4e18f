import { setTimeout as sleep } from 'node:timers/promises';

import {
  newOpportunity,
  personName,
  opportunityDetails,
  opportunityFields,
  toPsaCustomFields,
  type OpportunityData,
} from '@leadbridge/domain';

import { writeOnce, repeatLostResponses } from '../work/write-once.js';
import type { NewPsaOpportunity, OpportunityChanges, PsaSalesData } from '../ports/psa.js';
import type { ProspectRecord, OpportunityRecord } from '../ports/records.js';
import type { LeadWork } from './claim-lead.js';
import type { WithTicket } from './lost-in-psa.js';
import { writtenId, postMoveNote } from './push-status.js';
import type { NewErrorLogEntry } from '../ports/error-log-entry.js';
import type { Cause } from './transitions.js';
import { opportunityNote } from './notes.js';

/** A prospect's opportunity in the PSA. */
interface PsaOpportunityMade {
  readonly id: number;
  readonly clientId: number | null;
  readonly userId: number | null;
  readonly details: string;
  readonly reference: string;
}

/**
 * Creates the opportunity of a prospect in the PSA exactly once: under a reference that is saved first, and
 * looked up if an earlier attempt may have created it.
 *
 * @param newReference unique; used unless an earlier attempt has saved one
 */
export async function createPsaOpportunity(
  work: LeadWork,
  prospect: WithTicket<ProspectRecord>,
  data: OpportunityData,
  newReference: string,
): Promise<PsaOpportunityMade> {
  const { session, store } = work;
  const reference = await store.beginPromotion(prospect.prospectId, newReference);
  const { clientId, userId } = await placeOf(work, prospect);
  const { customfields, ...texts } = newOpportunity({
    lead: prospect.lead,
    qualification: prospect.qualification,
    opportunity: data,
    reference,
  });
  const body: NewPsaOpportunity = {
    ...texts,
    client_id: clientId,
    user_id: userId,
    customfields: work.settings().psa.customFieldsEnabled ? customfields : [],
    sales: { value: data.value, probability: data.probability, closeDate: data.expectedCloseDate },
    contact: {
      name: personName(prospect.lead),
      company: prospect.lead.company.name,
      email: prospect.lead.email,
    },
  };
  const find = async (): Promise<number | null> => findInPsa(work, body, reference);
  if (prospect.promotionReference !== null) {
    // An earlier run may have created it moments ago, and a search may not show it yet.
    await sleep(session.settleMilliseconds);
    const known = await find();
    if (known !== null) {
      return { id: known, clientId, userId, details: body.details, reference };
    }
  }
  const [result] = await writeOnce({
    session,
    items: [body],
    create: async (items) => Promise.all(items.map(async (item) => session.createOpportunity(item))),
    find,
  });
  return { id: writtenId(result), clientId, userId, details: body.details, reference };
}

/**
 * The opportunity that was created under this reference. A search is loose, and not every PSA returns the
 * details: without them, the opportunity with this name and contact counts if none of our records has it.
 * With the reference it is ours even if another record once had its id: a PSA that was restored from a backup
 * reissues ids.
 */
async function findInPsa(
  { session, store }: LeadWork,
  body: NewPsaOpportunity,
  reference: string,
): Promise<number | null> {
  for (const hit of await session.searchOpportunities(body.summary)) {
    const details = hit.details ?? (await session.getOpportunity(hit.id))?.details ?? null;
    const isOurs =
      details === null
        ? hit.summary === body.summary &&
          hit.userId === body.user_id &&
          !(await store.knowsPsaOpportunity(hit.id, hit.userId))
        : details.includes(reference);
    if (isOurs) {
      return hit.id;
    }
  }
  return null;
}

/** The PSA client and user; a lead that was found in the PSA instead of created by us may lack them. */
async function placeOf(
  { session }: LeadWork,
  { psaClientId, psaUserId, psaTicketId }: WithTicket<ProspectRecord>,
): Promise<{ readonly clientId: number | null; readonly userId: number | null }> {
  if (psaClientId !== null && psaUserId !== null) {
    return { clientId: psaClientId, userId: psaUserId };
  }
  const ticket = await session.getTicket(psaTicketId);
  return { clientId: ticket?.clientId ?? psaClientId, userId: ticket?.userId ?? psaUserId };
}

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

import { setTimeout as sleep } from 'node:timers/promises';

import {
  isCutForm,
  isStoredForm,
  newOpportunity,
  personName,
  type OpportunityData,
} from '@leadbridge/domain';

import { writeOnce } from '../work/write-once.js';
import type { NewPsaOpportunity } from '../ports/psa.js';
import type { ProspectRecord } from '../ports/records.js';
import type { LeadWork } from './claim-lead.js';
import type { WithTicket } from './lost-in-psa.js';
import { writtenId } from './push-status.js';

export interface PsaOpportunityMade {
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
 * details, or all of them: without the reference at their end, the opportunity with this name and contact
 * counts if none of our records has it.
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
      details === null || isCutForm(body.details, details)
        ? isStoredForm('summary', body.summary, hit.summary) &&
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

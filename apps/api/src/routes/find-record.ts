import type { RecordKind } from '@leadbridge/domain';
import { AppError } from '@leadbridge/platform';
import type { LeadDetails, OpportunityRecord, ProspectRecord } from '@leadbridge/usecases';

import type { ApiServices } from '../services.js';

/** @throws AppError RESOURCE_NOT_FOUND */
export async function findLead({ records }: ApiServices, leadId: number): Promise<LeadDetails> {
  return (await records.findLead(leadId)) ?? refuse('lead', leadId);
}

/** @throws AppError RESOURCE_NOT_FOUND */
export async function findProspect({ records }: ApiServices, prospectId: number): Promise<ProspectRecord> {
  return (await records.findProspect(prospectId)) ?? refuse('prospect', prospectId);
}

/** @throws AppError RESOURCE_NOT_FOUND */
export async function findOpportunity(
  { records }: ApiServices,
  opportunityId: number,
): Promise<OpportunityRecord> {
  return (await records.findOpportunity(opportunityId)) ?? refuse('opportunity', opportunityId);
}

function refuse(kind: RecordKind, id: number): never {
  throw new AppError('RESOURCE_NOT_FOUND', `There is no such ${kind}`, { details: { [`${kind}_id`]: id } });
}

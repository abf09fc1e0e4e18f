import { isRowJobType } from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';
import { isOfType } from '@leadbridge/usecases';
import type {
  JobRecord,
  LeadDetails,
  OpportunityRecord,
  ProspectRecord,
  Reconciliation,
} from '@leadbridge/usecases';

import type { ApiServices } from '../services.js';

// Each throws the AppError RESOURCE_NOT_FOUND if there is no such record.

export async function findLead({ records }: ApiServices, leadId: number): Promise<LeadDetails> {
  return (await records.findLead(leadId)) ?? refuse('There is no such lead', { lead_id: leadId });
}

export async function findProspect({ records }: ApiServices, prospectId: number): Promise<ProspectRecord> {
  const found = await records.findProspect(prospectId);
  return found ?? refuse('There is no such prospect', { prospect_id: prospectId });
}

export async function findOpportunity(
  { records }: ApiServices,
  opportunityId: number,
): Promise<OpportunityRecord> {
  const found = await records.findOpportunity(opportunityId);
  return found ?? refuse('There is no such opportunity', { opportunity_id: opportunityId });
}

export async function findJob({ jobs }: ApiServices, jobId: string): Promise<JobRecord> {
  return (await jobs.find(jobId)) ?? refuse('There is no such job', { job_id: jobId });
}

/** A job with rows, such as a bulk import or an undo. */
export async function findJobWithRows(services: ApiServices, jobId: string): Promise<JobRecord> {
  const record = await findJob(services, jobId);
  return isRowJobType(record.type) ? record : refuse('The job has no rows', { job_id: jobId });
}

export async function findBulkImport(
  services: ApiServices,
  jobId: string,
): Promise<JobRecord<'bulk_import'>> {
  const record = await findJob(services, jobId);
  return isOfType('bulk_import', record) ? record : refuse('The job is no bulk import', { job_id: jobId });
}

export async function findReconciliation(
  { reconciliations }: Pick<ApiServices, 'reconciliations'>,
  reconciliationId: string,
): Promise<Reconciliation> {
  const found = await reconciliations.find(reconciliationId);
  return found ?? refuse('There is no such reconciliation', { reconciliation_id: reconciliationId });
}

function refuse(message: string, details: Readonly<Record<string, unknown>>): never {
  throw new AppError('RESOURCE_NOT_FOUND', message, { details });
}

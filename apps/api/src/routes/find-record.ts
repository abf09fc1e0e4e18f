import { isRowJobType } from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';
import { isOfType, type JobRecord } from '@leadbridge/usecases';

import type { ApiServices } from '../services.js';

// Each throws the AppError RESOURCE_NOT_FOUND if there is no such record.

type Details = Readonly<Record<string, unknown>>;

async function existing<T>(record: Promise<T | null>, name: string, details: Details): Promise<T> {
  return (await record) ?? refuse(`There is no such ${name}`, details);
}

export async function findLead({ records }: ApiServices, leadId: number) {
  return await existing(records.findLead(leadId), 'lead', { lead_id: leadId });
}

export async function findProspect({ records }: ApiServices, prospectId: number) {
  return await existing(records.findProspect(prospectId), 'prospect', { prospect_id: prospectId });
}

export async function findOpportunity({ records }: ApiServices, id: number) {
  return await existing(records.findOpportunity(id), 'opportunity', { opportunity_id: id });
}

export async function findJob({ jobs }: ApiServices, jobId: string): Promise<JobRecord> {
  return await existing(jobs.find(jobId), 'job', { job_id: jobId });
}

export async function findReconciliation(
  { reconciliations }: Pick<ApiServices, 'reconciliations'>,
  id: string,
) {
  return await existing(reconciliations.find(id), 'reconciliation', { reconciliation_id: id });
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

function refuse(message: string, details: Details): never {
  throw new AppError('RESOURCE_NOT_FOUND', message, { details });
}

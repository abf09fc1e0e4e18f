import { AppError } from '@leadbridge/platform';
import { isOfType, type JobRecord } from '@leadbridge/usecases';

import type { ApiServices } from '../../services.js';

/** @throws AppError RESOURCE_NOT_FOUND */
export async function findJob(services: ApiServices, jobId: string): Promise<JobRecord> {
  const record = await services.jobs.find(jobId);
  if (record === null) {
    throw new AppError('RESOURCE_NOT_FOUND', 'There is no such job', { details: { job_id: jobId } });
  }
  return record;
}

/** A bulk import: the only kind of job that has rows. @throws AppError RESOURCE_NOT_FOUND */
export async function findBulkImport(
  services: ApiServices,
  jobId: string,
): Promise<JobRecord<'bulk_import'>> {
  const record = await findJob(services, jobId);
  if (!isOfType('bulk_import', record)) {
    throw new AppError('RESOURCE_NOT_FOUND', 'The job is no bulk import', { details: { job_id: jobId } });
  }
  return record;
}

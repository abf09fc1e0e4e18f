import { AppError } from '@leadbridge/platform';
import type { JobRecord } from '@leadbridge/usecases';

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
export async function findBulkImport(services: ApiServices, jobId: string): Promise<JobRecord> {
  const record = await findJob(services, jobId);
  if (record.type !== 'bulk_import') {
    throw new AppError('RESOURCE_NOT_FOUND', 'The job is no bulk import', { details: { job_id: jobId } });
  }
  return record;
}

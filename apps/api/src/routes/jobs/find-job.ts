import { isRowJobType } from '@leadbridge/contracts';
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

/** A job with rows, such as a bulk import or an undo. @throws AppError RESOURCE_NOT_FOUND */
export async function findJobWithRows(services: ApiServices, jobId: string): Promise<JobRecord> {
  const record = await findJob(services, jobId);
  if (!isRowJobType(record.type)) {
    throw new AppError('RESOURCE_NOT_FOUND', 'The job has no rows', { details: { job_id: jobId } });
  }
  return record;
}

/** @throws AppError RESOURCE_NOT_FOUND */
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

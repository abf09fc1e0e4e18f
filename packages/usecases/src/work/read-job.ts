import { readJobInput, type JobType } from '@leadbridge/contracts';

import type { Job, JobRecord } from '../ports/jobs.js';
import { ForeignJobError } from './foreign-job-error.js';

/**
 * A stored job with the input of its type.
 *
 * @throws ForeignJobError if the input is different: from another release, or the rest of a finished job
 * whose person was erased
 */
export function readJob<T extends JobType>(record: JobRecord<T>): Job<T> {
  try {
    return { ...record, input: readJobInput(record.type, record.input) };
  } catch (error) {
    throw new ForeignJobError(error instanceof Error ? error.message : 'The input cannot be read');
  }
}

export function isOfType<T extends JobType>(type: T, record: JobRecord): record is JobRecord<T> {
  return record.type === type;
}

/** @throws ForeignJobError if the job has another type */
export function jobRecordOf<T extends JobType>(type: T, record: JobRecord): JobRecord<T> {
  if (!isOfType(type, record)) {
    throw new ForeignJobError(`${record.jobId} is a ${record.type} and no ${type}`);
  }
  return record;
}

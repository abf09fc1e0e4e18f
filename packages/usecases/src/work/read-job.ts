import { readJobInput, type JobType } from '@leadbridge/contracts';

import type { Job, JobRecord } from '../ports/jobs.js';

/**
 * A stored job with the input that its type says it has.
 *
 * @throws Error where it has another one, as a finished job whose person was erased
 */
export function readJob<T extends JobType>(record: JobRecord<T>): Job<T> {
  return { ...record, input: readJobInput(record.type, record.input) };
}

export function isOfType<T extends JobType>(type: T, record: JobRecord): record is JobRecord<T> {
  return record.type === type;
}

/** @throws Error where the job is of another type */
export function jobRecordOf<T extends JobType>(type: T, record: JobRecord): JobRecord<T> {
  if (!isOfType(type, record)) {
    throw new Error(`${record.jobId} is a ${record.type} and no ${type}`);
  }
  return record;
}

import { readJobResult, storedJobInput } from '@leadbridge/contracts';
import { currentTrace, given, traceOf } from '@leadbridge/platform';
import type { JobRecord, NewJob } from '@leadbridge/usecases';

import { isoTimes } from '../times-of.js';
import type { JobDocument } from './job-model.js';

/** The document of a new job, in the current trace. It is stored before the job is acknowledged. */
export function newJobDocument(job: NewJob): JobDocument {
  return {
    _id: job.jobId,
    type: job.type,
    status: 'queued',
    input: { ...storedJobInput(job.input) },
    requestId: job.requestId,
    actor: job.actor,
    progress: { total: job.total, processed: 0, successful: 0, failed: 0 },
    result: null,
    error: null,
    parentJobId: job.parentJobId ?? null,
    cancelRequested: false,
    createdAt: new Date(job.createdAt),
    ...(job.dataFrom === undefined ? {} : { dataFrom: new Date(job.dataFrom) }),
    startedAt: null,
    finishedAt: null,
    ...currentTrace(),
  };
}

/** A job that takes over the data of another one, with the time at which that was first accepted. */
export function withDataOf(
  job: NewJob,
  { dataFrom, createdAt }: Pick<JobDocument, 'dataFrom' | 'createdAt'>,
): NewJob {
  return { ...job, dataFrom: (dataFrom ?? createdAt).toISOString() };
}

export function presentJob(document: JobDocument): JobRecord {
  const { type, status, input, requestId, actor, progress, result, error, parentJobId } = document;
  const { cancelRequested, createdAt, dataFrom, startedAt, finishedAt, putBack, plannedRequests } = document;
  const { pace, rowsAtOnce, callsPerWindow, windowMs, callsInVain, rowsToTry } = document;
  return {
    jobId: document._id,
    ...{ type, status, input, requestId, actor, progress, error, parentJobId, cancelRequested },
    result: result === null ? null : readJobResult(result),
    ...isoTimes({ createdAt, startedAt, finishedAt }),
    ...given({ pace, rowsAtOnce, callsPerWindow, windowMs, callsInVain, rowsToTry }),
    ...given({
      dataFrom: dataFrom?.toISOString(),
      putBack: putBack && isoTimes(putBack),
      plannedRequests: plannedRequests && { listItems: {}, ...plannedRequests },
    }),
    ...traceOf(document),
  };
}

import { readJobResult, storedJobInput } from '@leadbridge/contracts';
import { currentTrace, traceOf } from '@leadbridge/platform';
import type { JobRecord, NewJob } from '@leadbridge/usecases';

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
  return {
    jobId: document._id,
    type: document.type,
    status: document.status,
    input: document.input,
    requestId: document.requestId,
    actor: document.actor,
    progress: document.progress,
    result: document.result === null ? null : readJobResult(document.result),
    error: document.error,
    parentJobId: document.parentJobId,
    cancelRequested: document.cancelRequested,
    ...(document.pace === undefined ? {} : { pace: document.pace }),
    ...(document.rowsAtOnce === undefined ? {} : { rowsAtOnce: document.rowsAtOnce }),
    ...(document.callsPerWindow === undefined ? {} : { callsPerWindow: document.callsPerWindow }),
    ...(document.windowMs === undefined ? {} : { windowMs: document.windowMs }),
    ...(document.rowsToTry === undefined ? {} : { rowsToTry: document.rowsToTry }),
    ...(document.putBack === undefined
      ? {}
      : { putBack: { reason: document.putBack.reason, until: document.putBack.until.toISOString() } }),
    ...(document.plannedRequests === undefined
      ? {}
      : {
          plannedRequests: {
            writes: document.plannedRequests.writes,
            listItems: document.plannedRequests.listItems ?? {},
          },
        }),
    createdAt: document.createdAt.toISOString(),
    ...(document.dataFrom === undefined ? {} : { dataFrom: document.dataFrom.toISOString() }),
    startedAt: document.startedAt?.toISOString() ?? null,
    finishedAt: document.finishedAt?.toISOString() ?? null,
    ...traceOf(document),
  };
}

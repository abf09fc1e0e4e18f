import {
  acceptedJobResponse,
  commitJobBody,
  isDryRun,
  jobParams,
  outcomeOfPlan,
} from '@leadbridge/contracts';
import type { ErrorReason, IfChanged } from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';
import { isOfType, readJob, type JobRecord, type NewJob } from '@leadbridge/usecases';

import { conflict } from '../../http/field-error.js';
import { enqueueAndWait, type JobPlan } from '../../pipeline/enqueue-and-wait.js';
import { route } from '../../pipeline/route.js';
import { isFinished } from '../../pipeline/wait-for-job.js';
import type { ApiServices } from '../../services.js';
import { requestedSource } from '../requested-source.js';
import { findJob } from '../find-record.js';

export const commitJob = route.post('/jobs/:job_id/commit', {
  permission: 'data.sync',
  summary: 'Commit a dry run, as a new job',
  description:
    'Imports the leads of a finished dry run as they were sent. If the outcome of a row would now differ from the dry run (another result, ticket, field or value), the row is not written: it fails with the code PLAN_CHANGED and shows both the planned and the current outcome. With `{"if_changed": "apply"}` the current outcome is written. A dry run can be committed once. The new job has it as its `parent_job_id` and does not count towards the limit of bulk imports.',
  idempotent: true,
  mcpTool: 'commit_plan',
  request: { params: jobParams, body: commitJobBody },
  responses: {
    202: { description: 'Accepted; the import continues in the background.', schema: acceptedJobResponse },
  },
  errors: [404, 409],
  limits: ['sync'],
  handler: async (request) => {
    const { params, body, services } = request;
    const { if_changed: ifChanged = 'skip' } = body;
    return await enqueueAndWait(
      request,
      async () => commitOf(await findJob(services, params.job_id), ifChanged, services),
      { inBackground: true },
    );
  },
});

/** @throws AppError 400 if the job is not a completed dry run, or if its source was disabled since */
async function commitOf(parent: JobRecord, ifChanged: IfChanged, services: ApiServices): Promise<JobPlan> {
  if (isOfType('opt_out_list', parent)) {
    throw refuse('Send the list again without dry_run', 'JOB_NO_DRY_RUN', parent);
  }
  if (!isDryRun(parent.input)) {
    throw refuse('The job is no dry run', 'JOB_NO_DRY_RUN', parent);
  }
  if (!isFinished(parent.status)) {
    throw refuse('The dry run has not finished', 'JOB_NOT_FINISHED', parent);
  }
  if (parent.status !== 'completed') {
    throw refuse(`The dry run was ${parent.status}: there is nothing to carry out`, 'JOB_NO_DRY_RUN', parent);
  }
  if (isOfType('bulk_import', parent)) {
    requestedSource(readJob(parent).input.source, services);
    const rows = await services.jobs.plannedRows(parent.jobId);
    if (rows.length === 0) {
      throw nothingLeft(parent);
    }
    const { dry_run: _dryRun, ...batchOptions } = readJob(parent).input.batch_options;
    return {
      type: 'bulk_import',
      input: { ...readJob(parent).input, batch_options: batchOptions, if_changed: ifChanged },
      rows,
      store: async (job) => storeCommit(job, parent, rows, services),
    };
  }
  if (!isOfType('lead_import', parent) || parent.result?.plan === undefined) {
    throw nothingLeft(parent);
  }
  const { input } = readJob(parent);
  requestedSource(input.source, services);
  const { dry_run: _dryRun, ...options } = input.options;
  const { result, psaTicketId, plan } = parent.result;
  return {
    type: 'lead_import',
    input: {
      ...input,
      options,
      if_changed: ifChanged,
      planned: outcomeOfPlan(result, psaTicketId, plan),
    },
    store: async (job) => storeCommit(job, parent, [], services),
  };
}

/** @throws AppError 409 if another job has committed the dry run; 400 if its persons were erased meanwhile */
async function storeCommit(
  job: NewJob,
  parent: JobRecord,
  rows: Parameters<ApiServices['jobs']['createCommit']>[1],
  { jobs }: ApiServices,
): Promise<void> {
  const committedBy = await jobs.createCommit({ ...job, parentJobId: parent.jobId }, rows);
  if (committedBy === null) {
    throw nothingLeft(parent);
  }
  if (committedBy !== job.jobId) {
    throw conflict('JOB_COMMITTED', 'The dry run was committed before', { job_id: committedBy });
  }
}

function nothingLeft(parent: JobRecord): AppError {
  return refuse('Nothing is left of the dry run: its persons were erased', 'JOB_NO_DRY_RUN', parent);
}

function refuse(message: string, reason: ErrorReason, { jobId, status }: JobRecord): AppError {
  return new AppError('VALIDATION_ERROR', message, {
    details: { field: 'job_id', value: jobId, reason, status },
  });
}

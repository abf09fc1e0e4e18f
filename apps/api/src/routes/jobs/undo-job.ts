import { isDryRun, jobParams, undoImportBody } from '@leadbridge/contracts';
import type { ErrorReason, JobParams, UndoImportBody, UndoImportInput } from '@leadbridge/contracts';
import { AppError, given } from '@leadbridge/platform';
import { isOfType, readJob, type JobRecord } from '@leadbridge/usecases';

import { conflict } from '../../http/field-error.js';
import { jobRoute, type PlannedWork } from '../../pipeline/job-route.js';
import type { RouteRequest } from '../../pipeline/route.js';
import { isFinished } from '../../pipeline/wait-for-job.js';
import { fileNameOf } from '../../presenters/job-view.js';
import { findJob } from '../find-record.js';

/** How long an import can be undone. Its rows, with the earlier values, are kept a day longer. */
const undoableDays = 30;

export const undoJob = jobRoute.post('/jobs/:job_id/undo', {
  permission: 'data.sync',
  summary: 'Undo an import',
  description: `For a single or bulk import that finished at most ${undoableDays} days ago. Tickets that it created are closed and removed from their lists, and fields that it changed are restored. Anything that people or later imports have changed since is kept, with the reason. Opt-outs are never undone. With \`dry_run\`, the response shows what would happen and nothing is written.`,
  request: { params: jobParams, body: undoImportBody },
  errors: [404, 409],
  limits: ['sync'],
  startsJob: true,
  mcpTool: 'plan_undo',
  writesNothing: ({ body }) => body.dry_run === true,
  job: 'undo_import',
  inBackground: true,
  accepted: 'Accepted; the undo runs in the background.',
  plan: planUndo,
});

async function planUndo({
  params: { job_id: jobId },
  body: { dry_run: dryRun = false },
  services,
}: RouteRequest<JobParams, unknown, UndoImportBody>): Promise<PlannedWork<'undo_import'>> {
  const parent = await findJob(services, jobId);
  const named = readUndoable(parent, services.clock.now());
  return {
    input: { parent_job_id: jobId, ...named, dry_run: dryRun },
    store: async (job) => {
      const undoneBy = await services.jobs.createUndo(job);
      if (undoneBy !== null) {
        const message = 'The import is undone already, or is being undone';
        throw conflict('JOB_UNDONE', message, { job_id: undoneBy });
      }
    },
  };
}

/** @throws AppError 400 with the reason if the job cannot be undone */
function readUndoable(record: JobRecord, now: number): Pick<UndoImportInput, 'source' | 'file_name'> {
  if (!isOfType('lead_import', record) && !isOfType('bulk_import', record)) {
    throw refuse('Only a single or a bulk import can be undone', 'JOB_NOT_UNDOABLE', 'type', record.type);
  }
  const { input, finishedAt, status } = record;
  if (isDryRun(input)) {
    throw refuse('A dry run has changed nothing that could be undone', 'JOB_NOT_UNDOABLE', 'dry_run', true);
  }
  if (!isFinished(status) || finishedAt === null) {
    throw refuse('The import has not finished', 'JOB_NOT_FINISHED', 'status', status);
  }
  if (now - Date.parse(finishedAt) > undoableDays * 24 * 3_600_000) {
    const message = `The import finished more than ${undoableDays} days ago`;
    throw refuse(message, 'JOB_TOO_OLD', 'finished_at', finishedAt);
  }
  const fileName = fileNameOf(record);
  return {
    source: readJob(record).input.source,
    ...given({ file_name: fileName }),
  };
}

function refuse(message: string, reason: ErrorReason, field: string, value: unknown): AppError {
  return new AppError('VALIDATION_ERROR', message, { details: { field, value, reason } });
}

import type { IfChanged, JobStatus, JobType, UndoImportResponse } from '@leadbridge/contracts';

import type { ServiceContext } from '../compose.js';
import { waitText } from '../follow-job.js';
import { personText } from '../person-text.js';
import { showTable } from '../show-table.js';
import { dateAndTime } from '../time-text.js';
import { watchJob } from './watch-job.js';

interface JobListOptions {
  readonly type?: JobType;
  readonly status?: JobStatus;
  readonly limit: number;
}

export async function listJobs({ api, terminal }: ServiceContext, options: JobListOptions): Promise<boolean> {
  const { data } = await api.GET('/jobs', { params: { query: { ...options } } });
  terminal.note(['ID', 'TYPE', 'STATUS', 'SUCCEEDED', 'FAILED', 'TOTAL', 'CREATED', 'WAITS FOR'].join('\t'));
  for (const job of data.jobs) {
    const { job_id: id, type, status, progress, created_at: createdAt } = job;
    const { successful, failed, total } = progress;
    const created = dateAndTime(new Date(createdAt));
    terminal.result([id, type, status, successful, failed, total, created, waitText(job) || '-'].join('\t'));
  }
  return true;
}

/** Stops a bulk import or an undo after the current batch. */
export async function cancelJob({ api, terminal }: ServiceContext, jobId: string): Promise<boolean> {
  const { data: job } = await api.POST('/jobs/{job_id}/cancel', { params: { path: { job_id: jobId } } });
  terminal.result(`${jobId}: ${job.status === 'cancelled' ? 'cancelled' : 'stops after the current batch'}`);
  return true;
}

/** Runs the failed rows of a bulk import again, and shows the progress of that job. */
export async function retryJob(context: ServiceContext, jobId: string): Promise<boolean> {
  const { response } = await context.api.POST('/jobs/{job_id}/retry', {
    params: { path: { job_id: jobId }, header: { Prefer: 'respond-async' } },
  });
  const retryId = response.headers.get('x-job-id') ?? '';
  context.terminal.note(`Job ${retryId} retries the failed rows of ${jobId}`);
  return await watchJob(context, retryId);
}

/** Commits a dry run, and shows the progress of that job. */
export async function commitJob(
  context: ServiceContext,
  jobId: string,
  { ifChanged = 'skip' }: { readonly ifChanged?: IfChanged },
): Promise<boolean> {
  const { response } = await context.api.POST('/jobs/{job_id}/commit', {
    params: { path: { job_id: jobId } },
    body: { if_changed: ifChanged },
  });
  const commitId = response.headers.get('x-job-id') ?? '';
  context.terminal.note(`The dry run ${jobId} is carried out by the job ${commitId}`);
  return await watchJob(context, commitId);
}

/** Undoes an import, or shows what that would do, with the progress of the job and why rows were kept or failed. */
export async function undoJob(
  context: ServiceContext,
  jobId: string,
  { dryRun = false }: { readonly dryRun?: boolean },
): Promise<boolean> {
  const { api, terminal } = context;
  const { data: accepted } = await api.POST('/jobs/{job_id}/undo', {
    params: { path: { job_id: jobId } },
    body: { dry_run: dryRun },
  });
  const { job_id: undoId } = accepted;
  terminal.note(
    dryRun
      ? `What an undo of ${jobId} would do is the job ${undoId}`
      : `The undo of ${jobId} is the job ${undoId}`,
  );
  const isDone = await watchJob(context, undoId);
  const { data } = await api.GET('/jobs/{job_id}', { params: { path: { job_id: undoId } } });
  const { result } = data;
  if (isUndoResponse(result)) {
    const { undone, kept, nothing_to_undo: nothing, results, errors } = result;
    terminal.result(`${undone} undone, ${kept} kept, ${nothing} with nothing to undo`);
    for (const row of results.filter(({ result: of }) => of === 'kept')) {
      const lead = `lead ${row.lead_id ?? '-'}`;
      terminal.result(`row ${row.row}${personText(row)}, ${lead}: kept: ${row.reason ?? ''}`);
    }
    for (const row of errors) {
      terminal.result(`row ${row.row}${personText(row)}: failed: ${row.error}`);
    }
  }
  return isDone;
}

function isUndoResponse(result: object | null): result is UndoImportResponse {
  return result !== null && 'nothing_to_undo' in result;
}

/** The rows of a bulk import or an undo as CSV, on the standard output or in a file. */
export async function showResults(
  { api, terminal }: ServiceContext,
  jobId: string,
  { status, output }: { readonly status?: 'succeeded' | 'failed'; readonly output?: string },
): Promise<boolean> {
  const { data: table } = await api.GET('/jobs/{job_id}/results', {
    params: {
      path: { job_id: jobId },
      query: { format: 'csv', ...(status === undefined ? {} : { status }) },
    },
    parseAs: 'text',
  });
  return await showTable(terminal, table, { output, name: `The rows of ${jobId}` });
}

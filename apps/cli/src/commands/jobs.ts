import { writeFile } from 'node:fs/promises';

import type { IfChanged, JobStatus, JobType } from '@leadbridge/contracts';

import type { ServiceContext } from '../compose.js';
import { waitText } from '../follow-job.js';
import { dateAndTime } from '../time-text.js';
import { watchJob } from './watch-job.js';

export interface JobListOptions {
  readonly type?: JobType;
  readonly status?: JobStatus;
  readonly limit: number;
}

/** The newest jobs, one a line, its parts parted by tabs. */
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

/** Stops a bulk import after the batch in hand. */
export async function cancelJob({ api, terminal }: ServiceContext, jobId: string): Promise<boolean> {
  const { data: job } = await api.POST('/jobs/{job_id}/cancel', { params: { path: { job_id: jobId } } });
  terminal.result(`${jobId}: ${job.status === 'cancelled' ? 'cancelled' : 'stops after the batch in hand'}`);
  return true;
}

/** Runs the failed rows of a bulk import again, and shows the progress of that job. */
export async function retryJob(context: ServiceContext, jobId: string): Promise<boolean> {
  const { response } = await context.api.POST('/jobs/{job_id}/retry', {
    params: { path: { job_id: jobId }, header: { Prefer: 'respond-async' } },
  });
  const retryId = response.headers.get('x-job-id') ?? '';
  context.terminal.note(`The failed rows of ${jobId} are the job ${retryId}`);
  return await watchJob(context, retryId);
}

/** Carries out a dry run, and shows the progress of that job. */
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

/** The rows of a bulk import as CSV, on the standard output or in a file. */
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
  if (output === undefined) {
    terminal.result(table.trimEnd());
  } else {
    await writeFile(output, table);
    terminal.note(`The rows of ${jobId} are in ${output}`);
  }
  return true;
}

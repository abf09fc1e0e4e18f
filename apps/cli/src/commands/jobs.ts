import { writeFile } from 'node:fs/promises';

import type { AcceptedJob, JobListAnswer, JobView } from '@leadbridge/contracts';

import type { ServiceContext } from '../compose.js';
import { waitText } from '../follow-job.js';
import { dateAndTime } from '../time-text.js';
import { watchJob } from './watch-job.js';

export interface JobListOptions {
  readonly type?: string;
  readonly status?: string;
  readonly limit: number;
}

const pathOf = (jobId: string): string => `/jobs/${encodeURIComponent(jobId)}`;

/** The newest jobs, one a line, its parts parted by tabs. */
export async function listJobs({ api, terminal }: ServiceContext, options: JobListOptions): Promise<boolean> {
  const query = new URLSearchParams(
    Object.entries(options).map(([key, value]): [string, string] => [key, String(value)]),
  );
  const { jobs } = (await api.call({ method: 'GET', path: `/jobs?${query.toString()}` })) as JobListAnswer;
  terminal.note(['ID', 'TYPE', 'STATUS', 'SUCCEEDED', 'FAILED', 'TOTAL', 'CREATED', 'WAITS FOR'].join('\t'));
  for (const job of jobs) {
    const { job_id: id, type, status, progress, created_at: createdAt } = job;
    const { successful, failed, total } = progress;
    const created = dateAndTime(new Date(createdAt));
    terminal.result([id, type, status, successful, failed, total, created, waitText(job) || '-'].join('\t'));
  }
  return true;
}

/** Stops a bulk import after the batch in hand. */
export async function cancelJob({ api, terminal }: ServiceContext, jobId: string): Promise<boolean> {
  const job = (await api.call({ method: 'POST', path: `${pathOf(jobId)}/cancel`, body: '{}' })) as JobView;
  terminal.result(`${jobId}: ${job.status === 'cancelled' ? 'cancelled' : 'stops after the batch in hand'}`);
  return true;
}

/** Runs the failed rows of a bulk import again, and shows the progress of that job. */
export async function retryJob(context: ServiceContext, jobId: string): Promise<boolean> {
  const { job_id: retryId } = (await context.api.call({
    method: 'POST',
    path: `${pathOf(jobId)}/retry`,
    body: '{}',
    headers: { prefer: 'respond-async' },
  })) as AcceptedJob;
  context.terminal.note(`The failed rows of ${jobId} are the job ${retryId}`);
  return await watchJob(context, retryId);
}

/** The rows of a bulk import as CSV, on the standard output or in a file. */
export async function showResults(
  { api, terminal }: ServiceContext,
  jobId: string,
  { status, output }: { readonly status?: string; readonly output?: string },
): Promise<boolean> {
  const filter = status === undefined ? '' : `&status=${status}`;
  const table = await api.text(`${pathOf(jobId)}/results?format=csv${filter}`);
  if (output === undefined) {
    terminal.result(table.trimEnd());
  } else {
    await writeFile(output, table);
    terminal.note(`The rows of ${jobId} are in ${output}`);
  }
  return true;
}

import { createHash } from 'node:crypto';
import { appendFile, writeFile } from 'node:fs/promises';

import { bodyLimits, maximumBulkLeads } from '@leadbridge/contracts';
import type { AcceptedJob, JobRowView, JobView } from '@leadbridge/contracts';

import type { ServiceContext } from '../compose.js';
import { followJob } from '../follow-job.js';
import { partLeads, type Part } from '../leads/part-leads.js';
import { readLeads } from '../leads/read-leads.js';

export interface ImportOptions {
  readonly source: string;
  readonly batchSize?: number;
  /** Leads a minute. */
  readonly rateLimit?: number;
  /** A file for the rows that failed, as CSV. */
  readonly failures?: string;
}

/** Room for the rest of the request's body. */
const envelopeBytes = 64 * 1024;
const shownFailures = 10;

/**
 * Imports a file, in as many bulk imports as it needs. Run again within a day, it goes on with the same jobs: every part carries an
 * `Idempotency-Key` made of what is in it.
 *
 * @returns whether every row succeeded
 */
export async function importFile(
  context: ServiceContext,
  file: string,
  options: ImportOptions,
): Promise<boolean> {
  const { terminal } = context;
  const limits = { items: maximumBulkLeads, bytes: bodyLimits.bulk - envelopeBytes };
  let imported = 0;
  let failed = 0;
  let offset = 0;
  for await (const part of partLeads(readLeads(file), limits)) {
    const job = await importPart(context, part, offset, options);
    imported += job.progress.successful;
    failed += part.length - job.progress.successful;
    await tellFailures(context, job, offset, options.failures);
    offset += part.length;
  }
  terminal.result(`${offset} leads: ${imported} succeeded, ${failed} failed`);
  return failed === 0;
}

async function importPart(
  context: ServiceContext,
  part: Part,
  offset: number,
  { source, batchSize, rateLimit }: ImportOptions,
): Promise<JobView> {
  const head = JSON.stringify({
    source,
    batch_options: {
      ...(batchSize === undefined ? {} : { batch_size: batchSize }),
      ...(rateLimit === undefined ? {} : { rate_limit: rateLimit }),
    },
  });
  const body = `${head.slice(0, -1)},"leads":[${part.join(',')}]}`;
  const { job_id: jobId } = (await context.api.call({
    method: 'POST',
    path: '/sync/leads/bulk',
    body,
    headers: {
      prefer: 'respond-async',
      'idempotency-key': `cli-${createHash('sha256').update(`${offset}:${body}`).digest('hex')}`,
    },
  })) as AcceptedJob;
  context.terminal.note(`Rows ${offset + 1} to ${offset + part.length} are the job ${jobId}`);
  return await followJob(context, jobId, 'Import');
}

/** The first failures in words, all of them in the file that was asked for. */
async function tellFailures(
  { api, terminal }: ServiceContext,
  job: JobView,
  offset: number,
  file: string | undefined,
): Promise<void> {
  if (job.error !== null) {
    terminal.note(`The job ${job.job_id} ended: ${job.error.message}`);
  }
  if (job.progress.failed === 0) {
    return;
  }
  const path = `/jobs/${encodeURIComponent(job.job_id)}/results?status=failed`;
  if (file !== undefined) {
    const table = await api.text(`${path}&format=csv`);
    await (offset === 0 ? writeFile(file, table) : appendFile(file, table.replace(/^[^\n]*\n/, '')));
    terminal.note(`The failed rows of the job ${job.job_id} are in ${file}`);
    return;
  }
  const answer = (await api.call({ method: 'GET', path: `${path}&limit=${shownFailures}` })) as {
    results: readonly JobRowView[];
  };
  for (const { index, error } of answer.results) {
    terminal.note(`  row ${offset + index + 1}: ${error ?? 'failed'}`);
  }
  if (job.progress.failed > shownFailures) {
    terminal.note(`  and ${job.progress.failed - shownFailures} more: --failures <file> keeps them all`);
  }
}

import { createHash, randomUUID } from 'node:crypto';

import { bodyLimits, maximumBulkLeads } from '@leadbridge/contracts';
import type { AcceptedJob, JobRowView, JobView, Pagination } from '@leadbridge/contracts';
import type { CsvEncoding } from '@leadbridge/platform';

import { UsageError } from '../command-error.js';
import type { ServiceContext } from '../compose.js';
import { followJob } from '../follow-job.js';
import { openFailures, type FailuresFile } from '../leads/failures-file.js';
import { inspectLeads } from '../leads/inspect-leads.js';
import { partLeads, type Part } from '../leads/part-leads.js';
import { openLeads } from '../leads/read-leads.js';
import { dateAndTime } from '../time-text.js';

export interface ImportOptions {
  readonly source: string;
  readonly batchSize?: number;
  /** Leads a minute. */
  readonly rateLimit?: number;
  /** A file for the rows that failed. */
  readonly failures?: string;
  readonly encoding?: CsvEncoding;
  readonly separator?: string;
  /** Fields by the heads of columns. */
  readonly map?: ReadonlyMap<string, string>;
  /** Refuses columns that name no field. */
  readonly strict?: boolean;
  /** Imports a file anew that was imported within the last day. */
  readonly again?: boolean;
}

/** Room for the rest of the request's body. */
const envelopeBytes = 64 * 1024;
const shownFailures = 10;
const rowsPerPage = 1_000;

interface Totals {
  succeeded: number;
  failed: number;
}

/**
 * Imports a file, in as many bulk imports as it needs; nothing of it, where any of it cannot be read. Run again within a day, it shows what
 * was imported and goes on with the rest: every part carries an `Idempotency-Key` made of what is in it.
 *
 * @returns whether every row succeeded
 * @throws UsageError for a file or options that cannot be right
 */
export async function importFile(
  context: ServiceContext,
  file: string,
  options: ImportOptions,
): Promise<boolean> {
  const { terminal } = context;
  const reading = {
    encoding: options.encoding ?? null,
    separator: options.separator ?? null,
    ...(options.map === undefined ? {} : { renamed: options.map }),
  };
  const { form, leads, ignored, hasOtherThanAscii } = await inspectLeads(file, reading);
  if (options.strict === true && ignored.length > 0) {
    throw new UsageError(`${file}: not known: ${ignored.join(', ')}`);
  }
  terminal.note(`${file}: ${leads} leads (${form})`);
  const { columns, records } = await openLeads(file, reading);
  const failures =
    options.failures === undefined
      ? null
      : await openFailures(options.failures, { file, columns, withMark: hasOtherThanAscii });
  const totals: Totals = { succeeded: 0, failed: 0 };
  const limits = { items: maximumBulkLeads, bytes: bodyLimits.bulk - envelopeBytes };
  const run = options.again === true ? randomUUID() : '';
  let offset = 0;
  for await (const part of partLeads(records, limits)) {
    await importPart(context, { file, part, offset, run, failures, totals }, options);
    offset += part.records.length;
  }
  if (ignored.length > 0) {
    terminal.note(`Ignored columns: ${ignored.join(', ')}`);
  }
  if (failures !== null && totals.failed > 0) {
    terminal.note(
      `The failed rows are in ${String(options.failures)}: correct them there, and import that file`,
    );
  }
  terminal.result(`${offset} leads: ${totals.succeeded} succeeded, ${totals.failed} failed`);
  return totals.failed === 0;
}

interface PartWork {
  readonly file: string;
  readonly part: Part;
  readonly offset: number;
  /** Differs for each run that is to import anew. */
  readonly run: string;
  readonly failures: FailuresFile | null;
  readonly totals: Totals;
}

async function importPart(context: ServiceContext, work: PartWork, options: ImportOptions): Promise<void> {
  const { api, terminal } = context;
  const { part, offset, run, totals } = work;
  const { records, json } = part;
  const rows = `rows ${records[0]?.row ?? 0} to ${records.at(-1)?.row ?? 0}`;
  const head = JSON.stringify(settingsOf(options));
  const body = `${head.slice(0, -1)},"leads":[${json.join(',')}]}`;
  const { body: accepted, isReplay } = await api.send({
    method: 'POST',
    path: '/sync/leads/bulk',
    body,
    headers: {
      prefer: 'respond-async',
      'idempotency-key': `cli-${createHash('sha256').update(`${offset}:${run}:${body}`).digest('hex')}`,
    },
  });
  const { job_id: jobId } = accepted as AcceptedJob;
  if (isReplay) {
    await tellReplay(context, work.file, rows, jobId);
  } else {
    terminal.note(`${rows.replace('r', 'R')} are the job ${jobId}`);
  }
  const job = await followJob(context, jobId, 'Import');
  totals.succeeded += job.progress.successful;
  totals.failed += records.length - job.progress.successful;
  if (job.error !== null) {
    terminal.note(`The job ${jobId} ended: ${job.error.message}`);
  }
  await tellRows(context, work, job);
}

function settingsOf({ source, batchSize, rateLimit, strict }: ImportOptions): object {
  return {
    source,
    ...(strict === true ? { options: { strict } } : {}),
    batch_options: {
      ...(batchSize === undefined ? {} : { batch_size: batchSize }),
      ...(rateLimit === undefined ? {} : { rate_limit: rateLimit }),
    },
  };
}

async function tellReplay(
  { api, terminal }: ServiceContext,
  file: string,
  rows: string,
  jobId: string,
): Promise<void> {
  const job = (await api.call({ method: 'GET', path: `/jobs/${encodeURIComponent(jobId)}` })) as JobView;
  const was = job.finished_at === null ? 'is being imported already, since' : 'was imported already, on';
  terminal.note(
    `${file} (${rows}) ${was} ${dateAndTime(new Date(job.created_at))}, as the job ${jobId}. --again imports it anew`,
  );
}

/** The first failures in words, all of them in the file that was asked for; and what rows of JSON were warned of. */
async function tellRows(
  { api, terminal }: ServiceContext,
  { part, failures }: PartWork,
  job: JobView,
): Promise<void> {
  const warnings = new Map<string, number>();
  let shown = 0;
  for await (const views of pagesOf(api, job.job_id)) {
    const failed = views.flatMap((view) => {
      const record = part.records[view.index];
      return view.success === true || record === undefined ? [] : [{ record, view }];
    });
    await failures?.add(failed);
    for (const { record, view } of failures === null ? failed.slice(0, shownFailures - shown) : []) {
      terminal.note(`  row ${record.row}: ${view.error ?? 'failed'}`);
      shown += 1;
    }
    for (const warning of views.flatMap((view) => view.warnings ?? [])) {
      warnings.set(warning, (warnings.get(warning) ?? 0) + 1);
    }
  }
  const listed = job.progress.failed + job.progress.not_processed;
  if (failures === null && listed > shown) {
    terminal.note(`  and ${listed - shown} more: --failures <file> keeps them all`);
  }
  for (const [warning, count] of [...warnings].sort((a, b) => b[1] - a[1]).slice(0, shownFailures)) {
    terminal.note(`  ${count} ${count === 1 ? 'row' : 'rows'}: ${warning}`);
  }
}

async function* pagesOf(api: ServiceContext['api'], jobId: string): AsyncIterable<readonly JobRowView[]> {
  for (let page = 1; ; page += 1) {
    const path = `/jobs/${encodeURIComponent(jobId)}/results?limit=${rowsPerPage}&page=${page}`;
    const answer = (await api.call({ method: 'GET', path })) as {
      results: readonly JobRowView[];
      pagination: Pagination;
    };
    yield answer.results;
    if (page * rowsPerPage >= answer.pagination.total) {
      return;
    }
  }
}

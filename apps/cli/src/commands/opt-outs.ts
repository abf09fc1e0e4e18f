import { randomUUID } from 'node:crypto';

import { maximumListedOptOuts, type OptOutListResponse, type SuppressionStatus } from '@leadbridge/contracts';
import type { CsvEncoding } from '@leadbridge/platform';

import { counted } from '../counted.js';
import { UsageError } from '../command-error.js';
import type { ServiceContext } from '../compose.js';
import { followJob } from '../follow-job.js';
import { openLeads, type LeadRecord } from '../leads/read-leads.js';
import { showTable } from '../show-table.js';

interface OptOutExportOptions {
  readonly status?: SuppressionStatus;
  readonly provider?: string;
  readonly output?: string;
}

/** All suppressions as CSV, on the standard output or in a file. */
export async function exportOptOuts(
  { api, terminal }: ServiceContext,
  { output, ...filters }: OptOutExportOptions,
): Promise<boolean> {
  const { data } = await api.GET('/suppressions', {
    params: { query: { format: 'csv', ...filters } },
    parseAs: 'text',
  });
  return await showTable(terminal, data, { output, name: 'The suppressions' });
}

interface OptOutImportOptions {
  readonly encoding?: CsvEncoding;
  readonly separator?: string;
  /** Writes nothing, and shows what would be written. */
  readonly dryRun?: boolean;
}

/** Well below the largest body that the service accepts. */
const maxPartCharacters = 12_000_000;
const shownFailures = 10;

type Totals = Pick<OptOutListResponse, 'total' | 'added' | 'known' | 'failed'>;

/**
 * Adds the people and domains of a file to the ledger of opt-outs, in as many lists as it needs.
 *
 * @returns whether every row was taken
 * @throws UsageError for a file that cannot be read
 */
export async function importOptOuts(
  context: ServiceContext,
  file: string,
  { encoding, separator, dryRun = false }: OptOutImportOptions = {},
): Promise<boolean> {
  const reading = { encoding: encoding ?? null, separator: separator ?? null };
  const { form, records } = await openLeads(file, reading);
  const totals = { total: 0, added: 0, known: 0, failed: 0 };
  for await (const part of partsOf(records)) {
    context.terminal.note(`${file}: ${counted(part.length, 'row')} (${form})`);
    const result = await sendPart(context, file, part, dryRun);
    totals.total += result.total;
    totals.added += result.added;
    totals.known += result.known;
    totals.failed += result.failed;
  }
  if (totals.total === 0) {
    throw new UsageError(`${file}: there are no rows`);
  }
  const { total, added, known, failed } = totals;
  const rows = counted(total, 'row');
  context.terminal.result(
    dryRun
      ? `${rows}: ${added} would be added, ${known} known, ${failed} failed; nothing was written`
      : `${rows}: ${added} added, ${known} known, ${failed} failed`,
  );
  return failed === 0 && added + known === total;
}

async function* partsOf(records: AsyncIterable<LeadRecord>): AsyncIterable<readonly LeadRecord[]> {
  let part: LeadRecord[] = [];
  let characters = 0;
  for await (const record of records) {
    const own = JSON.stringify(record.lead).length;
    if (part.length === maximumListedOptOuts || (part.length > 0 && characters + own > maxPartCharacters)) {
      yield part;
      part = [];
      characters = 0;
    }
    part.push(record);
    characters += own;
  }
  if (part.length > 0) {
    yield part;
  }
}

async function sendPart(
  context: ServiceContext,
  file: string,
  part: readonly LeadRecord[],
  dryRun: boolean,
): Promise<Totals> {
  const { api, terminal } = context;
  const { data, response } = await api.POST('/suppressions/bulk', {
    params: { header: { 'Idempotency-Key': `cli-${randomUUID()}`, Prefer: 'respond-async' } },
    body: {
      suppressions: part.map(({ lead }) => lead),
      rows: part.map(({ row }) => row),
      dry_run: dryRun,
    },
  });
  const jobId = 'job_id' in data ? data.job_id : (response.headers.get('x-job-id') ?? '');
  const { progress, result, error } = await followJob(context, jobId, file);
  if (error !== null) {
    terminal.note(`${error.code}: ${error.message}`);
  }
  if (progress.failed > 0) {
    await showFailures(context, jobId);
  }
  return isListResponse(result)
    ? result
    : { total: progress.total, added: 0, known: 0, failed: progress.failed };
}

function isListResponse(result: object | null): result is OptOutListResponse {
  return result !== null && 'known' in result;
}

async function showFailures({ api, terminal }: ServiceContext, jobId: string): Promise<void> {
  const { data } = await api.GET('/jobs/{job_id}/results', {
    params: { path: { job_id: jobId }, query: { status: 'failed', limit: shownFailures } },
  });
  for (const { row, error } of data.results) {
    terminal.note(`  row ${row}: ${error ?? 'failed'}`);
  }
  if (data.pagination.total > data.results.length) {
    const more = data.pagination.total - data.results.length;
    terminal.note(`  and ${more} more: leadbridge job results ${jobId} --status failed`);
  }
}

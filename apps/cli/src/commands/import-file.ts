import { createHash, randomUUID } from 'node:crypto';

import { LeadbridgeError } from '@leadbridge/client';
import type { ImportManyOptions, ImportRowResult, LeadChunk } from '@leadbridge/client';
import type { CsvEncoding } from '@leadbridge/platform';

import { counted } from '../counted.js';
import { UsageError } from '../command-error.js';
import { describe, type ServiceContext } from '../compose.js';
import { openFailures, type FailedRow, type FailuresFile } from '../leads/failures-file.js';
import { inspectLeads, type InspectedFile } from '../leads/inspect-leads.js';
import { openLeads, type LeadRecord } from '../leads/read-leads.js';
import { SentRecords } from '../leads/sent-records.js';
import { personText } from '../person-text.js';
import type { Terminal } from '../terminal.js';
import { createDryRunReport } from './dry-run-report.js';
import { displayParts, type PartsDisplay } from './parts-display.js';

interface ImportOptions {
  /** `csv` unless the file names one. */
  readonly source?: string;
  readonly batchSize?: number;
  readonly rateLimit?: number;
  readonly failures?: string;
  readonly encoding?: CsvEncoding;
  readonly separator?: string;
  /** Fields by the headers of columns. */
  readonly map?: ReadonlyMap<string, string>;
  readonly mapping?: string;
  readonly strict?: boolean;
  /** Imports a file again that was imported within the last day. */
  readonly again?: boolean;
  /** Writes nothing, and shows what would be written. */
  readonly dryRun?: boolean;
  /** Of a dry run: each row as a line of JSON. */
  readonly json?: boolean;
}

const shownFailures = 10;
const usualSource = 'csv';

/**
 * Imports a file in one or more bulk imports; nothing of it if any of it cannot be read. Run again within a day, it shows what was imported
 * and continues with the rest: the `Idempotency-Key` of every part is derived from its content.
 *
 * @returns whether every row succeeded
 * @throws UsageError for an invalid file or invalid options
 */
export async function importFile(
  context: ServiceContext,
  file: string,
  options: ImportOptions,
): Promise<boolean> {
  const display = displayParts(context.terminal, file, options);
  try {
    return await importLeads(context, file, options, display);
  } finally {
    display.end();
  }
}

async function importLeads(
  context: ServiceContext,
  file: string,
  options: ImportOptions,
  display: PartsDisplay,
): Promise<boolean> {
  const { terminal } = context;
  const reading = {
    encoding: options.encoding ?? null,
    separator: options.separator ?? null,
    ...(options.map === undefined ? {} : { renamed: options.map }),
    ...(options.mapping === undefined ? {} : { kept: await readMapping(context, options.mapping) }),
  };
  const found = await inspectLeads(file, reading);
  if (options.strict === true && found.ignored.length > 0) {
    throw new UsageError(`${file}: not known: ${found.ignored.join(', ')}`);
  }
  terminal.note(`${file}: ${counted(found.leads, 'lead')} (${found.form})`);
  if (options.json === true && options.dryRun !== true) {
    throw new UsageError('--json shows the rows of a dry run: add --dry-run');
  }
  const source = sourceOf(terminal, file, options, found);
  const { records } = await openLeads(file, reading);
  const sent = new SentRecords(records);
  display.read(sent, found.leads);
  const importing = { source, sent, options, display };
  const noteIgnored = (): void => {
    if (found.ignored.length > 0) {
      terminal.note(`Ignored columns: ${found.ignored.join(', ')}`);
    }
  };
  if (options.dryRun === true) {
    noteIgnored();
    return await lookAtImport(context, importing);
  }
  const failures =
    options.failures === undefined
      ? null
      : await openFailures(options.failures, {
          file,
          columns: found.columns,
        });
  const { succeeded, failed } = await importRecords(context, importing, failures?.add ?? null);
  noteIgnored();
  if (failures !== null && failed > 0) {
    const again = source === usualSource ? '' : ` with --source ${source}`;
    terminal.note(
      `The failed rows are in ${String(options.failures)}: correct them there, and import that file${again}`,
    );
  }
  terminal.result(`${counted(succeeded + failed, 'lead')}: ${succeeded} succeeded, ${failed} failed`);
  return failed === 0;
}

/** The option takes precedence over the file; prints which keys of the file are ignored. */
function sourceOf(
  terminal: Terminal,
  file: string,
  { source }: ImportOptions,
  found: Pick<InspectedFile, 'source' | 'leftOut'>,
): string {
  if (found.leftOut.length > 0) {
    const keys = found.leftOut.map((key) => JSON.stringify(key)).join(', ');
    terminal.note(`${file}: only "source" and "leads" are read; ignored: ${keys}`);
  }
  if (source !== undefined && found.source !== null && source !== found.source) {
    terminal.note(
      `${file} says that its source is ${JSON.stringify(found.source)}; --source ${source} is taken`,
    );
  }
  return source ?? found.source ?? usualSource;
}

/** @throws UsageError if the service has no mapping of this name */
async function readMapping(
  { api }: ServiceContext,
  name: string,
): Promise<ReadonlyMap<string, string | null>> {
  const { mappings } = (await api.GET('/import-mappings')).data;
  const found = mappings.find((each) => each.name === name);
  if (found === undefined) {
    const names = mappings.map((each) => JSON.stringify(each.name)).join(', ') || 'none';
    throw new UsageError(`There is no mapping ${JSON.stringify(name)}; there are: ${names}`);
  }
  return new Map(found.columns.map(({ column, field }) => [column, field]));
}

interface Totals {
  readonly succeeded: number;
  readonly failed: number;
}

interface Importing {
  readonly source: string;
  readonly sent: SentRecords;
  readonly options: ImportOptions;
  readonly display: PartsDisplay;
}

async function importRecords(
  { api, terminal }: ServiceContext,
  { source, sent, options, display }: Importing,
  addFailures: FailuresFile['add'] | null,
): Promise<Totals> {
  const report = createReport(terminal, addFailures);
  try {
    const run = options.again === true ? randomUUID() : '';
    for await (const result of api.leads.importMany(source, sent.leads(), {
      ...settingsOf(options),
      rowOf: (place) => sent.rowOf(place),
      idempotencyKey: ({ firstRow, body }: LeadChunk) => {
        display.sending(firstRow);
        return `cli-${createHash('sha256').update(`${firstRow}:${run}:${body}`).digest('hex')}`;
      },
      onProgress: display.show,
    })) {
      await report.add(sent.take(result.row), result);
    }
  } catch (error) {
    throw display.begun() ? error : asUsageError(error);
  }
  return await report.end();
}

/** If the service refuses the first request as invalid, for example for an unknown source, nothing has been done. */
function asUsageError(error: unknown): unknown {
  return error instanceof LeadbridgeError && error.status === 400 ? new UsageError(describe(error)) : error;
}

/** Sends a new key each time: the plan depends on what the PSA holds now. */
async function lookAtImport(
  { api, terminal }: ServiceContext,
  { source, sent, options, display }: Importing,
): Promise<boolean> {
  const report = createDryRunReport(terminal, { json: options.json === true });
  const requests = new Map<string, number>();
  const run = randomUUID();
  try {
    for await (const result of api.leads.importMany(source, sent.leads(), {
      ...settingsOf(options),
      rowOf: (place) => sent.rowOf(place),
      idempotencyKey: ({ firstRow }: LeadChunk) => {
        display.sending(firstRow);
        return `cli-${run}-${firstRow}`;
      },
      onProgress(progress) {
        requests.set(progress.jobId, progress.job?.psa_requests ?? 0);
        display.show(progress);
      },
    })) {
      report.add(sent.take(result.row), result);
    }
  } catch (error) {
    throw display.begun() ? error : asUsageError(error);
  }
  const total = [...requests.values()].reduce((sum, count) => sum + count, 0);
  return report.end(total, [...requests.keys()]);
}

function settingsOf({ batchSize, rateLimit, strict, dryRun }: ImportOptions): ImportManyOptions {
  return {
    ...(strict === true ? { options: { strict } } : {}),
    batchOptions: {
      ...(batchSize === undefined ? {} : { batch_size: batchSize }),
      ...(rateLimit === undefined ? {} : { rate_limit: rateLimit }),
      ...(dryRun === true ? { dry_run: true } : {}),
    },
  };
}

/** Failed rows that are written to their file at once. */
const failuresAtOnce = 1_000;

/** Prints the first failures, or writes all of them to the requested file; and prints the warnings of rows of JSON. */
function createReport(terminal: Terminal, addFailures: FailuresFile['add'] | null) {
  const totals = { succeeded: 0, failed: 0 };
  const warnings = new Map<string, number>();
  let kept: FailedRow[] = [];

  async function flush(): Promise<void> {
    await addFailures?.(kept);
    kept = [];
  }

  return {
    async add(record: LeadRecord | null, result: ImportRowResult): Promise<void> {
      for (const warning of result.warnings ?? []) {
        warnings.set(warning, (warnings.get(warning) ?? 0) + 1);
      }
      if (result.success === true) {
        totals.succeeded += 1;
        return;
      }
      totals.failed += 1;
      if (record === null) {
        return;
      }
      if (addFailures === null) {
        if (totals.failed <= shownFailures) {
          terminal.note(`  row ${record.row}${personText(result)}: ${result.error ?? 'failed'}`);
        }
        return;
      }
      kept.push({ record, result });
      if (kept.length >= failuresAtOnce) {
        await flush();
      }
    },
    async end(): Promise<Totals> {
      await flush();
      if (addFailures === null && totals.failed > shownFailures) {
        terminal.note(`  and ${totals.failed - shownFailures} more: --failures <file> keeps them all`);
      }
      for (const [warning, count] of [...warnings].sort((a, b) => b[1] - a[1]).slice(0, shownFailures)) {
        terminal.note(`  ${counted(count, 'row')}: ${warning}`);
      }
      return totals;
    },
  };
}

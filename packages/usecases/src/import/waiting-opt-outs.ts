import { providerKinds, setAsideCode } from '@leadbridge/contracts';
import { findSource, type LeadSource } from '@leadbridge/domain';
import { isoTime, traceOf } from '@leadbridge/platform';

import type { NewErrorLogEntry } from '../ports/error-log-entry.js';
import type { JobRun } from '../ports/job-runs.js';
import type { Job } from '../ports/jobs.js';
import type { RowPlace } from '../ports/row-outcome.js';
import type { OptOutRequest } from '../ports/suppression.js';
import { DeadlyRowError } from '../work/deadly-row-error.js';
import { erasedRow } from '../work/erased-row.js';
import { tryAlone } from '../work/trials.js';
import type { BulkImportDependencies } from './bulk/bulk-run.js';
import { optOutsOfUnrecordedRows } from './record/index.js';
import { erasedAmong, keysInPayload } from './read/index.js';

type ImportJob = Job<'lead_import' | 'bulk_import'>;

const pageSize = 500;

type Dependencies = Pick<BulkImportDependencies, 'importJobs' | 'store' | 'settings' | 'clock'>;

/**
 * Records the opt-outs of a bulk import's pending rows before these are failed: an opt-out counts whatever
 * happens to its row. Fails those of erased people itself, without their data. Safe to repeat at any time.
 *
 * @param suspected the run, if processes have crashed during the job: its rows are then read one at a time
 */
export async function takeWaitingOptOuts(
  deps: WaitingDependencies,
  job: ImportJob,
  suspected: JobRun | null,
): Promise<void> {
  for (let from = 0; ;) {
    const rows = await deps.importJobs.pendingRows(job.jobId, from, pageSize);
    const last = rows.at(-1);
    if (last === undefined) {
      return;
    }
    if (suspected === null) {
      await saveOptOuts(deps, job, rows);
    } else {
      await saveEachAlone(deps, job, rows, suspected);
    }
    from = last.index + 1;
  }
}

type WaitingDependencies = Dependencies & Pick<BulkImportDependencies, 'runs' | 'trials'>;
interface WaitingRow extends RowPlace {
  readonly data: unknown;
}

/** For rows that may crash the process merely by being read. */
async function saveEachAlone(
  deps: WaitingDependencies,
  job: ImportJob,
  rows: readonly WaitingRow[],
  run: JobRun,
): Promise<void> {
  for (const row of rows) {
    await tryAlone(
      deps,
      { run, index: row.index, subject: 'lead' },
      {
        work: async () => saveOptOuts(deps, job, [row], { areSuspected: true }),
        setAside: async () => saveOptOuts(deps, job, [], { entries: entriesOfUnread(job, row) }),
      },
    );
  }
}

async function saveOptOuts(
  deps: Dependencies,
  job: ImportJob,
  rows: readonly WaitingRow[],
  {
    areSuspected = false,
    entries = [],
  }: { readonly areSuspected?: boolean; readonly entries?: readonly NewErrorLogEntry[] } = {},
): Promise<void> {
  const { erased, optOuts } = await readUnrecorded(deps, job, rows, areSuspected);
  if (erased.size > 0 || optOuts.length > 0 || entries.length > 0) {
    const { jobId, input } = job;
    await deps.store.record({
      fence: 0,
      countsProgress: erased.size > 0,
      at: isoTime(deps.clock.now()),
      rows: [...erased].map(({ index }) => ({
        ref: { jobId, index },
        source: input.source,
        outcome: erasedRow,
      })),
      leads: [],
      listGroups: [],
      events: [],
      errorLogEntries: entries,
      optOuts,
    });
  }
}

/**
 * What is to be stored of rows that will not be imported: nothing but the outcome of those of people who had
 * opted out before they were erased, and the opt-outs of the others.
 *
 * @param areSuspected whether processes have ended while they worked on the rows: nothing but their opt-outs is read
 * then, as another end would lose these
 */
export async function readUnrecorded<Row extends { readonly data: unknown }>(
  deps: Pick<Dependencies, 'store' | 'settings' | 'clock'>,
  job: ImportJob,
  rows: readonly Row[],
  areSuspected: boolean,
): Promise<{ readonly erased: ReadonlySet<Row>; readonly optOuts: readonly OptOutRequest[] }> {
  const settings = deps.settings();
  const sources = sourcesOf(job.input.source, settings.sources);
  const keys = rows.map(({ data }) => (areSuspected ? [] : keysInPayload(sources, data, settings)));
  const isErased = await erasedAmong(keys, deps.store);
  const others = rows.filter((_row, index) => isErased[index] !== true);
  return {
    erased: new Set(rows.filter((_row, index) => isErased[index] === true)),
    optOuts: optOutsOfJob(
      deps,
      job,
      others.map(({ data }) => data),
    ),
  };
}

export const unreadOptOuts = 'Whether the row contains an opt-out could not be read: check the lead';

/** Whether a row that failed with this error may be read for its opt-outs. */
export function mayBeRead(fault: unknown): boolean {
  return !(fault instanceof DeadlyRowError) || fault.mayBeRead;
}

/** An opt-out must not be lost silently. */
export function entriesOfUnread(
  { jobId, input }: Pick<ImportJob, 'jobId' | 'input'>,
  { index, row }: RowPlace,
): NewErrorLogEntry[] {
  const message = `The worker process ended each time that a lead was read. ${unreadOptOuts}`;
  return [
    {
      level: 'error',
      fault: 'service',
      message,
      source: 'import',
      leadSource: input.source,
      errorCode: setAsideCode,
      jobId,
      oncePerJob: true,
      rows: [{ index, row }],
    },
  ];
}

/** The opt-outs in the data of rows that will not be imported. */
export function optOutsOfJob(
  { settings, clock }: Pick<Dependencies, 'settings' | 'clock'>,
  job: Pick<ImportJob, 'input' | 'traceparent'>,
  rows: readonly unknown[],
): readonly OptOutRequest[] {
  const sources = sourcesOf(job.input.source, settings().sources);
  const at = isoTime(clock.now());
  return rows.flatMap((data) => {
    const readings = sources.map((source) =>
      optOutsOfUnrecordedRows([{ source, data, ...traceOf(job) }], at, settings()),
    );
    return readings.find(({ length }) => length > 0) ?? [];
  });
}

/** The format of a source that was removed is unknown: any that can be read counts. */
function sourcesOf(name: string, sources: readonly LeadSource[]): readonly LeadSource[] {
  const known = findSource(sources, name);
  return known === null
    ? providerKinds.map((kind) => ({ name, kind, label: name, aliases: [], enabled: false }))
    : [known];
}

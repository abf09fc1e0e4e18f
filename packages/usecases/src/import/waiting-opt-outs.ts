import { providerKinds } from '@leadbridge/contracts';
import { findSource, type LeadSource } from '@leadbridge/domain';
import { isoTime, traceOf } from '@leadbridge/platform';

import type { Job } from '../ports/jobs.js';
import type { OptOutRequest } from '../ports/suppression.js';
import type { BulkImportDependencies } from './bulk-run.js';
import { optOutsOfUnrecordedRows } from './opt-out-of-row.js';

type ImportJob = Job<'lead_import' | 'bulk_import'>;

const pageSize = 500;

type Dependencies = Pick<BulkImportDependencies, 'importJobs' | 'store' | 'settings' | 'clock'>;

/**
 * Takes the opt-outs of the rows of a bulk import that still wait, before those are failed: an opt-out is taken whatever becomes of its
 * row. May be run again at any moment.
 */
export async function takeWaitingOptOuts(deps: Dependencies, job: ImportJob): Promise<void> {
  for (let from = 0; ;) {
    const rows = await deps.importJobs.pendingRows(job.jobId, from, pageSize);
    const last = rows.at(-1);
    if (last === undefined) {
      return;
    }
    const optOuts = optOutsOfJob(
      deps,
      job,
      rows.map(({ data }) => data),
    );
    if (optOuts.length > 0) {
      await deps.store.record({
        fence: 0,
        countsProgress: false,
        at: isoTime(deps.clock.now()),
        rows: [],
        leads: [],
        listGroups: [],
        events: [],
        errorLogEntries: [],
        optOuts,
      });
    }
    from = last.index + 1;
  }
}

/** The opt-outs in the data of rows that come to nothing. */
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

/** Of a source that was taken out of the configuration nobody knows what it sent: whatever can be read in one of the forms tells. */
function sourcesOf(name: string, sources: readonly LeadSource[]): readonly LeadSource[] {
  const known = findSource(sources, name);
  return known === null
    ? providerKinds.map((kind) => ({ name, kind, label: name, aliases: [], enabled: false }))
    : [known];
}

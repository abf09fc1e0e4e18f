import { findSource } from '@leadbridge/domain';
import { traceOf } from '@leadbridge/platform';

import type { PendingRow } from '../../ports/import-jobs.js';
import type { Job } from '../../ports/jobs.js';
import type { ImportDependencies } from '../batch.js';
import { readOptions } from './read-options.js';
import type { ImportRow } from '../import-row-state.js';

/**
 * A row of an import job in the form that the engine takes; a single import is its row 0.
 *
 * @throws Error if the source of the job was removed from the configuration
 */
export function rowOfJob(
  deps: Pick<ImportDependencies, 'settings'>,
  job: Job<'lead_import' | 'bulk_import'>,
  { index, row, data, intent, planned }: PendingRow,
): ImportRow {
  const settings = deps.settings();
  const name = job.input.source;
  const source = findSource(settings.sources, name);
  if (source === null) {
    throw new Error(`The source of the job is no longer configured: ${name}`);
  }
  return {
    ref: { jobId: job.jobId, index },
    row,
    requestId: job.requestId,
    source,
    data,
    options: readOptions(job.input.options, settings),
    acceptedAt: Date.parse(job.createdAt),
    ...(job.dataFrom === undefined ? {} : { dataFrom: Date.parse(job.dataFrom) }),
    intent,
    planned: job.input.if_changed === 'skip' ? planned : null,
    ...traceOf(job),
  };
}

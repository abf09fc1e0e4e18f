import type { ImportOptions as RequestedOptions } from '@leadbridge/contracts';
import { findSource } from '@leadbridge/domain';

import type { Job } from '../../ports/jobs.js';
import type { Settings } from '../../ports/settings.js';
import type { ImportOptions } from '../import-row-state.js';

/** The `options` of an import. If custom fields are disabled for the PSA, no import sends them. */
export function readOptions(options: RequestedOptions, { psa }: Pick<Settings, 'psa'>): ImportOptions {
  return {
    deduplication: options.deduplication,
    updateExisting: options.update_existing,
    customFields: psa.customFieldsEnabled && options.custom_fields,
    strict: options.strict,
  };
}

export interface BatchOptions {
  readonly batchSize: number;
  /** Leads per minute. */
  readonly rateLimit: number | null;
  readonly continueOnError: boolean;
}

/** The stricter of its own rate limit and that of its source; none for a dry run, which imports nothing. */
export function batchOptionsOf(
  { input: { source: name, batch_options: options } }: Pick<Job<'bulk_import'>, 'input'>,
  { sources, leadsPerMinute }: Pick<Settings, 'sources' | 'leadsPerMinute'>,
): BatchOptions {
  const source = findSource(sources, name);
  // For a source, 0 means no limit.
  const limits = [options.rate_limit ?? 0, source === null ? 0 : (leadsPerMinute[source.name] ?? 0)].filter(
    (limit) => limit > 0,
  );
  return {
    batchSize: options.batch_size,
    rateLimit: limits.length === 0 || options.dry_run === true ? null : Math.min(...limits),
    continueOnError: options.continue_on_error,
  };
}

import { findSource } from '@leadbridge/domain';

import type { JobRecord } from '../ports/jobs.js';
import type { Settings } from '../ports/settings.js';
import type { ImportOptions } from './row-work.js';

/**
 * The `options` of an import, with the decided defaults for what was left out. Where the PSA's custom fields are switched off, no import
 * sends them.
 */
export function readOptions(options: unknown, { psa }: Pick<Settings, 'psa'>): ImportOptions {
  const given = (typeof options === 'object' && options !== null ? options : {}) as Record<string, unknown>;
  return {
    deduplication: given['deduplication'] !== false,
    updateExisting: given['update_existing'] !== false,
    customFields: psa.customFieldsEnabled && given['custom_fields'] !== false,
    strict: given['strict'] === true,
  };
}

export interface BatchOptions {
  readonly batchSize: number;
  /** Leads per minute. */
  readonly rateLimit: number | null;
  readonly continueOnError: boolean;
}

/** How a bulk import is to work through its rows; what the configuration allows its source holds too. */
export function batchOptionsOf(
  { input }: Pick<JobRecord, 'input'>,
  { sources, leadsPerMinute }: Pick<Settings, 'sources' | 'leadsPerMinute'>,
): BatchOptions {
  const source = findSource(sources, String(input['source']));
  return readBatchOptions(input['batch_options'], source === null ? 0 : (leadsPerMinute[source.name] ?? 0));
}

/**
 * The `batch_options` of a bulk import, with the decided defaults for what was left out.
 *
 * @param leadsPerMinute what the source is limited to; 0 for no limit. The stricter one holds
 */
function readBatchOptions(options: unknown, leadsPerMinute = 0): BatchOptions {
  const given = (typeof options === 'object' && options !== null ? options : {}) as Record<string, unknown>;
  const { batch_size: batchSize, rate_limit: rateLimit } = given;
  const limits = [rateLimit, leadsPerMinute].filter(
    (limit): limit is number => typeof limit === 'number' && limit > 0,
  );
  return {
    batchSize: typeof batchSize === 'number' ? batchSize : 100,
    rateLimit: limits.length === 0 ? null : Math.min(...limits),
    continueOnError: given['continue_on_error'] !== false,
  };
}

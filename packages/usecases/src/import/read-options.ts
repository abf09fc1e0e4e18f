import type { ImportOptions } from './row-work.js';

/** The `options` of an import, with the decided defaults for what was left out. */
export function readOptions(options: unknown): ImportOptions {
  const given = (typeof options === 'object' && options !== null ? options : {}) as Record<string, unknown>;
  return {
    deduplication: given['deduplication'] !== false,
    updateExisting: given['update_existing'] !== false,
    customFields: given['custom_fields'] !== false,
  };
}

export interface BatchOptions {
  readonly batchSize: number;
  /** Leads per minute. */
  readonly rateLimit: number | null;
  readonly continueOnError: boolean;
}

/** The `batch_options` of a bulk import, with the decided defaults for what was left out. */
export function readBatchOptions(options: unknown): BatchOptions {
  const given = (typeof options === 'object' && options !== null ? options : {}) as Record<string, unknown>;
  const { batch_size: batchSize, rate_limit: rateLimit } = given;
  return {
    batchSize: typeof batchSize === 'number' ? batchSize : 100,
    rateLimit: typeof rateLimit === 'number' ? rateLimit : null,
    continueOnError: given['continue_on_error'] !== false,
  };
}

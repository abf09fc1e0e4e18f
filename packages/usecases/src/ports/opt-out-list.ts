import type { DecidedList, SuppressionKey } from '@leadbridge/domain';

import type { OptOutRequest } from './suppression.js';

/** The result of a row of a list of opt-outs that could be read. */
export interface ListedOutcome {
  readonly status: 'succeeded';
  readonly result: 'added' | 'known';
  /** Null in a dry run, and for a person who was erased. */
  readonly suppressionId: string | null;
  readonly warnings: readonly string[];
}

export type ListedRow = ReadableRow | { readonly index: number; readonly error: string };

export interface ReadableRow {
  readonly index: number;
  readonly request: ListedRequest;
  readonly warnings: readonly string[];
}

export interface ListedRequest extends OptOutRequest {
  readonly keys: readonly [SuppressionKey, ...SuppressionKey[]];
}

export interface ListedBatch {
  readonly jobId: string;
  readonly at: string;
  readonly rows: readonly ListedRow[];
  /** Of a dry run, the texts of the keys that its earlier rows would have added; null if it is none. */
  readonly remembered: Set<string> | null;
}

/** The lists of opt-outs, whose rows are those of their jobs. */
export interface OptOutListStore {
  /**
   * Writes the entries of the rows, the rest of what an opt-out causes in our records, and the outcomes, in one
   * transaction: after a crash each row was either taken completely or not at all. A dry run writes only
   * outcomes.
   *
   * @throws StaleClaimError when another worker has taken one of the rows, or the job has ended
   */
  take(batch: ListedBatch): Promise<DecidedList>;
  /** How many rows of a job have which result. */
  counts(jobId: string): Promise<{ readonly added: number; readonly known: number }>;
}

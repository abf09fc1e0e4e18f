import type { RowPlace } from './row-outcome.js';

/** An entry for the operators' error log, without personal data. */
export interface NewErrorLogEntry {
  readonly level: 'error' | 'warning' | 'info';
  readonly message: string;
  readonly source: string;
  readonly leadId?: number;
  readonly errorCode: string;
  /** Set if it is about a job other than the current one. */
  readonly jobId?: string;
  /** The request that created that job. */
  readonly requestId?: string;
  /** The caller if the request or its data was wrong, the operator if something failed here (the default). */
  readonly fault?: 'caller' | 'service';
  readonly leadSource?: string;
  /** True to keep only one of a job's entries with the same message, ignoring numbers and quoted words. */
  readonly oncePerJob?: boolean;
  /** The rows of a bulk import or an undo that it is about. Merged entries list the first rows of all of them. */
  readonly rows?: readonly RowPlace[];
}

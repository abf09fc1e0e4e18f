/** An entry for the operators' error log; no personal data. */
export interface NewErrorLogEntry {
  readonly level: 'error' | 'warning' | 'info';
  readonly message: string;
  readonly source: string;
  readonly leadId?: number;
  readonly errorCode: string;
  /** Where it is another than the job at hand. */
  readonly jobId?: string;
  /** The request behind that job. */
  readonly requestId?: string;
  /** Who has to act: the caller, whose request or data was wrong, or the operator, as something failed here. The latter unless said. */
  readonly fault?: 'caller' | 'service';
  /** The name of the lead's source. */
  readonly leadSource?: string;
  /** True to keep one entry for all of one job that say the same; numbers and quoted words in the message may differ. */
  readonly oncePerJob?: boolean;
  /** The rows of a bulk import that it is about, by index; entries that are one name the first rows of them all. */
  readonly rows?: readonly number[];
}

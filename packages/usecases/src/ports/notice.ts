/** An entry for the operators' error log; no personal data. */
export interface Notice {
  readonly level: 'error' | 'warning' | 'info';
  readonly message: string;
  readonly source: string;
  readonly leadId?: number;
  readonly errorCode: string;
  /** Where it is another than the job at hand. */
  readonly jobId?: string;
  /** The request behind that job. */
  readonly requestId?: string;
}

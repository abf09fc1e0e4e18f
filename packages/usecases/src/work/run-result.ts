import type { PutBack } from '../ports/jobs.js';

/** The result of one run of a job: it has ended, or it is put back. */
export type RunResult =
  | { readonly done: true }
  | {
      readonly done: false;
      /** Unix milliseconds; the wait does not use up an attempt. */
      readonly continueAt: number;
      /** What it waits for; for its turn if absent. */
      readonly reason?: PutBack['reason'];
    };

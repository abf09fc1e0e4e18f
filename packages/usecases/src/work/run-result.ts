import type { PutBack } from '../ports/jobs.js';

/** What became of one run of a job: it has ended, or it is put back. */
export type RunResult =
  | { readonly done: true }
  | {
      readonly done: false;
      /** Milliseconds since the epoch; the wait costs no attempt. */
      readonly continueAt: number;
      /** What it waits for; its turn where nothing is said. */
      readonly reason?: PutBack['reason'];
    };

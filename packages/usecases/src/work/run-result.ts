/** What became of one run of a job: it has ended, or it goes on at `continueAt` (milliseconds since the epoch) at no cost of an attempt. */
export type RunResult = { readonly done: true } | { readonly done: false; readonly continueAt: number };

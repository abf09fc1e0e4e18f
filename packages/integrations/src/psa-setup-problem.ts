/** One line of what a look at a PSA has shown. Jobs run only without an `error`; `ok` is what was tried and holds. */
export interface PsaSetupProblem {
  readonly level: 'error' | 'warning' | 'ok';
  readonly message: string;
}

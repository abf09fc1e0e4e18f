/** Jobs run only without an `error`; `ok` is something that was checked and works. */
export interface PsaSetupProblem {
  readonly level: 'error' | 'warning' | 'ok';
  readonly message: string;
}

export const working = (message: string) => ({ level: 'ok', message }) as const;
export const warning = (message: string) => ({ level: 'warning', message }) as const;
export const fault = (message: string) => ({ level: 'error', message }) as const;

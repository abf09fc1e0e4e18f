import type { CheckPsaAnswer } from '@leadbridge/contracts';

import { PsaRefusedError, PsaUnavailableError } from '../ports/psa-errors.js';
import { done, type JobOutcome } from '../work/job-outcome.js';

/** One line of what a look at the PSA has shown; `ok` is what was tried and holds. */
export interface PsaCheckLine {
  readonly level: 'error' | 'warning' | 'ok';
  readonly message: string;
}

export interface PsaCheckDependencies {
  /**
   * Looks anew at what the PSA has set up under our names, and at how it answers; writes nothing.
   *
   * @throws PsaUnavailableError, PsaRefusedError, PsaBudgetError
   */
  readonly checkPsa: () => Promise<readonly PsaCheckLine[]>;
}

/** Jobs may run where nothing is wrong but warnings. */
export function summarizePsaCheck(lines: readonly PsaCheckLine[]): CheckPsaAnswer {
  const checked = lines.flatMap(({ level, message }) => (level === 'ok' ? [message] : []));
  const of = (wanted: 'error' | 'warning') =>
    lines.flatMap(({ level, message }) => (level === wanted ? [{ level: wanted, message }] : []));
  const errors = of('error');
  return { ready: errors.length === 0, problems: [...errors, ...of('warning')], checked };
}

/** A PSA that does not answer, or refuses, is what the check has found, and no failure of it. */
export async function checkPsa({ checkPsa: look }: PsaCheckDependencies): Promise<JobOutcome> {
  try {
    return done(summarizePsaCheck(await look()));
  } catch (error) {
    if (error instanceof PsaUnavailableError || error instanceof PsaRefusedError) {
      return done(summarizePsaCheck([{ level: 'error', message: error.message }]));
    }
    throw error;
  }
}

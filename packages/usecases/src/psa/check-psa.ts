import type { CheckPsaResponse } from '@leadbridge/contracts';

import { PsaRefusedError, PsaUnavailableError } from '../ports/psa-errors.js';
import { done, type JobOutcome } from '../work/job-outcome.js';

/** One result of a PSA check; `ok` means that it was tried and works. */
export interface PsaCheckLine {
  readonly level: 'error' | 'warning' | 'ok';
  readonly message: string;
}

export interface PsaCheckDependencies {
  /**
   * Checks again which of our names are set up in the PSA, and how it responds; writes nothing.
   *
   * @throws PsaUnavailableError, PsaRefusedError, PsaBudgetError
   */
  readonly checkPsa: () => Promise<readonly PsaCheckLine[]>;
}

/** Jobs may run if there are no problems except warnings. */
export function summarizePsaCheck(lines: readonly PsaCheckLine[]): CheckPsaResponse {
  const checked = lines.flatMap(({ level, message }) => (level === 'ok' ? [message] : []));
  const of = (wanted: 'error' | 'warning') =>
    lines.flatMap(({ level, message }) => (level === wanted ? [{ level: wanted, message }] : []));
  const errors = of('error');
  return { ready: errors.length === 0, problems: [...errors, ...of('warning')], checked };
}

/** A PSA that does not respond, or refuses, is a result of the check, not a failure of it. */
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

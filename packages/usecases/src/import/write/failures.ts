import { PsaRefusedError, PsaUncertainError } from '../../ports/psa-errors.js';
import type { WriteResult } from '../../ports/psa.js';
import type { DecidedRow } from '../import-row-state.js';

/** The PSA refused a client or site that we had stored. It is forgotten, and the next run searches for it. */
class RememberedPlaceError extends Error {
  override readonly name = 'RememberedPlaceError';
  readonly quotesRequest = true;
}

/** Records a failed write: refused permanently, or to be retried by a later run. */
export function failRow(state: DecidedRow, result: Extract<WriteResult, { ok: false }>): void {
  if (result.uncertain) {
    state.fault = new PsaUncertainError(result.message);
    return;
  }
  if (state.arePsaIdsRemembered) {
    state.fault = new RememberedPlaceError(result.message);
    return;
  }
  refuseRow(state, result.message);
}

/** Whether a row waits because the PSA refused a client or site that was not read in this run. */
export function hasRefusedPlace({ fault }: DecidedRow): boolean {
  return fault instanceof RememberedPlaceError;
}

/** Fails a row that the PSA refuses whatever its client is. */
export function refuseRow(state: DecidedRow, message: string): void {
  state.fault = null;
  state.outcome = {
    status: 'failed',
    code: 'EXTERNAL_API_ERROR',
    error: message,
    suggestion: 'Correct what the PSA objects to and send the lead again',
  };
}

/** Performs a write for a row. If the PSA refuses it or its response is lost, only this row fails. */
export async function failingRow(state: DecidedRow, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!(error instanceof PsaRefusedError) && !(error instanceof PsaUncertainError)) {
      throw error;
    }
    failRow(state, { ok: false, uncertain: error instanceof PsaUncertainError, message: error.message });
  }
}

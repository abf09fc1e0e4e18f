import { erasedCode } from '@leadbridge/contracts';

import type { FailedOutcome } from '../ports/row-outcome.js';

/** The outcome of a row, or a single import, of a person who was erased before anything of it was done. */
export const erasedRow: FailedOutcome = {
  status: 'failed',
  code: erasedCode,
  error: 'The person of this row was erased before it was imported',
};

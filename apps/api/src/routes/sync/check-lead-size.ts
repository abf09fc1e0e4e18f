import { AppError } from '@leadbridge/platform';

import { countValues } from '../../pipeline/body/index.js';

/** Generous for a provider's payload; what is far beyond could not be stored as one document. */
const mostValues = 20_000;

/** @throws AppError 413 for a lead of more values than any lead has */
export function checkLeadSize(lead: unknown, field: string): void {
  if (countValues(lead, mostValues) > mostValues) {
    throw new AppError('VALIDATION_ERROR', `${field} holds more than ${mostValues} values`, {
      status: 413,
      details: { field, value: null },
    });
  }
}

import { AppError } from '@leadbridge/platform';

import { countValues, maxItemValues } from '../../pipeline/body/index.js';

/** @throws AppError 413 for a lead with more values than any real lead has */
export function checkLeadSize(lead: unknown, field: string): void {
  if (countValues(lead, maxItemValues) > maxItemValues) {
    throw new AppError('VALIDATION_ERROR', `${field} holds more than ${maxItemValues} values`, {
      status: 413,
      details: { field, value: null },
    });
  }
}

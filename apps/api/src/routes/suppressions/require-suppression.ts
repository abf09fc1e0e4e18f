import { AppError } from '@leadbridge/platform';
import type { Suppression } from '@leadbridge/usecases';

/** @throws AppError RESOURCE_NOT_FOUND */
export function requireSuppression(entry: Suppression | null, suppressionId: string): Suppression {
  if (entry === null) {
    throw new AppError('RESOURCE_NOT_FOUND', 'There is no such suppression', {
      details: { suppression_id: suppressionId },
    });
  }
  return entry;
}

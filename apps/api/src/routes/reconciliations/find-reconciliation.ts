import { AppError } from '@leadbridge/platform';
import type { Reconciliation } from '@leadbridge/usecases';

import type { ApiServices } from '../../services.js';

/** @throws AppError RESOURCE_NOT_FOUND */
export async function findReconciliation(
  { reconciliations }: Pick<ApiServices, 'reconciliations'>,
  reconciliationId: string,
): Promise<Reconciliation> {
  const found = await reconciliations.find(reconciliationId);
  if (found === null) {
    throw new AppError('RESOURCE_NOT_FOUND', 'There is no such reconciliation', {
      details: { reconciliation_id: reconciliationId },
    });
  }
  return found;
}

import type { RefusedOptOuts } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { isOfSomebody, suppressionModel } from './suppression-model.js';

/** So many refusals are no accident: the retries after them are minutes apart. */
const refusedAttempts = 3;

/** The opt-outs that providers do not take, by provider. */
export function createRefusedOptOuts(connection: Connection): () => Promise<readonly RefusedOptOuts[]> {
  const suppressions = suppressionModel(connection);
  return async () =>
    suppressions.aggregate<RefusedOptOuts>([
      {
        $match: {
          ...{ status: 'failed', attempts: { $gte: refusedAttempts }, provider: { $type: 'string' } },
          ...isOfSomebody,
        },
      },
      { $group: { _id: '$provider', count: { $sum: 1 } } },
      { $project: { _id: 0, provider: '$_id', count: 1 } },
    ]);
}

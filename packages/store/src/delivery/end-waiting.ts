import { testEvent } from '@leadbridge/contracts';
import type { Connection } from 'mongoose';

import { deliveryModel } from './delivery-model.js';

/** Ends what waits for a webhook, tests excepted, as failed. */
export async function endWaiting(
  connection: Connection,
  webhookId: string,
  error: string,
  at: string,
): Promise<void> {
  await deliveryModel(connection).updateMany(
    { webhookId, status: 'pending', eventType: { $ne: testEvent } },
    { $set: { status: 'failed', nextAttemptAt: null, error, finishedAt: new Date(at) } },
  );
}

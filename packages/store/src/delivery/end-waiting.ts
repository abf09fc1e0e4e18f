import { testEvent } from '@leadbridge/contracts';
import type { Connection } from 'mongoose';

import { deliveryModel } from './delivery-model.js';

const error = 'The webhook was switched off';

/** Ends the pending deliveries of a disabled webhook as failed, except tests. */
export async function endWaiting(connection: Connection, webhookId: string, at: string): Promise<void> {
  await deliveryModel(connection).updateMany(
    { webhookId, status: 'pending', eventType: { $ne: testEvent } },
    { $set: { status: 'failed', nextAttemptAt: null, error, finishedAt: new Date(at) } },
  );
}

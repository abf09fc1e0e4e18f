import { testEvent } from '@leadbridge/contracts';
import type { Connection } from 'mongoose';

import { webhookModel, type WebhookDocument } from '../subscription/webhook-model.js';
import { deliveryModel, type DeliveryDocument } from './delivery-model.js';

const error = 'The webhook was switched off';
const deliveriesPerRound = 1_000;

/**
 * Ends the pending deliveries of a webhook that is switched off as failed, except tests, and removes those of one
 * that was removed. Nothing that was dispatched to a webhook after it was switched on again is ended: it is looked
 * at behind the deliveries.
 */
export async function endWaiting(connection: Connection, webhookId: string, at: string): Promise<void> {
  const deliveries = deliveryModel(connection);
  const waiting = { webhookId, status: 'pending', eventType: { $ne: testEvent } } as const;
  for (;;) {
    const found = await deliveries
      .find(waiting, { _id: 1 })
      .limit(deliveriesPerRound)
      .lean<Pick<DeliveryDocument, '_id'>[]>();
    const webhook = await webhookModel(connection)
      .findById(webhookId, { active: 1 })
      .lean<Pick<WebhookDocument, 'active'>>();
    if (webhook === null) {
      await deliveries.deleteMany({ webhookId });
    }
    if (found.length === 0 || webhook?.active !== false) {
      return;
    }
    await deliveries.updateMany(
      { ...waiting, _id: { $in: found.map(({ _id }) => _id) } },
      { $set: { status: 'failed', nextAttemptAt: null, error, finishedAt: new Date(at) } },
    );
  }
}

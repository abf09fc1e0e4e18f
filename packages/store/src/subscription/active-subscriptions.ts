import type { Connection } from 'mongoose';

import { webhookModel, type WebhookDocument } from './webhook-model.js';

/** Active webhooks and the events that they subscribe to. */
export async function activeSubscriptions(
  connection: Connection,
): Promise<readonly { readonly webhookId: string; readonly events: readonly string[] }[]> {
  const documents = await webhookModel(connection)
    .find({ active: true })
    .select({ events: 1 })
    .lean<Pick<WebhookDocument, '_id' | 'events'>[]>();
  return documents.map(({ _id: webhookId, events }) => ({ webhookId, events }));
}

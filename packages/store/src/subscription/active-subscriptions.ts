import type { Connection } from 'mongoose';

import { webhookModel, type WebhookDocument } from './webhook-model.js';

export async function activeSubscriptions(
  connection: Connection,
): Promise<readonly { readonly webhookId: string; readonly events: readonly string[] }[]> {
  const documents = await webhookModel(connection)
    .find({ active: true })
    .select({ events: 1 })
    .lean<Pick<WebhookDocument, '_id' | 'events'>[]>();
  return documents.map(({ _id: webhookId, events }) => ({ webhookId, events }));
}

import type { WebhookStore } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { createWriteAudit } from '../audit/write-audit.js';
import { deliveryModel } from '../delivery/delivery-model.js';
import { createWebhookRegistration } from './register-webhooks.js';
import { createWebhookCondition } from './webhook-condition.js';
import { presentWebhook } from './webhook-documents.js';
import { webhookModel, type WebhookDocument } from './webhook-model.js';

export function createWebhookStore(connection: Connection): WebhookStore {
  const webhooks = webhookModel(connection);
  const writeAudit = createWriteAudit(connection);
  return {
    ...createWebhookRegistration(connection),
    ...createWebhookCondition(connection),

    async find(webhookId) {
      const document = await webhooks.findById(webhookId).lean<WebhookDocument>();
      return document === null ? null : presentWebhook(document);
    },

    async list() {
      const documents = await webhooks.find().sort({ createdAt: 1, _id: 1 }).lean<WebhookDocument[]>();
      return documents.map(presentWebhook);
    },

    async remove(webhookId, audit) {
      const removed = await connection.transaction(async (session) => {
        const { deletedCount } = await webhooks.deleteOne({ _id: webhookId }, { session });
        if (deletedCount === 1) {
          await writeAudit(audit, new Date(), session);
        }
        return deletedCount === 1;
      });
      if (removed) {
        await deliveryModel(connection).deleteMany({ webhookId });
      }
      return removed;
    },
  };
}

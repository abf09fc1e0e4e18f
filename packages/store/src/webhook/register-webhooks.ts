import type { AuditEntry, WebhookChange, WebhookRecord, WebhookStore } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { createWriteAudit } from '../audit/write-audit.js';
import { collectionOf } from '../collection-of.js';
import { endWaiting } from '../delivery/end-waiting.js';
import { transactDespiteCollisions } from '../duplicate-key.js';
import { createUpdateIn, type UpdateIn } from './update-webhook.js';
import { newWebhookDocument } from './webhook-documents.js';
import { registrationModel, webhookModel, type WebhookDocument } from './webhook-model.js';

interface RegistrationModels {
  readonly connection: Connection;
  readonly webhooks: ReturnType<typeof webhookModel>;
  readonly registrations: ReturnType<typeof registrationModel>;
  readonly writeAudit: ReturnType<typeof createWriteAudit>;
  readonly updateIn: UpdateIn;
}

/** Validates new webhooks against the existing ones. */
export function createWebhookRegistration(connection: Connection): Pick<WebhookStore, 'create' | 'change'> {
  const models: RegistrationModels = {
    connection,
    webhooks: webhookModel(connection),
    registrations: registrationModel(connection),
    writeAudit: createWriteAudit(connection),
    updateIn: createUpdateIn(connection),
  };

  return {
    create: async (webhook, maximum, audit, allowDuplicate) =>
      createWebhook(models, webhook, maximum, audit, allowDuplicate),
    change: async (webhookId, change, at, audit, allowDuplicate) =>
      changeWebhook(models, webhookId, change, at, audit, allowDuplicate),
  };
}

async function createWebhook(
  models: RegistrationModels,
  webhook: WebhookRecord,
  maximum: number,
  audit: AuditEntry,
  allowDuplicate = false,
): Promise<'created' | 'full' | 'duplicate'> {
  return await transactDespiteCollisions(models.connection, async (session) => {
    const others = await registered(models, session);
    if (others.length >= maximum) {
      return 'full';
    }
    if (!allowDuplicate && others.some(({ url }) => isSameAddress(url, webhook.url))) {
      return 'duplicate';
    }
    await collectionOf(models.webhooks).insertOne(newWebhookDocument(webhook), { session });
    await models.writeAudit(audit, new Date(webhook.createdAt), session);
    return 'created';
  });
}

async function changeWebhook(
  models: RegistrationModels,
  webhookId: string,
  { url, format, events, active }: WebhookChange,
  at: string,
  audit: AuditEntry,
  allowDuplicate = false,
): Promise<WebhookRecord | 'duplicate' | null> {
  const changed = await transactDespiteCollisions(models.connection, async (session) => {
    if (url !== undefined && !allowDuplicate) {
      const others = (await registered(models, session)).filter(({ _id }) => _id !== webhookId);
      if (others.some((other) => isSameAddress(other.url, url))) {
        return 'duplicate';
      }
    }
    return await models.updateIn(
      session,
      { _id: webhookId },
      {
        $set: {
          ...(url === undefined ? {} : { url }),
          ...(format === undefined ? {} : { format }),
          ...(events === undefined ? {} : { events: [...events] }),
          ...(active === undefined ? {} : { active }),
          ...(active === true ? { failingSince: null, switchedOff: null } : {}),
          updatedAt: new Date(at),
        },
      },
      audit,
      at,
    );
  });
  if (active === false && changed !== 'duplicate') {
    await endWaiting(models.connection, webhookId, at);
  }
  return changed;
}

/** All webhooks, for adding one: of two concurrent registrations one is retried, and then sees the other. */
async function registered(
  { registrations, webhooks }: RegistrationModels,
  session: ClientSession,
): Promise<readonly Pick<WebhookDocument, '_id' | 'url'>[]> {
  await registrations.updateOne({ _id: 'all' }, { $inc: { version: 1 } }, { upsert: true, session });
  return await webhooks.find({}, { url: 1 }, { session }).lean<Pick<WebhookDocument, '_id' | 'url'>[]>();
}

/** Compares normalized addresses: `https://EXAMPLE.com:443` is `https://example.com/`. */
function isSameAddress(one: string, other: string): boolean {
  return new URL(one).href === new URL(other).href;
}

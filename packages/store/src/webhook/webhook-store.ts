import { given } from '@leadbridge/platform';
import type { WebhookStore, AuditEntry, WebhookRecord } from '@leadbridge/usecases';
import type { Connection, ClientSession, UpdateQuery } from 'mongoose';

import { auditedChange, writeAudit } from '../audit/write-audit.js';
import { deliveryModel } from '../delivery/delivery-model.js';
import { presentWebhook, newWebhookDocument } from './webhook-documents.js';
import { webhookModel, type WebhookDocument, registrationModel } from '../subscription/webhook-model.js';
import { collectionOf } from '../collection-of.js';
import { endWaiting } from '../delivery/end-waiting.js';
import { transactDespiteCollisions } from '../duplicate-key.js';
import { presented } from '../read-page.js';
import { insertErrorLogEntries } from '../error-log/insert-error-log-entries.js';

const explanations = {
  gone: 'the target responded with 410',
  five_days_of_failures: 'every delivery has failed for five days',
} as const;

export function createWebhookStore(connection: Connection): WebhookStore {
  const webhooks = webhookModel(connection);
  return {
    ...createWebhookRegistration(connection),
    ...createWebhookCondition(connection),

    find: async (webhookId) =>
      presented(webhooks.findById(webhookId).lean<WebhookDocument>(), presentWebhook),

    async list() {
      const documents = await webhooks.find().sort({ createdAt: 1, _id: 1 }).lean<WebhookDocument[]>();
      return documents.map(presentWebhook);
    },

    async remove(webhookId, audit) {
      const removed = await auditedChange(connection, audit, new Date(), async (session) => {
        const { deletedCount } = await webhooks.deleteOne({ _id: webhookId }, { session });
        return deletedCount === 1;
      });
      if (removed) {
        await deliveryModel(connection).deleteMany({ webhookId });
      }
      return removed;
    },
  };
}

function createWebhookRegistration(connection: Connection): Pick<WebhookStore, 'create' | 'change'> {
  const webhooks = webhookModel(connection);
  const registrations = registrationModel(connection);

  return {
    async create(webhook, maximum, audit, allowDuplicate = false) {
      return await transactDespiteCollisions(connection, async (session) => {
        const others = await registered(registrations, webhooks, session);
        if (others.length >= maximum) {
          return 'full';
        }
        if (!allowDuplicate && others.some(({ url }) => isSameAddress(url, webhook.url))) {
          return 'duplicate';
        }
        await collectionOf(webhooks).insertOne(newWebhookDocument(webhook), { session });
        await writeAudit(connection, audit, new Date(webhook.createdAt), session);
        return 'created';
      });
    },

    async change(webhookId, { url, format, events, active }, at, audit, allowDuplicate = false) {
      const changed = await transactDespiteCollisions(connection, async (session) => {
        if (url !== undefined && !allowDuplicate) {
          const others = (await registered(registrations, webhooks, session)).filter(
            ({ _id }) => _id !== webhookId,
          );
          if (others.some((other) => isSameAddress(other.url, url))) {
            return 'duplicate';
          }
        }
        return await updateWebhook(
          connection,
          { _id: webhookId },
          {
            $set: {
              ...given({ url, format, active, events: events && [...events] }),
              ...(active === true ? { failingSince: null, switchedOff: null } : {}),
              updatedAt: new Date(at),
            },
          },
          audit,
          at,
          session,
        );
      });
      if (active === false && changed !== 'duplicate') {
        await endWaiting(connection, webhookId, at);
      }
      return changed;
    },
  };
}

/** All webhooks, for adding one: of two concurrent registrations one is retried, and then sees the other. */
async function registered(
  registrations: ReturnType<typeof registrationModel>,
  webhooks: ReturnType<typeof webhookModel>,
  session: ClientSession,
): Promise<readonly Pick<WebhookDocument, '_id' | 'url'>[]> {
  await registrations.updateOne({ _id: 'all' }, { $inc: { version: 1 } }, { upsert: true, session });
  return await webhooks.find({}, { url: 1 }, { session }).lean<Pick<WebhookDocument, '_id' | 'url'>[]>();
}

/** Compares normalized addresses: `https://EXAMPLE.com:443` is `https://example.com/`. */
function isSameAddress(one: string, other: string): boolean {
  return new URL(one).href === new URL(other).href;
}

function createWebhookCondition(connection: Connection) {
  const webhooks = webhookModel(connection);

  return {
    async replaceSecret(webhookId, replaced, { sealedSecret, previousSecrets }, at, audit) {
      return await updateAlone(
        connection,
        { _id: webhookId, sealedSecret: replaced },
        {
          $set: {
            sealedSecret,
            previousSecrets: previousSecrets.map(({ sealed, until }) => ({ sealed, until: new Date(until) })),
            updatedAt: new Date(at),
          },
        },
        audit,
        at,
      );
    },

    async markFailing(webhookId, at) {
      await webhooks.updateOne(
        { _id: webhookId, failingSince: null },
        { $set: { failingSince: new Date(at) } },
      );
    },

    async markWorking(webhookId) {
      await webhooks.updateOne({ _id: webhookId }, { $set: { failingSince: null } });
    },

    async switchOff(webhookId, reason, at, audit) {
      const errorLogEntry = {
        level: 'error',
        message: `The webhook ${webhookId} was switched off: ${explanations[reason]}`,
        source: 'webhooks',
        errorCode: 'WEBHOOK_SWITCHED_OFF',
      } as const;
      const changed = await updateAlone(
        connection,
        { _id: webhookId, active: true },
        { $set: { active: false, switchedOff: { reason, at: new Date(at) }, updatedAt: new Date(at) } },
        audit,
        at,
        (session) => insertErrorLogEntries(connection, [errorLogEntry], new Date(at), session),
      );
      return changed !== null;
    },
  } satisfies Partial<WebhookStore>;
}

async function updateAlone(
  connection: Connection,
  filter: Record<string, unknown>,
  change: UpdateQuery<WebhookDocument>,
  audit: AuditEntry,
  at: string,
  also?: (session: ClientSession) => Promise<void>,
): Promise<WebhookRecord | null> {
  return await connection.transaction(async (session) => {
    const changed = await updateWebhook(connection, filter, change, audit, at, session);
    if (changed !== null) {
      await also?.(session);
    }
    return changed;
  });
}

/** Changes one webhook and writes the audit entry; null, without writing anything, if none matches. */
async function updateWebhook(
  connection: Connection,
  filter: Record<string, unknown>,
  change: UpdateQuery<WebhookDocument>,
  audit: AuditEntry,
  at: string,
  session: ClientSession,
): Promise<WebhookRecord | null> {
  const document = await webhookModel(connection)
    .findOneAndUpdate(filter, change, { session, returnDocument: 'after' })
    .lean<WebhookDocument>();
  if (document === null) {
    return null;
  }
  await writeAudit(connection, audit, new Date(at), session);
  return presentWebhook(document);
}

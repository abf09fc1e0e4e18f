import type { AuditEntry, WebhookRecord, WebhookStore } from '@leadbridge/usecases';
import type { ClientSession, Connection, UpdateQuery } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { createWriteAudit } from '../audit/write-audit.js';
import { deliveryModel } from '../delivery/delivery-model.js';
import { endWaiting } from '../delivery/end-waiting.js';
import { insertErrorLogEntries } from '../notice/insert-error-log-entries.js';
import { transactDespiteCollisions } from '../duplicate-key.js';
import { registrationModel, webhookModel, type WebhookDocument } from './webhook-model.js';

const explanations = {
  gone: 'the target answered 410',
  five_days_of_failures: 'every delivery has failed for five days',
} as const;

export function createWebhookStore(connection: Connection): WebhookStore {
  const webhooks = webhookModel(connection);
  const writeAudit = createWriteAudit(connection);
  return {
    ...registrationOf(connection),
    ...conditionOf(connection),

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

/** What is held against the webhooks that there are. */
function registrationOf(connection: Connection): Pick<WebhookStore, 'create' | 'change'> {
  const webhooks = webhookModel(connection);
  const registrations = registrationModel(connection);
  const writeAudit = createWriteAudit(connection);
  const updateIn = createUpdateIn(connection);

  /** All webhooks, for one who is about to add to them: of two at the same moment the other one is tried again, and then sees the first. */
  async function registered(
    session: ClientSession,
  ): Promise<readonly Pick<WebhookDocument, '_id' | 'url'>[]> {
    await registrations.updateOne({ _id: 'all' }, { $inc: { version: 1 } }, { upsert: true, session });
    return await webhooks.find({}, { url: 1 }, { session }).lean<Pick<WebhookDocument, '_id' | 'url'>[]>();
  }

  return {
    async create(webhook, maximum, audit, allowDuplicate = false) {
      return await transactDespiteCollisions(connection, async (session) => {
        const others = await registered(session);
        if (others.length >= maximum) {
          return 'full';
        }
        if (!allowDuplicate && others.some(({ url }) => isSameAddress(url, webhook.url))) {
          return 'duplicate';
        }
        await collectionOf(webhooks).insertOne(newDocument(webhook), { session });
        await writeAudit(audit, new Date(webhook.createdAt), session);
        return 'created';
      });
    },

    async change(webhookId, { url, events, active }, at, audit, allowDuplicate = false) {
      const changed = await transactDespiteCollisions(connection, async (session) => {
        if (url !== undefined && !allowDuplicate) {
          const others = (await registered(session)).filter(({ _id }) => _id !== webhookId);
          if (others.some((other) => isSameAddress(other.url, url))) {
            return 'duplicate';
          }
        }
        return await updateIn(
          session,
          { _id: webhookId },
          {
            $set: {
              ...(url === undefined ? {} : { url }),
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
        await endWaiting(connection, webhookId, at);
      }
      return changed;
    },
  };
}

/** How its deliveries are signed, and whether they arrive. */
function conditionOf(
  connection: Connection,
): Pick<WebhookStore, 'replaceSecret' | 'markFailing' | 'markWorking' | 'switchOff'> {
  const webhooks = webhookModel(connection);
  const updateIn = createUpdateIn(connection);

  async function update(
    filter: Record<string, unknown>,
    change: UpdateQuery<WebhookDocument>,
    audit: AuditEntry,
    at: string,
    also?: (session: ClientSession) => Promise<void>,
  ): Promise<WebhookRecord | null> {
    return await connection.transaction(async (session) => {
      const changed = await updateIn(session, filter, change, audit, at);
      if (changed !== null) {
        await also?.(session);
      }
      return changed;
    });
  }

  return {
    async replaceSecret(webhookId, replaced, { sealedSecret, previousSecrets }, at, audit) {
      return await update(
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
      const notice = {
        level: 'error',
        message: `The webhook ${webhookId} was switched off: ${explanations[reason]}`,
        source: 'webhooks',
        errorCode: 'WEBHOOK_SWITCHED_OFF',
      } as const;
      const changed = await update(
        { _id: webhookId, active: true },
        { $set: { active: false, switchedOff: { reason, at: new Date(at) }, updatedAt: new Date(at) } },
        audit,
        at,
        (session) => insertErrorLogEntries(connection, [notice], new Date(at), session),
      );
      return changed !== null;
    },
  };
}

type UpdateIn = (
  session: ClientSession,
  filter: Record<string, unknown>,
  change: UpdateQuery<WebhookDocument>,
  audit: AuditEntry,
  at: string,
) => Promise<WebhookRecord | null>;

/** Changes one webhook and writes down who did; null, and nothing written, where none matches. */
function createUpdateIn(connection: Connection): UpdateIn {
  const webhooks = webhookModel(connection);
  const writeAudit = createWriteAudit(connection);
  return async (session, filter, change, audit, at) => {
    const document = await webhooks
      .findOneAndUpdate(filter, change, { session, returnDocument: 'after' })
      .lean<WebhookDocument>();
    if (document === null) {
      return null;
    }
    await writeAudit(audit, new Date(at), session);
    return presentWebhook(document);
  };
}

/** As a client takes them: `https://EXAMPLE.com:443` is `https://example.com/`. */
function isSameAddress(one: string, other: string): boolean {
  return new URL(one).href === new URL(other).href;
}

function newDocument(webhook: WebhookRecord): WebhookDocument {
  return {
    _id: webhook.webhookId,
    url: webhook.url,
    events: [...webhook.events],
    active: webhook.active,
    sealedSecret: webhook.sealedSecret,
    previousSecrets: [],
    createdAt: new Date(webhook.createdAt),
    updatedAt: new Date(webhook.updatedAt),
    failingSince: null,
    switchedOff: null,
  };
}

function presentWebhook(document: WebhookDocument): WebhookRecord {
  const { switchedOff } = document;
  return {
    webhookId: document._id,
    url: document.url,
    events: document.events,
    active: document.active,
    sealedSecret: document.sealedSecret,
    previousSecrets: document.previousSecrets.map(({ sealed, until }) => ({
      sealed,
      until: until.toISOString(),
    })),
    createdAt: document.createdAt.toISOString(),
    updatedAt: document.updatedAt.toISOString(),
    failingSince: document.failingSince?.toISOString() ?? null,
    switchedOff:
      switchedOff === null ? null : { reason: switchedOff.reason, at: switchedOff.at.toISOString() },
  };
}

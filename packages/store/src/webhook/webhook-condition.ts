import type { SwitchOffReason } from '@leadbridge/contracts';
import type { AuditEntry, PreviousSecret, WebhookRecord, WebhookStore } from '@leadbridge/usecases';
import type { ClientSession, Connection, UpdateQuery } from 'mongoose';

import { insertErrorLogEntries } from '../error-log/insert-error-log-entries.js';
import { createUpdateIn, type UpdateIn } from './update-webhook.js';
import { webhookModel, type WebhookDocument } from './webhook-model.js';

const explanations = {
  gone: 'the target responded with 410',
  five_days_of_failures: 'every delivery has failed for five days',
} as const;

interface ConditionModels {
  readonly connection: Connection;
  readonly webhooks: ReturnType<typeof webhookModel>;
  readonly updateIn: UpdateIn;
}

/** How its deliveries are signed, and whether they arrive. */
export function createWebhookCondition(
  connection: Connection,
): Pick<WebhookStore, 'replaceSecret' | 'markFailing' | 'markWorking' | 'switchOff'> {
  const models: ConditionModels = {
    connection,
    webhooks: webhookModel(connection),
    updateIn: createUpdateIn(connection),
  };

  return {
    replaceSecret: async (webhookId, replaced, secrets, at, audit) =>
      replaceSecret(models, webhookId, replaced, secrets, at, audit),
    markFailing: async (webhookId, at) => markFailing(models, webhookId, at),
    markWorking: async (webhookId) => markWorking(models, webhookId),
    switchOff: async (webhookId, reason, at, audit) => switchOff(models, webhookId, reason, at, audit),
  };
}

async function replaceSecret(
  models: ConditionModels,
  webhookId: string,
  replaced: string,
  {
    sealedSecret,
    previousSecrets,
  }: { readonly sealedSecret: string; readonly previousSecrets: readonly PreviousSecret[] },
  at: string,
  audit: AuditEntry,
): Promise<WebhookRecord | null> {
  return await updateAlone(
    models,
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
}

async function markFailing({ webhooks }: ConditionModels, webhookId: string, at: string): Promise<void> {
  await webhooks.updateOne({ _id: webhookId, failingSince: null }, { $set: { failingSince: new Date(at) } });
}

async function markWorking({ webhooks }: ConditionModels, webhookId: string): Promise<void> {
  await webhooks.updateOne({ _id: webhookId }, { $set: { failingSince: null } });
}

async function switchOff(
  models: ConditionModels,
  webhookId: string,
  reason: SwitchOffReason,
  at: string,
  audit: AuditEntry,
): Promise<boolean> {
  const errorLogEntry = {
    level: 'error',
    message: `The webhook ${webhookId} was switched off: ${explanations[reason]}`,
    source: 'webhooks',
    errorCode: 'WEBHOOK_SWITCHED_OFF',
  } as const;
  const changed = await updateAlone(
    models,
    { _id: webhookId, active: true },
    { $set: { active: false, switchedOff: { reason, at: new Date(at) }, updatedAt: new Date(at) } },
    audit,
    at,
    (session) => insertErrorLogEntries(models.connection, [errorLogEntry], new Date(at), session),
  );
  return changed !== null;
}

async function updateAlone(
  { connection, updateIn }: ConditionModels,
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

import type { AuditEntry, WebhookRecord } from '@leadbridge/usecases';
import type { ClientSession, Connection, UpdateQuery } from 'mongoose';

import { createWriteAudit } from '../audit/write-audit.js';
import { presentWebhook } from './webhook-documents.js';
import { webhookModel, type WebhookDocument } from './webhook-model.js';

export type UpdateIn = (
  session: ClientSession,
  filter: Record<string, unknown>,
  change: UpdateQuery<WebhookDocument>,
  audit: AuditEntry,
  at: string,
) => Promise<WebhookRecord | null>;

/** Changes one webhook and writes the audit entry; null, without writing anything, if none matches. */
export function createUpdateIn(connection: Connection): UpdateIn {
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

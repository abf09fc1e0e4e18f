import type { AuditEntry } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { auditDocument } from './audit-document.js';
import { auditModel } from './audit-model.js';

/** Writes an entry in the transaction of the change, so that neither exists without the other. */
export type WriteAudit = (entry: AuditEntry, at: Date, session: ClientSession) => Promise<void>;

export function createWriteAudit(connection: Connection): WriteAudit {
  const entries = collectionOf(auditModel(connection));
  return async (entry, at, session) => {
    await entries.insertOne(auditDocument(entry, at), { session });
  };
}

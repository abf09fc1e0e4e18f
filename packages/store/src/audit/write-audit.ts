import { given, newId } from '@leadbridge/platform';
import type { AuditEntry } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { auditModel, type AuditDocument } from './audit-model.js';

/** Writes an entry in the transaction of the change, so that neither exists without the other. */
export async function writeAudit(
  connection: Connection,
  entry: AuditEntry,
  at: Date,
  session: ClientSession,
): Promise<void> {
  await collectionOf(auditModel(connection)).insertOne(auditDocument(entry, at), { session });
}

/** Makes a change and writes its entry, or neither: a `change` without effect returns null or false. */
export async function auditedChange<T>(
  connection: Connection,
  audit: AuditEntry,
  at: Date,
  change: (session: ClientSession) => Promise<T>,
): Promise<T> {
  return await connection.transaction(async (session) => {
    const changed = await change(session);
    if (changed !== null && changed !== false) {
      await writeAudit(connection, audit, at, session);
    }
    return changed;
  });
}

export function auditDocument(entry: AuditEntry, at: Date): AuditDocument {
  const { actor, target } = entry;
  return {
    _id: newId('aud', at.getTime()),
    at,
    action: entry.action,
    actor: { id: actor.id, name: actor.name, kind: actor.kind },
    target: { type: target.type, id: target.id },
    changes: entry.changes ?? {},
    address: entry.address,
    requestId: entry.requestId,
    ...given({ method: entry.method, reason: entry.reason, via: entry.via }),
  };
}

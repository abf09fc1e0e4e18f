import type { AuditEntry, BootstrapKey } from '@leadbridge/usecases';
import type { ClientSession, Connection, Model } from 'mongoose';

import { createWriteAudit } from '../audit/write-audit.js';
import { isDuplicateKey } from '../duplicate-key.js';
import { apiKeyModel, type ApiKeyDocument } from './api-key-model.js';

type Keys = Model<ApiKeyDocument>;

/** Several processes may start with the same key at once; one of them sets it and writes the audit entry. */
export async function setBootstrapKey(
  connection: Connection,
  key: BootstrapKey,
  audit: AuditEntry,
): Promise<void> {
  const keys = apiKeyModel(connection);
  const writeAudit = createWriteAudit(connection);
  if (isAsNamed(await keys.findById(key.keyId).lean<ApiKeyDocument>(), key.hash)) {
    return;
  }
  const at = new Date(key.now);
  try {
    await connection.transaction(async (session) => {
      const changed =
        key.hash === null
          ? await withdraw(keys, key.keyId, at, session)
          : await put(keys, key.keyId, key.hash, at, session);
      if (changed) {
        await writeAudit(audit, at, session);
      }
    });
  } catch (error) {
    // Another process set the same key first; any other conflict is a different key, and an error.
    const standing = await keys.findById(key.keyId).lean<ApiKeyDocument>();
    if (!isDuplicateKey(error) || standing?.hash !== key.hash) {
      throw error;
    }
  }
}

/** A key that was revoked through the API stays revoked until the configuration contains another. */
function isAsNamed(current: ApiKeyDocument | null, hash: string | null): boolean {
  return hash === null
    ? current === null || current.revokedAt !== null
    : current?.hash === hash && current.withdrawn !== true;
}

/** Ends the key. It works again if it is configured again, because no user has revoked it. */
async function withdraw(keys: Keys, keyId: string, at: Date, session: ClientSession): Promise<boolean> {
  const ended = await keys.updateOne(
    { _id: keyId, revokedAt: null },
    { $set: { revokedAt: at, withdrawn: true } },
    { session },
  );
  return ended.matchedCount === 1;
}

/** Replaces the previous key, or none; false if another process has already done so. */
async function put(
  keys: Keys,
  keyId: string,
  hash: string,
  at: Date,
  session: ClientSession,
): Promise<boolean> {
  const replaced = await keys.updateOne(
    { _id: keyId, $or: [{ hash: { $ne: hash } }, { withdrawn: true }] },
    { $set: { hash, revokedAt: null, withdrawn: false, createdAt: at, lastUsedAt: null } },
    { session },
  );
  if (replaced.matchedCount === 1) {
    return true;
  }
  const inserted = await keys.updateOne(
    { _id: keyId },
    {
      $setOnInsert: {
        name: 'bootstrap',
        role: 'admin',
        hash,
        createdAt: at,
        expiresAt: null,
        revokedAt: null,
        lastUsedAt: null,
      },
    },
    { upsert: true, session },
  );
  return inserted.upsertedCount === 1;
}

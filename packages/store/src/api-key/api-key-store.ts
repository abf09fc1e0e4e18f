import type { ApiKeyRecord, ApiKeyStore, AuditEntry, BootstrapKey } from '@leadbridge/usecases';
import type { Connection, ClientSession, Model } from 'mongoose';

import { auditedChange } from '../audit/write-audit.js';
import { listPage, presented } from '../read-page.js';
import { apiKeyModel, type ApiKeyDocument } from './api-key-model.js';
import { msTimes } from '../times-of.js';
import { isDuplicateKey } from '../duplicate-key.js';

type Keys = Model<ApiKeyDocument>;

export function createApiKeyStore(connection: Connection): ApiKeyStore {
  const keys = apiKeyModel(connection);

  return {
    ...createKeyChanges(connection),

    async findByHash(hash) {
      const found = keys.findOne({ $or: [{ hash }, { 'retired.hash': hash }] }).lean<ApiKeyDocument>();
      return await presented(found, presentApiKey);
    },

    find: async (keyId) => presented(keys.findById(keyId).lean<ApiKeyDocument>(), presentApiKey),

    async list(query) {
      return await listPage(keys, query, { order: { createdAt: -1, _id: -1 }, present: presentApiKey });
    },

    async create(key, audit) {
      const { keyId, createdAt, expiresAt, ...rest } = key;
      const at = new Date(createdAt);
      const document = { _id: keyId, ...rest, createdAt: at, expiresAt: asDate(expiresAt) };
      await auditedChange(connection, audit, at, async (session) => keys.create([document], { session }));
    },

    async recordUse(keyId, now) {
      await keys.updateOne({ _id: keyId }, { $max: { lastUsedAt: new Date(now) } });
    },

    setBootstrapKey: async (key, audit) => setBootstrapKey(connection, key, audit),
  };
}

function createKeyChanges(connection: Connection): Pick<ApiKeyStore, 'rotate' | 'revoke'> {
  const keys = apiKeyModel(connection);

  return {
    async rotate(keyId, rotation, audit) {
      const at = new Date(rotation.rotatedAt);
      return await auditedChange(connection, audit, at, async (session) => {
        const rotated = keys
          .findOneAndUpdate(
            { _id: keyId, hash: rotation.replaced, revokedAt: null },
            {
              $set: {
                hash: rotation.hash,
                lastCharacters: rotation.lastCharacters,
                rotatedAt: at,
                expiresAt: new Date(rotation.expiresAt),
                retired: rotation.retired.map(({ hash, until }) => ({ hash, until: new Date(until) })),
              },
            },
            { session, returnDocument: 'after' },
          )
          .lean<ApiKeyDocument>();
        return await presented(rotated, presentApiKey);
      });
    },

    async revoke(keyId, now, audit) {
      const at = new Date(now);
      return await auditedChange(connection, audit, at, async (session) => {
        const { matchedCount } = await keys.updateOne(
          { _id: keyId, revokedAt: null },
          { $set: { revokedAt: at, retired: [] } },
          { session },
        );
        return matchedCount === 1;
      });
    },
  };
}

function asDate(atMs: number | null): Date | null {
  return atMs === null ? null : new Date(atMs);
}

function presentApiKey({ _id: keyId, withdrawn: _withdrawn, ...document }: ApiKeyDocument): ApiKeyRecord {
  return {
    keyId,
    ...msTimes(document),
    proposeOnly: document.proposeOnly ?? false,
    retired: (document.retired ?? []).map(msTimes),
    lastCharacters: document.lastCharacters ?? null,
    rotatedAt: document.rotatedAt?.getTime() ?? null,
  };
}

/** Several processes may start with the same key at once; one of them sets it and writes the audit entry. */
async function setBootstrapKey(connection: Connection, key: BootstrapKey, audit: AuditEntry): Promise<void> {
  const keys = apiKeyModel(connection);
  if (isAsNamed(await keys.findById(key.keyId).lean<ApiKeyDocument>(), key.hash)) {
    return;
  }
  const at = new Date(key.now);
  try {
    await auditedChange(connection, audit, at, async (session) =>
      key.hash === null
        ? withdraw(keys, key.keyId, at, session)
        : put(keys, key.keyId, key.hash, at, session),
    );
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

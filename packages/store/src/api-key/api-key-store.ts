import type { ApiKeyRecord, ApiKeyStore } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { createWriteAudit } from '../audit/write-audit.js';
import { readPage } from '../read-page.js';
import { apiKeyModel, type ApiKeyDocument } from './api-key-model.js';
import { setBootstrapKey } from './bootstrap-key.js';

export function createApiKeyStore(connection: Connection): ApiKeyStore {
  const keys = apiKeyModel(connection);
  const writeAudit = createWriteAudit(connection);

  return {
    async findByHash(hash) {
      const document = await keys
        .findOne({ $or: [{ hash }, { 'retired.hash': hash }] })
        .lean<ApiKeyDocument>();
      return document === null ? null : presentApiKey(document);
    },

    async find(keyId) {
      const document = await keys.findById(keyId).lean<ApiKeyDocument>();
      return document === null ? null : presentApiKey(document);
    },

    async list(query) {
      const [{ documents, next }, total] = await Promise.all([
        readPage<ApiKeyDocument>(keys.find(), { createdAt: -1, _id: -1 }, query),
        keys.countDocuments(),
      ]);
      return { items: documents.map(presentApiKey), total, next };
    },

    async create(key, audit) {
      const { keyId, createdAt, expiresAt, ...rest } = key;
      const at = new Date(createdAt);
      await connection.transaction(async (session) => {
        const document = { _id: keyId, ...rest, createdAt: at, expiresAt: asDate(expiresAt) };
        await keys.create([document], { session });
        await writeAudit(audit, at, session);
      });
    },

    async rotate(keyId, rotation, audit) {
      const at = new Date(rotation.rotatedAt);
      return await connection.transaction(async (session) => {
        const document = await keys
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
        if (document === null) {
          return null;
        }
        await writeAudit(audit, at, session);
        return presentApiKey(document);
      });
    },

    async revoke(keyId, now, audit) {
      const at = new Date(now);
      return await connection.transaction(async (session) => {
        const changed = await keys.updateOne(
          { _id: keyId, revokedAt: null },
          { $set: { revokedAt: at, retired: [] } },
          { session },
        );
        if (changed.matchedCount === 0) {
          return false;
        }
        await writeAudit(audit, at, session);
        return true;
      });
    },

    async recordUse(keyId, now) {
      await keys.updateOne({ _id: keyId }, { $max: { lastUsedAt: new Date(now) } });
    },

    setBootstrapKey: async (key, audit) => setBootstrapKey(connection, key, audit),
  };
}

function asDate(milliseconds: number | null): Date | null {
  return milliseconds === null ? null : new Date(milliseconds);
}

function presentApiKey(document: ApiKeyDocument): ApiKeyRecord {
  return {
    keyId: document._id,
    name: document.name,
    role: document.role,
    hash: document.hash,
    retired: (document.retired ?? []).map(({ hash, until }) => ({ hash, until: until.getTime() })),
    lastCharacters: document.lastCharacters ?? null,
    createdAt: document.createdAt.getTime(),
    rotatedAt: document.rotatedAt?.getTime() ?? null,
    expiresAt: document.expiresAt?.getTime() ?? null,
    revokedAt: document.revokedAt?.getTime() ?? null,
    lastUsedAt: document.lastUsedAt?.getTime() ?? null,
  };
}

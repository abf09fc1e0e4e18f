import type { PageQuery } from '@leadbridge/contracts';
import type {
  ApiKeyRecord,
  ApiKeyStore,
  Page,
  NewApiKey,
  AuditEntry,
  KeyRotation,
} from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { createWriteAudit } from '../audit/write-audit.js';
import { readPage } from '../read-page.js';
import { apiKeyModel, type ApiKeyDocument } from './api-key-model.js';
import { setBootstrapKey } from './bootstrap-key.js';

interface ApiKeyModels {
  readonly connection: Connection;
  readonly keys: ReturnType<typeof apiKeyModel>;
  readonly writeAudit: ReturnType<typeof createWriteAudit>;
}

export function createApiKeyStore(connection: Connection): ApiKeyStore {
  const models: ApiKeyModels = {
    connection,
    keys: apiKeyModel(connection),
    writeAudit: createWriteAudit(connection),
  };

  return {
    findByHash: async (hash) => findByHash(models, hash),
    find: async (keyId) => findKey(models, keyId),
    list: async (query) => listKeys(models, query),
    create: async (key, audit) => createKey(models, key, audit),
    rotate: async (keyId, rotation, audit) => rotateKey(models, keyId, rotation, audit),
    revoke: async (keyId, now, audit) => revokeKey(models, keyId, now, audit),
    recordUse: async (keyId, now) => recordUse(models, keyId, now),
    setBootstrapKey: async (key, audit) => setBootstrapKey(connection, key, audit),
  };
}

async function findByHash({ keys }: ApiKeyModels, hash: string): Promise<ApiKeyRecord | null> {
  const document = await keys.findOne({ $or: [{ hash }, { 'retired.hash': hash }] }).lean<ApiKeyDocument>();
  return document === null ? null : presentApiKey(document);
}

async function findKey({ keys }: ApiKeyModels, keyId: string): Promise<ApiKeyRecord | null> {
  const document = await keys.findById(keyId).lean<ApiKeyDocument>();
  return document === null ? null : presentApiKey(document);
}

async function listKeys({ keys }: ApiKeyModels, query: PageQuery): Promise<Page<ApiKeyRecord>> {
  const [{ documents, next }, total] = await Promise.all([
    readPage<ApiKeyDocument>(keys.find(), { createdAt: -1, _id: -1 }, query),
    keys.countDocuments(),
  ]);
  return { items: documents.map(presentApiKey), total, next };
}

async function createKey(
  { connection, keys, writeAudit }: ApiKeyModels,
  key: NewApiKey,
  audit: AuditEntry,
): Promise<void> {
  const { keyId, createdAt, expiresAt, ...rest } = key;
  const at = new Date(createdAt);
  await connection.transaction(async (session) => {
    const document = { _id: keyId, ...rest, createdAt: at, expiresAt: asDate(expiresAt) };
    await keys.create([document], { session });
    await writeAudit(audit, at, session);
  });
}

async function rotateKey(
  { connection, keys, writeAudit }: ApiKeyModels,
  keyId: string,
  rotation: KeyRotation,
  audit: AuditEntry,
): Promise<ApiKeyRecord | null> {
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
}

async function revokeKey(
  { connection, keys, writeAudit }: ApiKeyModels,
  keyId: string,
  now: number,
  audit: AuditEntry,
): Promise<boolean> {
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
}

async function recordUse({ keys }: ApiKeyModels, keyId: string, now: number): Promise<void> {
  await keys.updateOne({ _id: keyId }, { $max: { lastUsedAt: new Date(now) } });
}

function asDate(atMs: number | null): Date | null {
  return atMs === null ? null : new Date(atMs);
}

function presentApiKey(document: ApiKeyDocument): ApiKeyRecord {
  return {
    keyId: document._id,
    name: document.name,
    role: document.role,
    proposeOnly: document.proposeOnly ?? false,
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

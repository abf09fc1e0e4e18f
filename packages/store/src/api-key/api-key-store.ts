import type { Role } from '@leadbridge/contracts';
import type { Connection } from 'mongoose';

import { apiKeyModel, type ApiKeyDocument } from './api-key-model.js';

/** An API key as the service knows it: everything but the key itself. */
export interface ApiKeyRecord {
  readonly keyId: string;
  readonly name: string;
  readonly role: Role;
  /** SHA-256 of the key, in hex. */
  readonly hash: string;
  /** Milliseconds since the Unix epoch, as are the others. */
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly lastUsedAt: number | null;
}

export interface ApiKeyStore {
  findByHash(hash: string): Promise<ApiKeyRecord | null>;
  /**
   * Makes the key with this hash the bootstrap admin key. There is one: a changed `BOOTSTRAP_API_KEY` replaces the one before
   * it. Harmless when repeated, and when several processes start at once.
   */
  setBootstrapKey(hash: string, now: number): Promise<void>;
}

const bootstrapId = 'key_bootstrap';
const duplicateKey = 11000;

export function createApiKeyStore(connection: Connection): ApiKeyStore {
  const keys = apiKeyModel(connection);

  return {
    async findByHash(hash) {
      const document = await keys.findOne({ hash }).lean<ApiKeyDocument>();
      return document === null ? null : presentApiKey(document);
    },

    async setBootstrapKey(hash, now) {
      try {
        await keys.updateOne(
          { _id: bootstrapId },
          {
            $set: { hash, revokedAt: null },
            $setOnInsert: {
              name: 'bootstrap',
              role: 'admin',
              createdAt: new Date(now),
              expiresAt: null,
              lastUsedAt: null,
            },
          },
          { upsert: true },
        );
      } catch (error) {
        // Another process was faster with the same key; any other conflict is somebody else's key, and a fault.
        const current = await keys.findById(bootstrapId).lean<ApiKeyDocument>();
        if (!isDuplicate(error) || current?.hash !== hash) {
          throw error;
        }
      }
    },
  };
}

function isDuplicate(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === duplicateKey;
}

function presentApiKey(document: ApiKeyDocument): ApiKeyRecord {
  return {
    keyId: document._id,
    name: document.name,
    role: document.role,
    hash: document.hash,
    createdAt: document.createdAt.getTime(),
    expiresAt: document.expiresAt?.getTime() ?? null,
    revokedAt: document.revokedAt?.getTime() ?? null,
    lastUsedAt: document.lastUsedAt?.getTime() ?? null,
  };
}

import type { BootstrapKey } from '@leadbridge/usecases';
import type { Model } from 'mongoose';

import { isDuplicateKey } from '../duplicate-key.js';
import type { ApiKeyDocument } from './api-key-model.js';

/** Several processes may start with the same key at once; only one of them inserts it. */
export async function setBootstrapKey(
  keys: Model<ApiKeyDocument>,
  { keyId, hash, now }: BootstrapKey,
): Promise<void> {
  try {
    const replaced = await keys.updateOne(
      { _id: keyId, hash: { $ne: hash } },
      { $set: { hash, revokedAt: null, createdAt: new Date(now), lastUsedAt: null } },
    );
    if (replaced.matchedCount === 0) {
      await keys.updateOne(
        { _id: keyId },
        {
          $setOnInsert: {
            name: 'bootstrap',
            role: 'admin',
            hash,
            createdAt: new Date(now),
            expiresAt: null,
            revokedAt: null,
            lastUsedAt: null,
          },
        },
        { upsert: true },
      );
    }
  } catch (error) {
    // Another process was faster with the same key; any other conflict is somebody else's key, and a fault.
    const current = await keys.findById(keyId).lean<ApiKeyDocument>();
    if (!isDuplicateKey(error) || current?.hash !== hash) {
      throw error;
    }
  }
}

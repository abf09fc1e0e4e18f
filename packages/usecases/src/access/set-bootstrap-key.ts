import { bootstrapKeyId, hashApiKey } from './api-key.js';
import type { ApiKeyDependencies } from './issue-api-key.js';

/** Lets the key of the configuration in as an admin's. Harmless when repeated, and when several processes start at once. */
export async function setBootstrapKey({ keys, clock }: ApiKeyDependencies, key: string): Promise<void> {
  await keys.setBootstrapKey({ keyId: bootstrapKeyId, hash: hashApiKey(key), now: clock.now() });
}

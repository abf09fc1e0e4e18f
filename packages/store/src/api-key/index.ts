export { createApiKeyStore } from './api-key-store.js';
export type { ApiKeyRecord, ApiKeyStore } from './api-key-store.js';

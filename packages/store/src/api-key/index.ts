export { createApiKeyStore } from './api-key-store.js';

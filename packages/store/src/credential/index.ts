export { createCredentialStore } from './credential-store.js';

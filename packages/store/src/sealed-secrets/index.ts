export { createSealedSecretStore } from './sealed-secret-store.js';

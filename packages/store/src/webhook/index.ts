export { createWebhookStore } from './webhook-store.js';

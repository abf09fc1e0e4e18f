export { createAlertStore } from './alert-store.js';

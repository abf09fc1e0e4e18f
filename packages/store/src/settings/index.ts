export { createConfigStore } from './config-store.js';

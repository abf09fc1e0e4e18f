export { createOptOutStore } from './opt-out-store.js';

export { createUserStore } from './user-store.js';

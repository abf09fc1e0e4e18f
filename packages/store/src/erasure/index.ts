export { createErasureStore } from './erasure-store.js';

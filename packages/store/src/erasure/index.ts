export { createErasureRequests } from './erasure-requests.js';
export { createErasureStore } from './erasure-store.js';

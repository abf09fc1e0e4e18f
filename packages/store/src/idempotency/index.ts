export { createIdempotencyStore } from './idempotency-store.js';
export type { FirstAnswer, IdempotencyStore, RunningRequest } from './idempotency-store.js';

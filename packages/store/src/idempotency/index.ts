export { createIdempotencyStore, idempotencyLeaseMilliseconds } from './idempotency-store.js';
export type { FirstAnswer, IdempotencyStore, KeyClaim, RunningRequest } from './idempotency-store.js';

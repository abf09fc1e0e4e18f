export * from './connect.js';
export * from './audit/index.js';
export * from './import/index.js';
export * from './job/index.js';
export * from './api-key/index.js';
export * from './idempotency/index.js';
export * from './suppression/index.js';

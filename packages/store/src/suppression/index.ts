export { createSuppressionStore } from './suppression-store.js';
export { createOldestOptOut } from './oldest-opt-out.js';
export { createRefusedOptOuts } from './refused-opt-outs.js';
export { openSuppressionHash } from './suppression-hash.js';

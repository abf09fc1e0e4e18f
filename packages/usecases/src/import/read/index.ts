/** The first stage: what was sent becomes clean rows with their keys, or is rejected. */

export { cleanRow, duplicateOf, keysOf, readRow } from './clean.js';
export { externalIdInUse, refuseTakenExternalIds } from './external-ids.js';
export { erasedAmong, forgetErased, keysInPayload, refuseErased } from './erased-people.js';
export { batchOptionsOf, type BatchOptions } from './read-options.js';
export { rowOfJob } from './row-of-job.js';
export { readRows, type ReadRows } from './read-rows.js';

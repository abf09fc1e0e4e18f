/** The last stage: outcomes, leads and events in one transaction. */

export { endOfSingle } from './end-of-single.js';
export { entriesOfFailures } from './entries-of-failures.js';
export { recordBatch, type ReservedIds } from './record.js';
export { cancelled, faultOutcome, notProcessed } from './undecided-rows.js';
export { optOutsOfUnrecordedRows } from './opt-outs-of-rows.js';

/** The last stage: outcomes, leads and events in one transaction. */

export { endOfSingle } from './end-of-single.js';
export { entriesOfFailures } from './error-entries.js';
export { recordBatch } from './record.js';
export type { ReservedIds } from './recorded-leads.js';
export { cancelled, faultOutcome, notProcessed } from './undecided-rows.js';
export { optOutsOfUnrecordedRows } from './opt-outs-of-rows.js';

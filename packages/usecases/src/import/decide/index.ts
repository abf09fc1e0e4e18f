/** The third stage: whether each row is created, updated, adopted, reopened or left, and with which values. */

export { entryOfUnknownStatus } from './beginnings.js';
export { decideRows } from './decide-rows.js';
export { callsOfCreation } from './planned-calls.js';
export { createTextFit } from './text-fit.js';

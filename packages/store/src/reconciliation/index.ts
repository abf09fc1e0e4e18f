export { createReconciledRecords } from './reconciled-records.js';
export { createReconciliationStore } from './reconciliation-store.js';

export { createReconciliationDays } from './reconciliation-days.js';

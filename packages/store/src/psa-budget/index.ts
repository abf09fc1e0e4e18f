export { createPsaBudgetHistory } from './psa-budget-history.js';

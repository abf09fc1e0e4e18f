export { createCompanyMatchStore } from './company-match-store.js';

export { createImportStore } from './import-store.js';

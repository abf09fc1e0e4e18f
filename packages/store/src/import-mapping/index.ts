export { createImportMappings } from './import-mappings.js';

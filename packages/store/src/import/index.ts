export { createImportJobs } from './import-jobs.js';

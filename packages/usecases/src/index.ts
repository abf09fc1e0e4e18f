export * from './ports/psa.js';
export * from './ports/psa-errors.js';
export * from './ports/jobs.js';
export * from './ports/import-store.js';
export * from './ports/job-runs.js';

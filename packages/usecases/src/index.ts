export * from './ports/psa.js';
export * from './ports/psa-errors.js';
export * from './ports/jobs.js';

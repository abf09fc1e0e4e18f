export { createAuditedJobs } from './audited-jobs.js';
export { createEndedBulks } from './ended-bulks.js';
export { createJobRuns } from './job-runs.js';
export { createJobStore } from './job-store.js';

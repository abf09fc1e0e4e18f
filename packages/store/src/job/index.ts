export { createJobRuns } from './job-runs.js';
export { createJobStore } from './job-store.js';

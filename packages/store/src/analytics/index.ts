export { createAnalyticsReader } from './analytics-reader.js';
export { createFactTotals } from './fact-totals.js';

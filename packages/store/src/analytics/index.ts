export { createAnalyticsReader } from './analytics-reader.js';

export { createErrorLog } from './error-log.js';

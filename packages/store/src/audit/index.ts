export { createAuditLog } from './audit-log.js';

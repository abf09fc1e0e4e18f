export { createLeases } from './leases.js';

export { createPsaCallers } from './psa-callers.js';

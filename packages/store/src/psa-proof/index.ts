export { createPsaProofs } from './psa-proofs.js';

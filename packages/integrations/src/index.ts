export { createPsaClient, type PsaClientHandle } from './psa/create-psa-client.js';
export type { PsaBudgetStatus } from './psa/budget.js';
export type { PsaCallRecord, PsaClientSettings, PsaFailure } from './psa/psa-settings.js';

export { createPsaSimulator } from './create-psa-simulator.js';
export type { PsaSimulatorOptions } from './options.js';
export type { PsaSimulator, SimulatedOpportunity, SimulatedTicket } from './psa-simulator.js';
export type { Dialect } from './dialect.js';
export { psaKinds, type PsaKind } from './psa-kinds.js';
export type { FaultKind, FaultRule } from './faults/fault-rule.js';
export type { LoggedRequest, RequestFilter } from './limits/request-log.js';
export type { NotificationSettings, SentNotification } from './notifications/notifier.js';
export type { SeedContact, SeededContact, SeedTicket } from './seed/seed.js';

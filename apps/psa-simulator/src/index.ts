export { createPsaSimulator } from './create-psa-simulator.js';
export type { PsaDialect, PsaSimulatorOptions } from './options.js';
export type {
  PsaSimulator,
  SimulatedHalo,
  SimulatedOpportunity,
  SimulatedTicket,
} from './simulator-handle.js';
export type { Dialect } from './switches.js';
export type { HaloQuirks } from './switches.js';
export { psaKinds, type PsaKind } from './psa-kinds.js';
export type { FaultKind, FaultRule } from './faults/fault-rule.js';
export { seededRandom } from './faults/seeded-random.js';
export type { LoggedRequest, RequestFilter } from './limits/request-log.js';
export type { NotificationSettings, SentNotification } from './notifications/notifier.js';
export type { SeedContact, SeededContact, SeedTicket } from './seed/seed.js';

import type { Logger } from '@leadbridge/platform';

import type { TokenService } from './auth/token-service.js';
import type { Dialect } from './switches.js';
import type { FaultBoard } from './faults/fault-board.js';
import type { HeldRequests } from './faults/held-requests.js';
import type { HaloDialect } from './halopsa/halo-dialect.js';
import type { RequestLog } from './limits/request-log.js';
import type { RollingLimit } from './limits/rolling-limit.js';
import type { Notifier } from './notifications/notifier.js';
import type { PsaKind } from './psa-kinds.js';
import type { Author, PsaState } from './state/psa-state.js';
import type { SuppressionLists } from './suppression-lists/suppression-lists.js';

/** The parts of one simulator, as its routes see them. */
export interface SimulatorContext {
  readonly state: PsaState;
  readonly tokens: TokenService;
  readonly limit: RollingLimit;
  readonly log: RequestLog;
  readonly faults: FaultBoard;
  readonly held: HeldRequests;
  readonly notifier: Notifier;
  /** Of the providers, which are no part of a PSA. */
  readonly suppressionLists: SuppressionLists;
  readonly random: () => number;
  readonly logger: Logger;
  /** Who the API's client is to the PSA: the integration's agent. */
  readonly integration: Author;
  /** The second dialect; null where the PSA speaks the specification's. */
  readonly halo: HaloDialect | null;
  /** The dialect of this moment. */
  readonly dialect: () => Dialect;
  readonly setDialect: (changes: Partial<Dialect>) => void;
  readonly kind: () => PsaKind['name'];
  /** Switches to the dialect and failures of a kind, with its random numbers from the start; data are kept. */
  readonly setKind: (name: PsaKind['name']) => void;
  /** Back to an empty PSA as it was created, faults and log included. */
  readonly reset: () => void;
}

import type { ConnectionState } from '@leadbridge/contracts';
import { withTimeout, type Clock } from '@leadbridge/platform';
import { createHeartbeatBoard } from '@leadbridge/queue';
import { confirmsWrites } from '@leadbridge/store';

import type { ApiConnections } from './compose-connections.js';
import type { ApiConfig } from './config.js';
import { databaseState, pingTimeoutMilliseconds, queueState } from './connections/own-states.js';
import { readQueueDepths, readWorkers } from './connections/read-workers.js';
import { rememberFor } from './connections/remember.js';
import { probeAddress } from './connections/tcp-probe.js';
import type { ApiServices, Connections } from './services.js';

/** How long the state of another system's address is cached. */
const probeMilliseconds = 5_000;
const ownProbeMilliseconds = 1_000;
/** How long the confirmation of a write is cached: less than the time between two probes of a request. */
const confirmedForMs = 300;

type States = Pick<
  ApiServices,
  | 'workers'
  | 'psaBudget'
  | 'mirrorStates'
  | 'queueDepths'
  | 'connections'
  | 'eventDispatch'
  | 'confirmsWrites'
>;

/** How the service and what it is connected to are doing: each read again only after a while. */
export function composeStates(
  config: ApiConfig,
  { mongo, queue, redis, keyPrefix, psaBudget, dispatchMonitor, mirror, clock }: ApiConnections,
): States {
  /** Null if reading fails or takes longer than `timeoutMs`. */
  const probed = <T>(read: () => Promise<T>, timeoutMs = ownProbeMilliseconds): (() => Promise<T | null>) =>
    rememberFor(ownProbeMilliseconds, clock, () => withTimeout(read(), timeoutMs).catch(() => null));
  const heartbeats = createHeartbeatBoard(redis, keyPrefix);
  const workers = probed(() => readWorkers(heartbeats, clock));
  return {
    workers,
    // A list of jobs needs it for each job; without Redis the estimate uses only the pace.
    psaBudget: probed(() => psaBudget.status()),
    mirrorStates: probed(async () => (config.psaMirror ? mirror.states() : null)),
    queueDepths: probed(() => readQueueDepths(queue.queues)),
    connections: watchConnections(config, clock, workers, {
      database: rememberFor(ownProbeMilliseconds, clock, () => databaseState(mongo)),
      queue: rememberFor(ownProbeMilliseconds, clock, () => queueState([queue.connection, redis], keyPrefix)),
    }),
    eventDispatch: probed(() => dispatchMonitor.read(), pingTimeoutMilliseconds),
    confirmsWrites: rememberFor(confirmedForMs, clock, () => confirmsWrites(mongo)),
  };
}

function watchConnections(
  config: Pick<ApiConfig, 'psaUrl' | 'providerASuppressionUrl'>,
  clock: Clock,
  workers: ApiServices['workers'],
  own: Pick<Connections, 'database' | 'queue'>,
): Connections {
  const watch = (address: string | null): (() => Promise<ConnectionState>) =>
    address === null
      ? () => Promise.resolve('not_configured')
      : rememberFor(probeMilliseconds, clock, () => probeAddress(address));
  const psaAddress = watch(config.psaUrl);
  return {
    ...own,
    psa: async () => {
      const [address, known] = await Promise.all([psaAddress(), workers()]);
      return address === 'connected' && (known?.psaFailure ?? null) !== null ? 'failing' : address;
    },
    providerA: watch(config.providerASuppressionUrl),
  };
}

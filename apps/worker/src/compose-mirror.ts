import type { ConnectedPsa } from '@leadbridge/integrations';
import type { Clock, Logger, Schedule } from '@leadbridge/platform';
import {
  createCompanyMatchStore,
  createLeases,
  createPsaMirrorStore,
  type connectMongo,
} from '@leadbridge/store';
import {
  StoredMirror,
  dropMirror,
  mirrorOrigin,
  outdatingWritten,
  refreshMirror,
  type MirrorBudget,
  type PsaMirror,
  type PsaMirrorStore,
  type PsaPort,
  type PsaTicketChange,
  type ReconciliationDependencies,
  type WakeUps,
} from '@leadbridge/usecases';

import type { WorkerConfig } from './config.js';
import { refreshMirrorOnSchedule } from './schedules/refresh-mirror.js';

export interface ComposedMirror {
  /** Null if it is off. */
  readonly mirror: PsaMirror | null;
  readonly store: PsaMirrorStore;
  /** The PSA for work that changes mirrored entities without recording their new state. */
  readonly psa: PsaPort;
  /** Must be called for each change that the PSA reports. */
  changed(change: PsaTicketChange): Promise<void>;
  /** Starts keeping it fresh. */
  start(): Schedule;
  /** For readers of the whole PSA while the mirror is off; see `ReconciliationDependencies`. */
  readonly once: Pick<ReconciliationDependencies, 'readOn' | 'letGo'>;
}

/** How often to check the progress of a mirror that other workers refresh. */
const progressPollMs = 2_000;

type Settings = Pick<
  WorkerConfig,
  | 'psaMirror'
  | 'psaMirrorSharePercent'
  | 'psaMirrorMaxAgeSeconds'
  | 'psaUrl'
  | 'psaDialect'
  | 'psaTenant'
  | 'psaLeadType'
>;

export function composeMirror(
  config: Settings,
  parts: {
    mongo: Awaited<ReturnType<typeof connectMongo>>;
    psa: ConnectedPsa;
    wakeUps: WakeUps;
    clock: Clock;
    logger: Logger;
  },
): ComposedMirror {
  const { mongo, psa, wakeUps, clock, logger } = parts;
  const store = createPsaMirrorStore(mongo);
  const address = [
    config.psaUrl,
    config.psaDialect,
    config.psaTenant ?? '',
    config.psaDialect === 'halopsa' ? config.psaLeadType : '',
  ];
  const maxAgeMs = config.psaMirrorMaxAgeSeconds * 1_000;
  const refreshes = {
    store,
    aliases: createCompanyMatchStore(mongo),
    psa,
    budget: async () => budgetOf(psa),
    maxShare: config.psaMirrorSharePercent,
    maxAgeMs,
    clock,
    logger,
  };
  if (!config.psaMirror) {
    // A different name, so that a mirror that is enabled later does not use data that nobody has kept fresh.
    const refresh = { ...refreshes, origin: mirrorOrigin([...address, 'once']), sparesFirstScan: false };
    return {
      mirror: null,
      store,
      psa,
      changed: () => Promise.resolve(),
      start: () => ({ stop: () => Promise.resolve() }),
      once: {
        async readOn() {
          const pauseMs = await refreshMirror(refresh);
          return { pauseMs, isBudgetSpent: pauseMs > 0 };
        },
        letGo: async () => dropMirror({ store, clock }),
      },
    };
  }
  const origin = mirrorOrigin(address);
  return {
    mirror: new StoredMirror({ store, clock, origin, maxAgeMs }),
    store,
    psa: outdatingWritten(psa, store),
    changed: async ({ ticketId }) => store.outdate('tickets', [ticketId]),
    start: () =>
      refreshMirrorOnSchedule({
        leases: createLeases(mongo),
        refresh: async () => refreshMirror({ ...refreshes, origin, sparesFirstScan: true }),
        wakeUps,
        logger,
      }),
    once: {
      async readOn() {
        const { limit, usedByMirror, bulkWaiting } = await budgetOf(psa);
        const isShareSpent = usedByMirror >= (limit * config.psaMirrorSharePercent) / 100;
        return { pauseMs: progressPollMs, isBudgetSpent: isShareSpent || bulkWaiting > 0 };
      },
      letGo: () => Promise.resolve(),
    },
  };
}

async function budgetOf(psa: ConnectedPsa): Promise<MirrorBudget> {
  const { limit, usedBy, waiting } = await psa.budget();
  return { limit, usedByMirror: usedBy.mirror, bulkWaiting: waiting.bulk };
}

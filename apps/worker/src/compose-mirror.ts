import type { ConnectedPsa } from '@leadbridge/integrations';
import type { Clock, Logger } from '@leadbridge/platform';
import { createEventDispatchStore, createPsaMirrorStore, type connectMongo } from '@leadbridge/store';
import {
  createPsaMirror,
  mirrorOrigin,
  outdatingWritten,
  refreshMirror,
  type MirrorBudget,
  type PsaMirror,
  type PsaMirrorStore,
  type PsaPort,
  type PsaTicketChange,
} from '@leadbridge/usecases';

import type { WorkerConfig } from './config.js';
import { refreshMirrorOnSchedule } from './schedules/refresh-mirror.js';
import type { Schedule } from './schedules/repeat.js';

export interface ComposedMirror {
  /** Null where it is switched off. */
  readonly mirror: PsaMirror | null;
  readonly store: PsaMirrorStore;
  /** The PSA for work that changes what is mirrored, and does not record what it looks like then. */
  readonly psa: PsaPort;
  /** To be told of each change that the PSA reports. */
  changed(change: PsaTicketChange): Promise<void>;
  /** Keeps it fresh. */
  start(): Schedule;
}

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

/** The mirror of the PSA, as far as it is switched on. */
export function composeMirror(
  config: Settings,
  parts: {
    mongo: Awaited<ReturnType<typeof connectMongo>>;
    psa: ConnectedPsa;
    clock: Clock;
    logger: Logger;
  },
): ComposedMirror {
  const { mongo, psa, clock, logger } = parts;
  const store = createPsaMirrorStore(mongo);
  if (!config.psaMirror) {
    return {
      mirror: null,
      store,
      psa,
      changed: () => Promise.resolve(),
      start: () => ({ stop: () => Promise.resolve() }),
    };
  }
  const origin = mirrorOrigin([
    config.psaUrl,
    config.psaDialect,
    config.psaTenant ?? '',
    config.psaDialect === 'halopsa' ? config.psaLeadType : '',
  ]);
  const maxAgeMs = config.psaMirrorMaxAgeSeconds * 1_000;
  return {
    mirror: createPsaMirror({ store, clock, origin, maxAgeMs }),
    store,
    psa: outdatingWritten(psa, store),
    changed: async ({ ticketId }) => store.outdate('tickets', [ticketId]),
    start: () =>
      refreshMirrorOnSchedule({
        turns: createEventDispatchStore(mongo),
        refresh: async () =>
          refreshMirror({
            store,
            psa,
            origin,
            budget: async () => budgetOf(psa),
            maxShare: config.psaMirrorSharePercent,
            maxAgeMs,
            clock,
            logger,
          }),
        logger,
      }),
  };
}

async function budgetOf(psa: ConnectedPsa): Promise<MirrorBudget> {
  const { limit, usedBy, waiting } = await psa.budget();
  return { limit, usedByMirror: usedBy.mirror, bulkWaiting: waiting.bulk };
}

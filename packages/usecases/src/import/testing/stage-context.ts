import { createObservationLog, type PsaMirror } from '../../mirror/psa-mirror.js';
import type { Claims } from '../../ports/import-store.js';
import { defaultSettings } from '../../ports/settings.js';
import { createPsaCaches } from '../../psa/psa-caches.js';
import { createStatusIds } from '../../psa/status-ids.js';
import { createManualClock } from '../../testing/manual-clock.js';
import { createMemoryImportStore } from '../../testing/memory-import-store.js';
import { createMemoryPsa, type MemoryPsaOptions } from '../../testing/memory-psa.js';
import { integrationUser } from '../../testing/psa-entities.js';
import type { ImportBatch, ImportDependencies, ImportSettings, StageContext } from '../batch.js';

/** An import engine with in-memory ports: those of `deps`, and the memories behind them. */
export function createImportWorld(
  options: MemoryPsaOptions & {
    readonly settings?: Partial<ImportSettings>;
    readonly mirror?: PsaMirror | null;
  } = {},
) {
  const clock = createManualClock();
  const psa = createMemoryPsa(options);
  const store = createMemoryImportStore();
  const settings: ImportSettings = { ...defaultSettings('US'), integrationUser, ...options.settings };
  const deps: ImportDependencies = {
    psa,
    store,
    caches: createPsaCaches(clock.now),
    mirror: options.mirror ?? null,
    directory: options.mirror ?? null,
    statusIds: createStatusIds(() => defaultSettings('US'), clock.now),
    settings: () => settings,
    clock,
  };
  return { clock, psa, store, settings, deps };
}

export type ImportWorld = ReturnType<typeof createImportWorld>;

export function importBatchOf(batch: Partial<ImportBatch> = {}): ImportBatch {
  return {
    rows: [],
    priority: 'single',
    upcoming: 0,
    readsMirror: false,
    asksAhead: false,
    countsProgress: false,
    flushLists: true,
    cleaning: { seen: null, stopAtFirstFailure: false },
    ...batch,
  };
}

/** What a stage receives besides its rows. */
export function stageContext(
  { deps, clock }: Pick<ImportWorld, 'deps' | 'clock'>,
  {
    batch,
    claims,
    ...given
  }: Partial<Omit<StageContext, 'batch' | 'claims'>> & {
    readonly batch?: Partial<ImportBatch>;
    readonly claims?: Partial<Claims>;
  } = {},
): StageContext {
  return {
    ...deps,
    session: deps.psa.session({ priority: 'single' }),
    claims: {
      fence: 1,
      holder: 'holder',
      held: new Set(),
      busy: new Set(),
      inherited: new Set(),
      inheritedForMs: Number.POSITIVE_INFINITY,
      ...claims,
    },
    batch: importBatchOf(batch),
    observed: createObservationLog(),
    ahead: null,
    known: {
      ...{ leads: new Map(), companies: new Map(), matches: new Map(), optedOut: new Map() },
      ...{ askedKeys: new Set(), askedCompanies: new Set(), askedMatches: new Set() },
      highest: { ticketId: 0, clientId: 0 },
    },
    unsettled: new Set(),
    underWay: [],
    startedAt: clock.now(),
    ...given,
  };
}

import { defaultSettings } from '../../ports/settings.js';
import type {
  OptOutRecord,
  Suppression,
  SuppressionEntry,
  SuppressionPush,
} from '../../ports/suppression.js';
import { createPsaCaches } from '../../psa/psa-caches.js';
import { createManualClock } from '../../testing/manual-clock.js';
import { createMemoryImportStore } from '../../testing/memory-import-store.js';
import { createMemoryJobs } from '../../testing/memory-jobs.js';
import { createMemoryPsa, type MemoryPsaOptions } from '../../testing/memory-psa.js';
import type { SuppressionContext, SuppressionDependencies, SuppressionWork } from '../suppression-work.js';
import { createMemorySuppressions } from './memory-suppressions.js';

/** The recorded lead of Alex Example. */
export function optOutRecord(record: Partial<OptOutRecord> = {}): OptOutRecord {
  return {
    leadId: 12,
    psaTicketId: 300,
    status: 'contacted',
    doNotContact: false,
    person: { email: 'alex@example.com', firstName: 'Alex', lastName: 'Example', companyName: 'Example Inc' },
    keys: [{ kind: 'email', value: 'alex@example.com' }],
    source: 'provider_b',
    psaUserId: null,
    ...record,
  };
}

/** Opt-outs with in-memory ports: `deps`, and the memories behind them. */
export function createSuppressionWorld(options: MemoryPsaOptions = {}) {
  const clock = createManualClock();
  const psa = createMemoryPsa(options);
  const store = createMemoryImportStore();
  const held = createMemorySuppressions(store);
  const jobs = createMemoryJobs(store);
  const { enqueued } = jobs;
  const pushes: { readonly source: string; readonly entry: SuppressionEntry; readonly reference: string }[] =
    [];
  /** The results of the next pushes; `accepted` if empty. */
  const responses: SuppressionPush[] = [];

  const deps: SuppressionDependencies = {
    suppressions: held.suppressions,
    suppressionLists: {
      async push(source, entry, reference) {
        pushes.push({ source, entry, reference });
        return responses.shift() ?? { result: 'accepted' };
      },
    },
    psa,
    store,
    caches: createPsaCaches(clock.now),
    jobs: jobs.stored,
    queue: jobs.queue,
    settings: () => defaultSettings('US'),
    retryDelays: [5, 30],
    clock,
  };

  return {
    ...held,
    ...{ clock, psa, store, jobs, enqueued, pushes, responses, deps },
    /** What the steps receive while this worker holds the claims. */
    context: (given: Partial<SuppressionContext> = {}): SuppressionContext => ({
      ...deps,
      claims: {
        fence: 1,
        holder: 'holder',
        held: new Set(),
        busy: new Set(),
        inherited: new Set(),
        inheritedForMs: Number.POSITIVE_INFINITY,
      },
      session: psa.session({ priority: 'opt_out' }),
      assertHeld: async () => undefined,
      ...given,
    }),
  };
}

export function workOn(entry: Suppression): SuppressionWork {
  return { entry, ticket: null, isMerged: false, fault: null };
}

import { silentLogger } from '@leadbridge/platform';

import { unbegunMirror, type MirrorKind, type MirrorState } from '../../ports/psa-mirror.js';
import { createManualClock } from '../../testing/manual-clock.js';
import { refreshMirror, type RefreshDependencies } from '../refresh-mirror.js';
import { createListedPsa, type ListedPsaOptions } from './listed-psa.js';
import { createMemoryMirror } from './memory-mirror.js';

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** The mirror of a PSA with 10 clients, without contacts or tickets. */
export function setUpRefresh(options: Partial<ListedPsaOptions> = {}) {
  const clock = createManualClock();
  const store = createMemoryMirror();
  const psa = createListedPsa({ order: 'newest_first', pageSize: 4, counts: true, ...options });
  psa.add(10);
  const budget = { limit: 500, usedByMirror: 0, bulkWaiting: 0 };
  /** What the mirror held whenever lost clients were looked for. */
  const looks: number[] = [];
  const aliases = {
    async reopenLost() {
      looks.push((await store.counts('clients')).documents);
    },
  };

  const refresh = async (changes: Partial<RefreshDependencies> = {}): Promise<number> =>
    refreshMirror({
      ...{ store, aliases, psa: psa.port, clock, origin: 'psa', logger: silentLogger },
      ...{ budget: async () => budget, maxShare: 20, sparesFirstScan: true },
      ...{ maxAgeMs: hourMs, ...changes },
    });
  const clients = async (): Promise<MirrorState> => store.state('clients');

  /** Saves a kind as observed in a round that began at this time. */
  async function observed(kind: MirrorKind, startedAt: number, changes: Partial<MirrorState> = {}) {
    const { version } = await store.state(kind);
    await store.saveState({
      ...unbegunMirror(kind),
      ...{ version, origin: 'psa', order: 'newest_first' },
      complete: { round: 1, startedAt, endedAt: startedAt, documents: 10, pages: 3, pageRows: 4 },
      ...changes,
    });
  }

  return {
    ...{ clock, store, looks, psa, budget, refresh, clients, observed },
    /** Marks tickets and contacts as just observed, for days to come. */
    async onlyClients(): Promise<void> {
      await observed('tickets', clock.now() + 100 * dayMs);
      await observed('contacts', clock.now() + 100 * dayMs);
    },
    async finish(changes: Partial<RefreshDependencies> = {}): Promise<void> {
      // Without a limit a scan that never ends would hang the test instead of failing it.
      for (let call = 0; (await refresh(changes)) === 0; call += 1) {
        if (call > 1_000) {
          throw new Error('The scans do not end');
        }
      }
    },
    knownIds: async (): Promise<readonly number[]> =>
      (
        await store.byIds(
          'clients',
          psa.all().flatMap(({ id }) => [id, id + 1, id - 1]),
        )
      ).map(({ id }) => id),
  };
}

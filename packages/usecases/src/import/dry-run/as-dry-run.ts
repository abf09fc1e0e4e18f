import type { PsaPort, PsaSession } from '../../ports/psa.js';
import type { PsaCaches } from '../../psa/psa-caches.js';
import type { ImportDependencies } from '../batch.js';
import { createDryRunMemory, type DryRunMemory } from './dry-run-memory.js';
import { recordingStore } from './recording-store.js';

/**
 * The same dependencies with recorders in the place of all that an import writes to. The stages know nothing of it: they are given these, and
 * have nothing else to write with.
 */
export function asDryRun<D extends ImportDependencies>(deps: D): D & { readonly dryRun: DryRunMemory } {
  const memory = createDryRunMemory();
  return {
    ...deps,
    psa: recordingPsa(deps.psa, memory),
    store: recordingStore(deps.store, memory),
    caches: unteachable(deps.caches),
    // What it foresees is read live, and what it does not write is not mirrored.
    mirror: null,
    dryRun: memory,
  };
}

function recordingPsa(psa: PsaPort, memory: DryRunMemory): PsaPort {
  return {
    session(context) {
      const session: PsaSession = psa.session({ ...context, recorder: memory.recorder });
      return {
        ...session,
        async createSites(sites) {
          const results = await session.createSites(sites);
          results.forEach((result) => result.ok && memory.ownSites.add(result.id));
          return results;
        },
      };
    },
  };
}

/** What the process knows of the PSA is shared with imports: it learns by reading, and of nothing that was not written. */
function unteachable(caches: PsaCaches): PsaCaches {
  const { tickets, users, clients, fields } = caches;
  const add = (): void => undefined;
  return {
    tickets: { ...tickets, add },
    users: { ...users, add },
    clients: { ...clients, add },
    fields: { ...fields, observe: () => [] },
    listId: async (session, name) => caches.listId(session, name),
  };
}

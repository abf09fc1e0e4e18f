import { withWritten, type ClientDirectory } from '../../mirror/client-directory.js';
import type { PsaPort, PsaSession } from '../../ports/psa.js';
import type { PsaCaches } from '../../psa/psa-caches.js';
import type { ImportDependencies } from '../batch.js';
import { createDryRunMemory, type DryRunMemory } from './dry-run-memory.js';
import { recordingStore } from './recording-store.js';

/**
 * Returns the same dependencies, with recorders in place of everything that an import writes to. The stages
 * cannot tell the difference, and have no other way to write.
 */
export function asDryRun<D extends ImportDependencies>(deps: D): D & { readonly dryRun: DryRunMemory } {
  const memory = createDryRunMemory();
  return {
    ...deps,
    psa: recordingPsa(deps.psa, memory),
    store: recordingStore(deps.store, memory),
    caches: unteachable(deps.caches),
    // A dry run reads live, and adds nothing to the mirror because it writes nothing.
    mirror: null,
    directory: deps.directory === null ? null : plannedDirectory(deps.directory, memory),
    dryRun: memory,
  };
}

/** Earlier rows of a dry run have only pretended to create clients and contacts. */
function plannedDirectory(directory: ClientDirectory, { observed }: DryRunMemory): ClientDirectory {
  return {
    async clientsOf(asked) {
      const found = await directory.clientsOf(asked);
      return found === null ? null : withWritten(found, observed.all(), asked);
    },
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

/**
 * The process shares its PSA caches with real imports: they may cache what a dry run reads, but not what it
 * only pretends to write.
 */
function unteachable(caches: PsaCaches): PsaCaches {
  const { tickets, users, clients, fields } = caches;
  const add = (): void => undefined;
  return {
    tickets: { ...tickets, add },
    users: { ...users, add },
    clients: { ...clients, add },
    fields: { ...fields, observe: () => [] },
    list: async (session, name) => caches.list(session, name),
  };
}

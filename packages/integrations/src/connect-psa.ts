import { type Clock, isoTime } from '@leadbridge/platform';
import type { PsaProofs, PsaWriteProof } from '@leadbridge/usecases';

import { createHaloDialect } from './halopsa/halo-dialect.js';
import { makeMissing, missingThings, type PreparedThing } from './halopsa/prepare.js';
import { proveHaloWrites } from './halopsa/prove-writes.js';
import { createTicketLocks } from './halopsa/ticket-locks.js';
import { whatHolds } from './halopsa/what-holds.js';
import { createHaloWriter } from './halopsa/write-halo.js';
import { haloSettings, type PsaDialectConfig } from './psa-variables.js';
import { checkSpec } from './psa/check-spec.js';
import { createPsaClient, type PsaClientHandle } from './psa/create-psa-client.js';
import { addressOf } from './psa/psa-requests.js';
import type { PsaClientSettings } from './psa/psa-settings.js';
import { warning, working, type PsaSetupProblem } from './psa-setup-problem.js';

export interface ConnectedPsa extends PsaClientHandle {
  /**
   * Looks up again what jobs need and the PSA lacks. Jobs run only once nothing is missing. In the default
   * dialect this is always empty and makes no request, because its numbers are the specification's.
   *
   * @throws PsaUnavailableError, PsaRefusedError, PsaBudgetError
   */
  lacking(): Promise<readonly PsaSetupProblem[]>;
  /**
   * Checks what the PSA has set up under our names, and how it responds; for people.
   *
   * @param options.write also writes a throw-away ticket, reads it, and deletes it; a passed check is stored
   * for all processes
   * @throws PsaUnavailableError, PsaRefusedError, PsaBudgetError
   */
  check(options?: { readonly write?: boolean }): Promise<readonly PsaSetupProblem[]>;
  /**
   * Lists what could be created of what the PSA lacks.
   *
   * @param options.write also creates it, as far as the PSA allows
   * @throws PsaUnavailableError, PsaRefusedError, PsaBudgetError
   */
  prepare(options: { readonly write: boolean }): Promise<readonly PreparedThing[]>;
  /** The proof of writes from the last passed check that is still valid; undefined if there is none. */
  writeProof(): PsaWriteProof | undefined;
}

/** The service's own settings that a PSA client needs, and where proofs are stored. */
export interface PsaSurroundings {
  /** The names of the lists that the PSA should have. */
  readonly listNames: () => readonly string[];
  /** The names of all lists that tickets may be added to. */
  readonly possibleListNames: () => readonly string[];
  readonly doNotContactList: () => string;
  /** The labels of the lead sources, which are options of a dropdown. */
  readonly sourceLabels: () => readonly string[];
  /** Our statuses whose ids in the PSA differ from the specification's; only in the default dialect. */
  readonly statusIds: () => Readonly<Partial<Record<string, number>>>;
  readonly proofs: PsaProofs;
}

export function connectPsa(
  client: PsaClientSettings,
  config: PsaDialectConfig,
  surroundings: PsaSurroundings,
): ConnectedPsa {
  if (config.psaDialect === 'spec') {
    return connectSpec(client, surroundings);
  }
  return connectHalo(client, config, surroundings);
}

function connectSpec(client: PsaClientSettings, { listNames, statusIds }: PsaSurroundings): ConnectedPsa {
  const handle = createPsaClient(client);
  return {
    ...handle,
    lacking: async () => Promise.resolve([]),
    async check({ write = false } = {}) {
      const found = await handle.inspect(async (io) =>
        checkSpec(io, { statusIds: statusIds(), listNames: listNames() }),
      );
      const message = '--write was left out: this dialect has no call that deletes a ticket again';
      return write ? [...found, warning(message)] : found;
    },
    prepare: async () => Promise.resolve([]),
    writeProof: () => undefined,
  };
}

function connectHalo(
  client: PsaClientSettings & { readonly clock: Clock },
  config: PsaDialectConfig,
  { proofs, possibleListNames, doNotContactList, sourceLabels }: PsaSurroundings,
): ConnectedPsa {
  const { clock, logger } = client;
  const settings = haloSettings(config);
  const psaUrl = addressOf(client.url);
  let proof: PsaWriteProof | undefined;
  const dialect = createHaloDialect({
    client,
    settings,
    listNames: possibleListNames,
    doNotContactList,
    sourceLabels,
    takesArrays: () => proof?.takesArrays === true,
    withTicketLock: createTicketLocks(client),
    clock,
    logger,
  });
  const handle = createPsaClient(client, dialect);

  /** A proof for another build is not valid for this one. */
  async function readProof(build: string): Promise<void> {
    const stored = await proofs.find(psaUrl);
    proof = stored?.build === build ? stored : undefined;
  }

  async function check({ write = false }: { readonly write?: boolean } = {}) {
    dialect.map.forget();
    return await handle.inspect(async (io) => {
      const map = await dialect.map.get(io);
      const isReady = map.problems.every(({ level }) => level !== 'error');
      const found: PsaSetupProblem[] = [];
      if (write && isReady) {
        const { problems, takesArrays } = await proveHaloWrites(io, map, createHaloWriter(settings));
        found.push(...problems);
        const passed = problems.every(({ level }) => level !== 'error');
        const passedAt = isoTime(clock.now());
        await (passed
          ? proofs.save({ psaUrl, build: map.build, passedAt, takesArrays })
          : proofs.forget(psaUrl));
      }
      await readProof(map.build);
      const problems = [...map.problems, ...found, ...unprovenBatch(settings, map.build, proof)];
      return [
        ...whatHolds(map, settings.names).map(working),
        ...problems.map(({ level, message }) => ({ level, message })),
      ];
    });
  }

  return {
    ...handle,
    writeProof: () => proof,
    lacking: async () => (await check()).filter(({ level }) => level !== 'ok'),
    check,

    prepare: async ({ write }) => prepareHalo(handle, dialect, write),
  };
}

/** Lists what the PSA lacks and could be given; with `write`, creates it. */
async function prepareHalo(
  handle: PsaClientHandle,
  dialect: ReturnType<typeof createHaloDialect>,
  write: boolean,
): Promise<readonly PreparedThing[]> {
  dialect.map.forget();
  return await handle.inspect(async (io) => {
    const map = await dialect.map.get(io);
    if (!write) {
      return missingThings(map).map(({ kind, name, description }) => ({
        kind,
        name,
        description,
        state: 'missing' as const,
      }));
    }
    return await makeMissing(io, map, async () => {
      dialect.map.forget();
      return await dialect.map.get(io);
    });
  });
}

/** Objects are sent one by one unless this build has proven that it accepts arrays. */
function unprovenBatch(
  { writeBatch }: Pick<ReturnType<typeof haloSettings>, 'writeBatch'>,
  build: string,
  proof: PsaWriteProof | undefined,
): readonly PsaSetupProblem[] {
  const message = `PSA_WRITE_BATCH is ${writeBatch}, and objects are sent one by one: build ${build || 'unknown'} has to pass leadbridge psa check --write first`;
  return writeBatch > 1 && proof?.takesArrays !== true ? [warning(message)] : [];
}

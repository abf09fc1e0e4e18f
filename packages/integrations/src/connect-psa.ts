import { createHaloDialect } from './halopsa/halo-dialect.js';
import { haloSettings, type PsaDialectConfig } from './psa-variables.js';
import { createPsaClient, type PsaClientHandle } from './psa/create-psa-client.js';
import type { PsaClientSettings } from './psa/psa-settings.js';

/** One line of what a PSA lacks. Jobs run only without an `error`. */
export interface PsaSetupProblem {
  readonly level: 'error' | 'warning';
  readonly message: string;
}

export interface ConnectedPsa extends PsaClientHandle {
  /**
   * Looks up anew what the PSA has set up under our names.
   *
   * @throws PsaUnavailableError, PsaRefusedError, PsaBudgetError
   */
  check(): Promise<readonly PsaSetupProblem[]>;
}

/** The PSA in the dialect that is configured. */
export function connectPsa(
  client: PsaClientSettings,
  config: PsaDialectConfig,
  /** The names of the lists that tickets may be put on. */
  listNames: () => readonly string[],
): ConnectedPsa {
  if (config.psaDialect === 'spec') {
    return { ...createPsaClient(client), check: async () => Promise.resolve([]) };
  }
  const { clock, logger } = client;
  const dialect = createHaloDialect({ client, settings: haloSettings(config), listNames, clock, logger });
  const handle = createPsaClient(client, dialect);
  return {
    ...handle,
    async check() {
      dialect.map.forget();
      const { problems } = await handle.inspect(async (io) => dialect.map.get(io));
      return problems;
    },
  };
}

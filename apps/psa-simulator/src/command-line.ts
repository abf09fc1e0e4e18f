import { parseArgs } from 'node:util';

type Environment = Readonly<Record<string, string | undefined>>;

const usage = `node apps/psa-simulator/dist/main.js [options]

  --dialect spec|halopsa     the API that it speaks (PSA_DIALECT)
  --quirk <name>=<value>     what differs from the usual HaloPSA; may be given many times (SIMULATOR_HALO_QUIRKS)
  --foreign-incidents <n>    incidents that stand in a HaloPSA from the beginning (SIMULATOR_FOREIGN_INCIDENTS)

Everything else is set in the environment.`;

/** The environment with what the command line says in its place. @throws Error that says what is wrong, and how it is used */
export function withCommandLine(parameters: readonly string[], environment: Environment): Environment {
  try {
    const { values } = parseArgs({
      args: [...parameters],
      options: {
        dialect: { type: 'string' },
        quirk: { type: 'string', multiple: true },
        'foreign-incidents': { type: 'string' },
      },
    });
    const { dialect, quirk, 'foreign-incidents': incidents } = values;
    return {
      ...environment,
      ...(dialect === undefined ? {} : { PSA_DIALECT: dialect }),
      ...(quirk === undefined ? {} : { SIMULATOR_HALO_QUIRKS: quirk.join(',') }),
      ...(incidents === undefined ? {} : { SIMULATOR_FOREIGN_INCIDENTS: incidents }),
    };
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
}

import type { TestSystem } from '@leadbridge/devkit';
import type { HaloQuirks, PsaSimulatorOptions, SimulatedHalo } from '@leadbridge/psa-simulator';
import { startSystemHere } from './start-system-here.js';

export interface HaloSystem {
  readonly system: TestSystem;
  readonly halo: SimulatedHalo;
  /** Changes quirks relative to those that the system was started with. */
  set(quirks: Partial<HaloQuirks>): void;
  /** Restores the initial quirks, without faults. */
  restore(): void;
}

/** The settings of a service whose PSA is a HaloPSA. */
export const haloEnv = {
  PSA_DIALECT: 'halopsa',
  PSA_RATE_LIMIT: '100000',
  RATE_LIMIT_PER_HOUR: '100000',
} as const;

/** The service with a simulated HaloPSA. */
export async function startHaloSystem(
  simulator: PsaSimulatorOptions = {},
  env: Readonly<Record<string, string>> = {},
): Promise<HaloSystem> {
  const system = await startSystemHere({
    env: { ...haloEnv, ...env },
    simulator: { psaDialect: 'halopsa', rateLimit: 0, ...simulator },
  });
  const { halo } = system.simulator;
  if (halo === null) {
    throw new Error('the simulator does not speak the second dialect');
  }
  const { quirks } = halo;
  return {
    system,
    halo,
    set: (changes) => {
      halo.setQuirks(changes);
    },
    restore: () => {
      halo.setQuirks(quirks);
      system.simulator.faults.clear();
    },
  };
}

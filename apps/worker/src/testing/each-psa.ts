import { afterAll, beforeAll } from '@jest/globals';
import { psaKinds, type PsaKind, type PsaSimulator } from '@leadbridge/psa-simulator';

/**
 * Every kind of PSA that the service may meet, for the acceptance suites: `describe.each(eachPsa)('… on the $name PSA', …)`. What
 * rightly differs from kind to kind is taken from the kind's own settings.
 */
export const eachPsa: readonly PsaKind[] = Object.values(psaKinds);

/** Makes the simulator that kind of PSA for the tests of a `describe`. What the simulator holds stays. */
export function usePsa({ name }: PsaKind, simulator: () => PsaSimulator): void {
  beforeAll(() => {
    simulator().setKind(name);
  });
  afterAll(() => {
    simulator().setKind('usual');
  });
}

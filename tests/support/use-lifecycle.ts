import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { defaultSettings } from '@leadbridge/usecases';

import { haloAsSpecified } from './each-psa.js';
import { openLifecycleHarness, type LifecycleHarness } from './lifecycle-harness.js';

/**
 * Opens a harness for the tests of a file, each of which begins without faults, and with the usual settings.
 *
 * @param use called with the harness, and again where `useDialect` replaces it
 * @returns for `useDialect`
 */
export function useLifecycle(use: (harness: LifecycleHarness) => void) {
  let harness: LifecycleHarness;
  const set = (other: LifecycleHarness): void => {
    harness = other;
    use(other);
  };
  beforeAll(async () => {
    set(await openLifecycleHarness());
  });
  afterAll(async () => {
    await harness.close();
  });
  beforeEach(() => {
    harness.simulator.faults.clear();
    harness.simulator.requests.clear();
    harness.settings = defaultSettings('US');
    harness.enqueued.length = 0;
  });
  return { get: () => harness, set, openHalo: async () => openLifecycleHarness(haloAsSpecified) };
}

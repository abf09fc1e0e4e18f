import { afterAll, beforeAll, beforeEach } from '@jest/globals';

import { createPsaSimulator } from '../create-psa-simulator.js';
import type { PsaSimulatorOptions } from '../options.js';
import type { PsaSimulator } from '../simulator-handle.js';

/** One simulator for a test file, reset before each test. The rate limit is lifted unless the options set one. */
export function startSimulator(options: PsaSimulatorOptions = {}): PsaSimulator {
  const simulator = createPsaSimulator({ rateLimit: 0, ...options });
  beforeAll(() => simulator.start());
  beforeEach(() => {
    simulator.reset();
  });
  afterAll(() => simulator.stop());
  return simulator;
}

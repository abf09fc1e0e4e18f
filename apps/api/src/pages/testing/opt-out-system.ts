import { freePort, type TestSystem } from '@leadbridge/devkit';

import { startSystemHere } from '../../../../../tests/support/start-system-here.js';

const key = 'simulated-key-of-provider-a';

/**
 * The service with a simulated PSA that notifies it of people's changes, and the provider's list in the same
 * simulator.
 */
export async function startOptOutSystem(): Promise<TestSystem> {
  const port = await freePort();
  const system = await startSystemHere({
    env: {
      PROVIDER_A_SUPPRESSION_URL: `http://127.0.0.1:${port}/suppression-list/provider_a`,
      PROVIDER_A_SUPPRESSION_KEY: key,
    },
    simulator: { port, suppressionKeys: { provider_a: key, provider_b: `${key}-b`, provider_c: `${key}-c` } },
  });
  system.simulator.notifications.configure({
    url: `${system.baseUrl}/api/v1/webhooks/dnc-sync`,
    secret: system.inboundSecret,
  });
  return system;
}

import type { SuppressionListSettings } from '@leadbridge/integrations';

import type { WorkerConfig } from './config.js';

/** Where each provider takes opt-outs, as far as it is configured. */
export function suppressionEndpoints(config: WorkerConfig): SuppressionListSettings['endpoints'] {
  const endpoint = (url: string | null, key: string | null) => (url === null ? undefined : { url, key });
  const endpoints = {
    provider_a: endpoint(config.providerASuppressionUrl, config.providerASuppressionKey),
    provider_b: endpoint(config.providerBSuppressionUrl, config.providerBSuppressionKey),
    provider_c: endpoint(config.providerCSuppressionUrl, config.providerCSuppressionKey),
  };
  return Object.fromEntries(Object.entries(endpoints).filter(([, value]) => value !== undefined));
}

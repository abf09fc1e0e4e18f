import { describe, expect, it } from '@jest/globals';

import { simulatedProviders } from './simulated-providers.js';

const simulator = 'http://127.0.0.1:3900';

describe('simulatedProviders', () => {
  it('sends the opt-outs of each provider to its list in the simulator', () => {
    expect(simulatedProviders({}, simulator, 'secret')).toEqual({
      PROVIDER_A_SUPPRESSION_URL: `${simulator}/suppression-list/provider_a`,
      PROVIDER_A_SUPPRESSION_KEY: expect.stringMatching(/^[\w-]{43}$/),
      PROVIDER_B_SUPPRESSION_URL: `${simulator}/suppression-list/provider_b`,
      PROVIDER_B_SUPPRESSION_KEY: expect.stringMatching(/^[\w-]{43}$/),
      PROVIDER_C_SUPPRESSION_URL: `${simulator}/suppression-list/provider_c`,
      PROVIDER_C_SUPPRESSION_KEY: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  it('has a key for each provider, the same for the same secret only', () => {
    const keys = (secret: string): string[] =>
      Object.entries(simulatedProviders({}, simulator, secret))
        .filter(([name]) => name.endsWith('_KEY'))
        .map(([, key]) => key);
    expect(new Set(keys('secret')).size).toBe(3);
    expect(keys('secret')).toEqual(keys('secret'));
    expect(keys('another')).not.toEqual(keys('secret'));
  });

  it.each(['A', 'B', 'C'])('leaves all as it is where provider %s is configured', (provider) => {
    const environment = { [`PROVIDER_${provider}_SUPPRESSION_URL`]: 'https://provider.example.com/list' };
    expect(simulatedProviders(environment, simulator, 'secret')).toEqual({});
  });

  it('takes an empty address for none', () => {
    const settings = simulatedProviders({ PROVIDER_A_SUPPRESSION_URL: '' }, simulator, 'secret');
    expect(Object.keys(settings)).toHaveLength(6);
  });
});

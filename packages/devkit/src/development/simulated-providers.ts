import { createHmac } from 'node:crypto';

type Environment = Readonly<Record<string, string | undefined>>;

const providers = ['A', 'B', 'C'] as const;
const address = /^PROVIDER_.+_SUPPRESSION_URL(?:_FILE)?$/u;

/**
 * The settings with which opt-outs go to the suppression lists of the simulator, for the simulator and the apps alike: none
 * where an address of any provider is configured, so that simulated and real lists are never mixed. The keys are derived from
 * `secret`, and so stay the same from start to start.
 */
export function simulatedProviders(
  environment: Environment,
  simulator: string,
  secret: string,
): Readonly<Record<string, string>> {
  if (Object.entries(environment).some(([name, value]) => address.test(name) && (value ?? '') !== '')) {
    return {};
  }
  const settings = providers.flatMap((provider) => {
    const name = `PROVIDER_${provider}_SUPPRESSION`;
    const key = createHmac('sha256', secret).update(`${name}_KEY`).digest('base64url');
    return [
      [`${name}_URL`, `${simulator}/suppression-list/provider_${provider.toLowerCase()}`],
      [`${name}_KEY`, key],
    ] as const;
  });
  return Object.fromEntries(settings);
}

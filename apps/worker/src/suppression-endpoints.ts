import type { SuppressionEndpoint, SuppressionListSettings } from '@leadbridge/integrations';
import { loadConfig, text, url, type Variable } from '@leadbridge/platform';

type Environment = Readonly<Record<string, string | undefined>>;

/** By the provider's part of the variable names: `A` in `PROVIDER_A_SUPPRESSION_URL`. */
export type SuppressionEndpoints = Readonly<Record<string, SuppressionEndpoint>>;

const variableName = /^PROVIDER_([A-Z0-9_]+)_SUPPRESSION_(?:URL|KEY)(?:_FILE)?$/u;
const familyPrefix = 'provider_';

/** The addresses of added sources, whose names only the environment contains. @throws ConfigError */
export function readSuppressionEndpoints(
  environment: Environment,
  { production }: { readonly production: boolean },
): SuppressionEndpoints {
  const providers = new Set(Object.keys(environment).flatMap((name) => variableName.exec(name)?.[1] ?? []));
  const table: Record<string, Variable<string | null>> = {};
  for (const provider of providers) {
    table[`${provider}.url`] = suppressionUrl(provider);
    table[`${provider}.key`] = suppressionKey(provider);
  }
  const values = loadConfig(table, environment, { production });
  return Object.fromEntries(
    [...providers].flatMap((provider) => {
      const address = values[`${provider}.url`] ?? null;
      return address === null ? [] : [[provider, { url: address, key: values[`${provider}.key`] ?? null }]];
    }),
  );
}

/**
 * The address of a source's list. A list belongs to one source by its name, never to another of the same
 * kind. If `provider_x` and `x` both exist, `PROVIDER_X` belongs to `provider_x`.
 *
 * @param sources the current names of all sources
 */
export function suppressionEndpointOf(
  endpoints: SuppressionEndpoints,
  sources: () => readonly { readonly name: string }[],
): SuppressionListSettings['endpointOf'] {
  return (name) => {
    const bare = name.startsWith(familyPrefix) ? name.slice(familyPrefix.length) : name;
    const isOthers = name === bare && sources().some((other) => other.name === `${familyPrefix}${bare}`);
    return isOthers ? undefined : endpoints[bare.toUpperCase()];
  };
}

export function suppressionUrl(provider: string) {
  return {
    name: `PROVIDER_${provider}_SUPPRESSION_URL`,
    description: `where opt-outs of provider ${provider} are pushed`,
    parse: url('http', 'https'),
    fallback: null as string | null,
  };
}

export function suppressionKey(provider: string) {
  return {
    name: `PROVIDER_${provider}_SUPPRESSION_KEY`,
    description: `the bearer key of PROVIDER_${provider}_SUPPRESSION_URL`,
    parse: text,
    fallback: null as string | null,
  };
}

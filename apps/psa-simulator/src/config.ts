import { integer, loadConfig, oneOf, sharedVariables, text, url } from '@leadbridge/platform';

import { withCommandLine } from './command-line.js';
import { parseQuirks } from './switches.js';
import { defaultOptions, psaDialects } from './options.js';
import { psaKindNames } from './psa-kinds.js';
import type { SimulatedProvider } from './suppression-lists/suppression-lists.js';

const highestPort = 65_535;
const maxRequests = 1_000_000;
const maxSeed = 4_294_967_295;
const maxSeeded = 500_000;

/** The header `Authorization` of `bearer:<secret>` or `basic:<user>:<secret>`. @throws Error for another form */
function authorizationHeader(value: string): string {
  const [scheme = '', ...rest] = value.split(':');
  const secret = rest.join(':');
  if (scheme === 'bearer' && secret !== '') {
    return `Bearer ${secret}`;
  }
  if (scheme === 'basic' && rest.length > 1) {
    return `Basic ${Buffer.from(secret).toString('base64')}`;
  }
  throw new Error('bearer:<secret> or basic:<user>:<secret>');
}

/** The bearer key that the suppression list of a provider takes. */
const providerKey = (letter: string, provider: SimulatedProvider) => ({
  name: `PROVIDER_${letter}_SUPPRESSION_KEY`,
  description: `the bearer key that the suppression list of provider ${letter} takes`,
  parse: text,
  fallback: defaultOptions.suppressionKeys[provider],
});

const settings = {
  port: {
    name: 'PORT',
    description: 'where the simulator listens',
    parse: integer(0, highestPort),
    fallback: 3900,
  },
  host: {
    name: 'HOST',
    description: 'the address it listens on',
    parse: text,
    fallback: defaultOptions.host,
  },
  clientId: {
    name: 'PSA_CLIENT_ID',
    description: 'the client id that the token service accepts',
    parse: text,
    fallback: defaultOptions.clientId,
  },
  clientSecret: {
    name: 'PSA_CLIENT_SECRET',
    description: 'the client secret that the token service accepts',
    parse: text,
    fallback: defaultOptions.clientSecret,
  },
  rateLimit: {
    name: 'PSA_RATE_LIMIT',
    description: 'requests in a rolling window; 0 lifts the limit',
    parse: integer(0, maxRequests),
    fallback: undefined as number | undefined,
  },
  rateWindowSeconds: sharedVariables.psaRateWindowSeconds,
  notifyUrl: {
    name: 'NOTIFY_URL',
    description: 'where ticket changes made on the page are reported to',
    parse: url('http', 'https'),
    fallback: undefined as string | undefined,
  },
  inboundSecret: {
    name: 'WEBHOOK_INBOUND_SECRET',
    description: 'signs the notifications',
    parse: text,
    fallback: undefined as string | undefined,
  },
  providerKeyA: providerKey('A', 'provider_a'),
  providerKeyB: providerKey('B', 'provider_b'),
  providerKeyC: providerKey('C', 'provider_c'),
  psaDialect: {
    name: 'PSA_DIALECT',
    description: 'the API that it speaks: spec or halopsa',
    parse: oneOf(...psaDialects),
    fallback: defaultOptions.psaDialect,
  },
  haloQuirks: {
    name: 'SIMULATOR_HALO_QUIRKS',
    description: 'what differs from the usual HaloPSA: name=value,name=value',
    parse: parseQuirks,
    fallback: {},
  },
  foreignIncidents: {
    name: 'SIMULATOR_FOREIGN_INCIDENTS',
    description: 'incidents of a service desk that stand in a HaloPSA from the beginning',
    parse: integer(0, maxSeeded),
    fallback: defaultOptions.foreignIncidents,
  },
  notificationAuth: {
    name: 'PSA_NOTIFICATION_AUTH',
    description: 'how notifications authenticate: bearer:<secret> or basic:<user>:<secret>',
    parse: authorizationHeader,
    fallback: undefined as string | undefined,
  },
  kind: {
    name: 'SIMULATOR_KIND',
    description: `the kind of PSA that it is: ${psaKindNames.join(', ')}`,
    parse: oneOf(...psaKindNames),
    fallback: defaultOptions.kind,
  },
  randomSeed: {
    name: 'SIMULATOR_SEED',
    description: 'the seed of everything that is left to chance',
    parse: integer(0, maxSeed),
    fallback: defaultOptions.randomSeed,
  },
  stateFile: {
    name: 'SIMULATOR_STATE_FILE',
    description: 'a file that keeps the state between starts',
    parse: text,
    fallback: undefined as string | undefined,
  },
  logLevel: sharedVariables.logLevel,
  logFormat: sharedVariables.logFormat,
};

/** The settings of the standalone simulator, from the environment and the command line, which comes first. Throws `ConfigError`. */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  parameters: readonly string[] = [],
) {
  return loadConfig(settings, withCommandLine(parameters, environment), {
    production: false,
    rules: [
      (config) =>
        config.notifyUrl !== undefined &&
        config.inboundSecret === undefined &&
        config.notificationAuth === undefined
          ? 'WEBHOOK_INBOUND_SECRET (which signs the notifications) or PSA_NOTIFICATION_AUTH is required where NOTIFY_URL is set'
          : null,
    ],
  });
}

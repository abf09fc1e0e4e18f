import { psaVariables } from '@leadbridge/integrations';
import {
  baseUrl,
  flag,
  inviteLinkVariable,
  loadConfig,
  redisRules,
  sharedVariables,
  text,
} from '@leadbridge/platform';
import { mongodbUriVariable } from '@leadbridge/store';

const none = null as string | null;

/** Every environment variable of the commands. Secrets are read only from the environment: other users can see command lines. */
export const cliVariables = {
  mongodbUri: {
    ...mongodbUriVariable,
    description: 'the MongoDB of the service, for the commands on keys and secrets',
    fallback: none,
  },
  encryptionKey: sharedVariables.encryptionKey,
  encryptionPreviousKeys: sharedVariables.encryptionPreviousKeys,
  publicUrl: {
    name: 'PUBLIC_URL',
    description:
      'the address at which people reach the service, for one-time links; LEADBRIDGE_URL by default',
    parse: baseUrl('http', 'https'),
    fallback: none,
  },
  inviteLinkSeconds: inviteLinkVariable,
  serviceUrl: {
    name: 'LEADBRIDGE_URL',
    description: 'the origin of the service, for all other commands',
    parse: baseUrl('http', 'https'),
    fallback: 'http://127.0.0.1:3000',
  },
  apiKey: {
    name: 'LEADBRIDGE_API_KEY',
    description: 'the API key to call it with',
    parse: text,
    fallback: none,
  },
  mcpWrites: {
    name: 'MCP_WRITES',
    description: 'on: `leadbridge mcp` also offers the tools that write; off: those that read and plan',
    parse: flag,
    fallback: false,
  },
};

export type CliConfig = ReturnType<typeof loadCliConfig>;

/** @throws ConfigError that lists every error by variable name */
export function loadCliConfig(environment: Readonly<Record<string, string | undefined>> = process.env) {
  return loadConfig(cliVariables, environment, { production: false });
}

const {
  redisUrl,
  redisPassword,
  redisSentinelPassword,
  redisCa,
  psaUrl,
  psaRateLimit,
  psaRateWindowSeconds,
} = sharedVariables;

/** The worker's settings of the PSA, for the commands that call it; their requests count against the same budget. */
const psaCommandVariables = {
  mongodbUri: mongodbUriVariable,
  redisUrl,
  redisPassword,
  redisSentinelPassword,
  redisCa,
  psaUrl,
  psaRateLimit,
  psaRateWindowSeconds,
  ...psaVariables,
};

export type PsaCommandConfig = ReturnType<typeof loadPsaConfig>;

/** @throws ConfigError that lists every error by variable name */
export function loadPsaConfig(environment: Readonly<Record<string, string | undefined>> = process.env) {
  return loadConfig(psaCommandVariables, environment, { production: false, rules: redisRules });
}

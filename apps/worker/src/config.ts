import {
  addressRange,
  base64Bytes,
  flag,
  integer,
  list,
  loadConfig,
  oneOf,
  seconds,
  text,
  url,
  type Parser,
} from '@leadbridge/platform';

const agentId: Parser<number | string> = (value) => (/^\d+$/.test(value) ? Number(value) : value);

/** Every environment variable of the worker. */
export const workerVariables = {
  nodeEnv: {
    name: 'NODE_ENV',
    description: 'production where the service runs for real',
    parse: text,
    fallback: 'development',
  },
  mongodbUri: {
    name: 'MONGODB_URI',
    description: 'the MongoDB that holds records, results and deliveries',
    parse: url('mongodb', 'mongodb+srv'),
  },
  redisUrl: { name: 'REDIS_URL', description: 'the Redis of the queues', parse: url('redis', 'rediss') },
  psaUrl: { name: 'PSA_URL', description: 'the address of the PSA', parse: url('http', 'https') },
  psaClientId: { name: 'PSA_CLIENT_ID', description: 'the OAuth client of the PSA', parse: text },
  psaClientSecret: { name: 'PSA_CLIENT_SECRET', description: 'its secret', parse: text },
  psaScope: { name: 'PSA_SCOPE', description: 'the scope of PSA tokens', parse: text, fallback: 'all' },
  psaTenant: {
    name: 'PSA_TENANT',
    description: 'the tenant of a hosted PSA',
    parse: text,
    fallback: null as string | null,
  },
  psaAgentId: {
    name: 'PSA_AGENT_ID',
    description: 'the agent that the service acts as',
    parse: agentId,
    fallback: 1,
  },
  psaAgentName: { name: 'PSA_AGENT_NAME', description: 'its name', parse: text, fallback: 'Leadbridge' },
  psaRateLimit: {
    name: 'PSA_RATE_LIMIT',
    description: 'PSA requests per window',
    parse: integer(1, 10_000_000),
    fallback: 500,
  },
  psaRateWindowSeconds: {
    name: 'PSA_RATE_WINDOW_SECONDS',
    description: 'the rolling window of that limit',
    parse: seconds(1, 86_400),
    fallback: 300,
  },
  psaTimeoutSeconds: {
    name: 'PSA_TIMEOUT_SECONDS',
    description: 'the time for one call to the PSA',
    parse: seconds(0.1, 600),
    fallback: 30,
  },
  workerConcurrency: {
    name: 'WORKER_CONCURRENCY',
    description: 'jobs at once in one worker',
    parse: integer(1, 1_000),
    fallback: 20,
  },
  defaultCountry: {
    name: 'DEFAULT_COUNTRY',
    description: 'for phone numbers without a country',
    parse: country,
    fallback: 'US',
  },
  encryptionKey: {
    name: 'ENCRYPTION_KEY',
    description: '32 bytes in base64, for secrets at rest',
    parse: base64Bytes(32),
    fallback: null as Buffer | null,
    requiredInProduction: true,
  },
  encryptionPreviousKeys: {
    name: 'ENCRYPTION_PREVIOUS_KEYS',
    description: 'keys that ENCRYPTION_KEY has replaced; they still read what they sealed',
    parse: list(base64Bytes(32)),
    fallback: [] as readonly Buffer[],
  },
  suppressionRetryDelays: {
    name: 'SUPPRESSION_RETRY_DELAYS',
    description: 'seconds before each repetition of an opt-out that a provider did not take',
    parse: list(seconds(0, 30 * 86_400)),
    fallback: [5, 30, 120, 600, 3_600] as readonly number[],
  },
  providerASuppressionUrl: suppressionUrl('A'),
  providerASuppressionKey: suppressionKey('A'),
  providerBSuppressionUrl: suppressionUrl('B'),
  providerBSuppressionKey: suppressionKey('B'),
  providerCSuppressionUrl: suppressionUrl('C'),
  providerCSuppressionKey: suppressionKey('C'),
  webhookAllowHttp: {
    name: 'WEBHOOK_ALLOW_HTTP',
    description: 'true lets webhooks be plain http',
    parse: flag,
    fallback: false,
  },
  webhookAllowedAddresses: {
    name: 'WEBHOOK_ALLOWED_ADDRESSES',
    description: 'addresses (CIDR) allowed in spite of the guard',
    parse: list(addressRange),
    fallback: [] as readonly string[],
  },
  webhookRetryDelays: {
    name: 'WEBHOOK_RETRY_DELAYS',
    description: 'seconds before each repetition of a delivery',
    parse: list(seconds(0, 30 * 86_400)),
    fallback: [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as readonly number[],
  },
  otlpEndpoint: {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    description: 'the OpenTelemetry collector (OTLP over HTTP) that traces are sent to; off unless set',
    parse: url('http', 'https'),
    fallback: null as string | null,
  },
  logLevel: {
    name: 'LOG_LEVEL',
    description: 'error, warn, info or debug',
    parse: oneOf('error', 'warn', 'info', 'debug'),
    fallback: 'info' as const,
  },
  logFormat: {
    name: 'LOG_FORMAT',
    description: 'text or json; text on a terminal and json elsewhere by default',
    parse: oneOf('text', 'json'),
    fallback: null as 'text' | 'json' | null,
  },
};

export type WorkerConfig = ReturnType<typeof loadWorkerConfig>;

/** @throws ConfigError that lists every mistake by variable name */
export function loadWorkerConfig(environment: Readonly<Record<string, string | undefined>> = process.env) {
  return loadConfig(workerVariables, environment, { production: environment['NODE_ENV'] === 'production' });
}

function country(value: string): string {
  if (!/^[A-Za-z]{2}$/.test(value)) {
    throw new Error('two letters such as US');
  }
  return value.toUpperCase();
}

function suppressionUrl(provider: string) {
  return {
    name: `PROVIDER_${provider}_SUPPRESSION_URL`,
    description: `where opt-outs of provider ${provider} are pushed`,
    parse: url('http', 'https'),
    fallback: null as string | null,
  };
}

function suppressionKey(provider: string) {
  return {
    name: `PROVIDER_${provider}_SUPPRESSION_KEY`,
    description: `the bearer key of that address`,
    parse: text,
    fallback: null as string | null,
  };
}

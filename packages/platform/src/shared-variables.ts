import {
  addressRange,
  base64Bytes,
  flag,
  integer,
  list,
  matching,
  oneOf,
  seconds,
  text,
} from './config-parsers.js';
import type { Parser } from './config.js';
import { certificates, redisUrl } from './redis-url.js';
import { baseUrl, url } from './url-parsers.js';

const twoLetters = matching(/^[A-Za-z]{2}$/, 'two letters such as US');
const country: Parser<string> = (value) => twoLetters(value).toUpperCase();

const none = null as string | null;

/** Of both the API and the worker: declared once, and read by each app in its own `config.ts`. */
export const sharedVariables = {
  nodeEnv: {
    name: 'NODE_ENV',
    description: 'production where the service runs for real',
    parse: text,
    fallback: 'development',
  },
  redisUrl: {
    name: 'REDIS_URL',
    description: 'the Redis of the queues and limits: one server, a master behind Sentinels, or a cluster',
    parse: redisUrl,
  },
  redisPassword: {
    name: 'REDIS_PASSWORD',
    description: 'the password of Redis, if REDIS_URL has none',
    parse: text,
    fallback: none,
  },
  redisSentinelPassword: {
    name: 'REDIS_SENTINEL_PASSWORD',
    description: 'the password of the Sentinels, if they have one',
    parse: text,
    fallback: none,
  },
  redisCa: {
    name: 'REDIS_CA',
    description:
      'certificates (PEM) of the authorities to trust for a Redis with TLS; usually set as REDIS_CA_FILE',
    parse: certificates,
    fallback: none,
  },
  psaUrl: {
    name: 'PSA_URL',
    description: 'the address of the PSA, with or without the `/api` of its API',
    parse: baseUrl('http', 'https'),
  },
  psaRateLimit: {
    name: 'PSA_RATE_LIMIT',
    description: 'PSA requests per window, for all workers together; the API shows what is left',
    parse: integer(1, 10_000_000),
    fallback: 500,
  },
  psaRateWindowSeconds: {
    name: 'PSA_RATE_WINDOW_SECONDS',
    description: 'seconds of the rolling window of PSA_RATE_LIMIT',
    parse: seconds(1, 86_400),
    fallback: 300,
  },
  psaMirror: {
    name: 'PSA_MIRROR',
    description:
      'on: keeps a copy of the PSA’s leads, contacts and clients, so that bulk imports need fewer requests',
    parse: flag,
    fallback: true,
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
    description: 'keys that ENCRYPTION_KEY has replaced; they still decrypt what they encrypted',
    parse: list(base64Bytes(32)),
    fallback: [] as readonly Buffer[],
  },
  defaultCountry: {
    name: 'DEFAULT_COUNTRY',
    description: 'the country of phone numbers without a country code, for leads without a country',
    parse: country,
    fallback: 'US',
  },
  providerASuppressionUrl: {
    name: 'PROVIDER_A_SUPPRESSION_URL',
    description: 'where opt-outs of provider A are pushed; the health response shows whether it is reachable',
    parse: url('http', 'https'),
    fallback: none,
  },
  webhookAllowHttp: {
    name: 'WEBHOOK_ALLOW_HTTP',
    description: 'true allows plain http for webhooks',
    parse: flag,
    fallback: false,
  },
  webhookAllowedAddresses: {
    name: 'WEBHOOK_ALLOWED_ADDRESSES',
    description: 'addresses (CIDR) that webhooks may use despite the address guard',
    parse: list(addressRange),
    fallback: [] as readonly string[],
  },
  webhookRetryDelays: {
    name: 'WEBHOOK_RETRY_DELAYS',
    description: 'seconds before each retry of a delivery',
    parse: list(seconds(0, 30 * 86_400)),
    fallback: [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as readonly number[],
  },
  otlpEndpoint: {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    description: 'the OpenTelemetry collector (OTLP over HTTP) that traces are sent to; off unless set',
    parse: baseUrl('http', 'https'),
    fallback: none,
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

/** How long a one-time link is valid; the API and the commands issue them. */
export const inviteLinkVariable = {
  name: 'INVITE_LINK_SECONDS',
  description: 'how long a one-time link for a new user is valid',
  parse: seconds(1, 7 * 86_400),
  fallback: 3_600,
};

import { isPhoneCountry } from '@leadbridge/domain';
import { psaVariables } from '@leadbridge/integrations';
import {
  baseUrl,
  flag,
  integer,
  inviteLinkVariable,
  list,
  loadConfig,
  minutes,
  offOr,
  percent,
  redisRules,
  seconds,
  sharedVariables,
  smtpUrl,
  text,
  url,
} from '@leadbridge/platform';
import { mongodbUriVariable } from '@leadbridge/store';

import { oidcRules, oidcVariables } from './config-oidc.js';
import {
  address,
  apiKey,
  emailAddress,
  inboundSecret,
  notificationAuth,
  trustProxy,
} from './config-values.js';

const none = null as string | null;

/** An address with the place of a ticket's id; what stands there is a number. */
function ticketUrl(value: string): string {
  url('http', 'https')(value.replaceAll('{id}', '1'));
  if (!value.includes('{id}')) {
    throw new Error('expected an address with {id} in the place of the ticket’s id');
  }
  return value;
}

export const apiVariables = {
  mongodbUri: mongodbUriVariable,
  ...sharedVariables,
  port: {
    name: 'PORT',
    description: 'the port that the API listens on',
    parse: integer(0, 65_535),
    fallback: 3000,
  },
  host: {
    name: 'HOST',
    description: 'the address that the API listens on',
    parse: address,
    fallback: '127.0.0.1',
  },
  bootstrapApiKey: {
    name: 'BOOTSTRAP_API_KEY',
    description: 'the first API key, with the role admin',
    parse: apiKey,
    fallback: none,
  },
  publicUrl: {
    name: 'PUBLIC_URL',
    description: 'the address at which people reach the service',
    parse: baseUrl('http', 'https'),
    fallback: none,
  },
  inviteLinkSeconds: inviteLinkVariable,
  webhookInboundSecret: {
    name: 'WEBHOOK_INBOUND_SECRET',
    description: 'the secret with which the PSA signs its notifications',
    parse: inboundSecret,
    fallback: none,
    requiredInProduction: true,
  },
  psaNotificationAuth: {
    name: 'PSA_NOTIFICATION_AUTH',
    description:
      'the credential of the PSA’s notifications, if it cannot sign them: `bearer:<secret>` or `basic:<user>:<secret>`',
    parse: notificationAuth,
    fallback: none,
  },
  psaDialect: psaVariables.psaDialect,
  psaTicketUrl: {
    name: 'PSA_TICKET_URL',
    description:
      'where people see a ticket in the PSA, with `{id}` for its id; of a HaloPSA by default `<PSA_URL>/ticket?id={id}`',
    parse: ticketUrl,
    fallback: none,
  },
  syncWaitSeconds: {
    name: 'SYNC_WAIT_SECONDS',
    description: 'how long a request waits for its job, in seconds, before the response is 202',
    parse: seconds(0, 60),
    fallback: 25,
  },
  rateLimitPerHour: {
    name: 'RATE_LIMIT_PER_HOUR',
    description: 'requests an hour, per credential',
    parse: integer(1, 1_000_000_000),
    fallback: 1000,
  },
  rateLimitBurst: {
    name: 'RATE_LIMIT_BURST',
    description: 'burst of requests above the hourly limit',
    parse: integer(0, 1_000_000_000),
    fallback: 100,
  },
  bulkLimitPerHour: {
    name: 'BULK_LIMIT_PER_HOUR',
    description: 'bulk imports an hour, per credential',
    parse: integer(1, 1_000_000),
    fallback: 10,
  },
  syncConcurrency: {
    name: 'SYNC_CONCURRENCY',
    description: 'concurrent imports and transitions, per credential',
    parse: integer(1, 1_000_000),
    fallback: 100,
  },
  rateLimitPerMinute: {
    name: 'RATE_LIMIT_PER_MINUTE',
    description: 'requests a minute, per credential, then a block of 15 minutes; off by default',
    parse: offOr(integer(1, 1_000_000_000)),
    fallback: null as number | null,
  },
  notificationLimitPerSecond: {
    name: 'NOTIFICATION_LIMIT_PER_SECOND',
    description: 'notifications of the PSA a second, per credential; signed ones have no limit',
    parse: integer(1, 1_000_000),
    fallback: 100,
  },
  mcpWrites: {
    name: 'MCP_WRITES',
    description: 'on: the MCP server at /mcp also offers the tools that write; off: those that read and plan',
    parse: flag,
    fallback: false,
  },
  metricsToken: {
    name: 'METRICS_TOKEN',
    description: 'the bearer token of Prometheus for /metrics; without it only API credentials are accepted',
    parse: apiKey,
    fallback: none,
  },
  oauthIssuer: {
    name: 'OAUTH_ISSUER',
    description: 'the issuer of OAuth access tokens; none are accepted unless it is set',
    parse: baseUrl('http', 'https'),
    fallback: none,
  },
  oauthAudience: {
    name: 'OAUTH_AUDIENCE',
    description: 'the audience that access tokens must name',
    parse: text,
    fallback: none,
  },
  oauthJwksUrl: {
    name: 'OAUTH_JWKS_URL',
    description: "the issuer's public keys",
    parse: url('http', 'https'),
    fallback: none,
  },
  ...oidcVariables,
  smtpUrl: {
    name: 'SMTP_URL',
    description: 'the mail server for alerts and codes of the second factor; off by default',
    parse: smtpUrl,
    fallback: none,
  },
  smsGatewayUrl: {
    name: 'SMS_GATEWAY_URL',
    description: 'the gateway for codes of the second factor by SMS; off by default',
    parse: url('http', 'https'),
    fallback: none,
  },
  alertEmail: {
    name: 'ALERT_EMAIL',
    description: 'addresses that alerts are mailed to, comma-separated; needs SMTP_URL',
    parse: list(emailAddress),
    fallback: [] as readonly string[],
  },
  alertCheckSeconds: {
    name: 'ALERT_CHECK_SECONDS',
    description: 'seconds between two looks for what alerts tell',
    parse: seconds(0.1, 3_600),
    fallback: 30,
  },
  alertAfterSeconds: {
    name: 'ALERT_AFTER_SECONDS',
    description:
      'seconds that something must have lasted before an alert tells it, and been gone before one tells that',
    parse: seconds(0, 86_400),
    fallback: 120,
  },
  alertWaitMinutes: {
    name: 'ALERT_WAIT_MINUTES',
    description: 'minutes that a job may wait for a worker before an alert tells it',
    parse: minutes(0.001, 10_080),
    fallback: 15,
  },
  alertFailedPercent: {
    name: 'ALERT_FAILED_PERCENT',
    description: 'percentage of failed rows above which an alert tells of a bulk import of at least 10 rows',
    parse: percent(0, 100),
    fallback: 20,
  },
  runbookUrl: {
    name: 'RUNBOOK_URL',
    description: 'the address of the runbook in alerts; the alert is added as its fragment',
    parse: url('http', 'https'),
    fallback: 'docs/runbook.md',
  },
  trustProxy: {
    name: 'TRUST_PROXY',
    description: 'which proxies to trust, as in Express: true, a number, or addresses',
    parse: trustProxy,
    fallback: false as boolean | number | string,
  },
};

export type ApiConfig = ReturnType<typeof loadApiConfig>;

/** Where people see a ticket; null where neither the settings nor the kind of PSA tell. */
export function psaTicketUrl({
  psaTicketUrl: configured,
  psaDialect,
  psaUrl,
}: Pick<ApiConfig, 'psaTicketUrl' | 'psaDialect' | 'psaUrl'>): string | null {
  return configured ?? (psaDialect === 'halopsa' ? `${psaUrl.replace(/\/api$/u, '')}/ticket?id={id}` : null);
}

/** A key short enough to be typed is short enough to be guessed. */
const minProductionKeyChars = 20;

/** @throws ConfigError that lists every error by variable name */
export function loadApiConfig(environment: Readonly<Record<string, string | undefined>> = process.env) {
  const production = environment['NODE_ENV'] === 'production';
  return loadConfig(apiVariables, environment, {
    production,
    rules: [
      ...redisRules,
      ({ defaultCountry }) =>
        isPhoneCountry(defaultCountry)
          ? null
          : 'DEFAULT_COUNTRY: expected a country with telephone numbers, by its ISO 3166-1 code such as GB',
      ({ bootstrapApiKey }) =>
        production && bootstrapApiKey !== null && bootstrapApiKey.length < minProductionKeyChars
          ? `BOOTSTRAP_API_KEY: expected at least ${minProductionKeyChars} characters in production`
          : null,
      ({ alertEmail, smtpUrl: mailServer }) =>
        alertEmail.length > 0 && mailServer === null ? 'ALERT_EMAIL: needs SMTP_URL' : null,
      ({ oauthIssuer, oauthAudience, oauthJwksUrl }) => {
        const set = [oauthIssuer, oauthAudience, oauthJwksUrl].filter((value) => value !== null).length;
        return set === 0 || set === 3
          ? null
          : 'OAUTH_ISSUER, OAUTH_AUDIENCE and OAUTH_JWKS_URL: expected all three or none';
      },
      ...oidcRules,
    ],
  });
}

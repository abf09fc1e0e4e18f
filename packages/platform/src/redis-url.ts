import { X509Certificate } from 'node:crypto';

import type { Parser } from './config.js';

export interface RedisHost {
  readonly host: string;
  readonly port: number;
}

interface Login {
  readonly username?: string;
  readonly password?: string;
}

/**
 * The target of a `REDIS_URL`: one server, the master that Sentinels know by a name, or a cluster by some of
 * its nodes.
 */
export type RedisAddress = { readonly isTls: boolean } & Login &
  (
    | { readonly kind: 'server' }
    | {
        readonly kind: 'sentinel';
        readonly sentinels: readonly RedisHost[];
        readonly masterName: string;
        readonly database: number;
      }
    | { readonly kind: 'cluster'; readonly nodes: readonly RedisHost[] }
  );

const defaultPorts = { sentinel: 26_379, cluster: 6_379 };

const expected = [
  'redis://[user:password@]host[:port][/database]',
  'redis+sentinel://[user:password@]host[:port],host[:port]/master-name[/database]',
  'redis+cluster://[user:password@]host[:port],host[:port]',
].join(', ');

/**
 * With TLS the schemes begin with `rediss`. @throws Error with what was expected, which quotes nothing of
 * `value`
 */
export function readRedisUrl(value: string): RedisAddress {
  const groups =
    /^redis(?<tls>s?)(?:\+(?<kind>sentinel|cluster))?:\/\/(?:(?<login>[^/?#]*)@)?(?<hosts>[^/?#@]+)(?:\/(?<path>[^?#]*))?(?<query>\?[^#]*)?$/iu.exec(
      value,
    )?.groups;
  const hosts = groups?.['hosts']?.split(',').map(readHost) ?? [];
  if (groups === undefined || hosts.includes(null)) {
    throw new Error(mistake());
  }
  const { kind, path = '', query } = groups;
  const common = { isTls: groups['tls'] !== '', ...readLogin(groups['login']) };
  switch (kind?.toLowerCase()) {
    case undefined:
      if (hosts.length > 1 || !/^\d{0,5}$/.test(path)) {
        throw new Error(mistake());
      }
      return { ...common, kind: 'server' };
    case 'sentinel': {
      const [, name, database = '0'] = /^([\w.%-]+)(?:\/(\d{1,5}))?\/?$/u.exec(path) ?? [];
      if (name === undefined || query !== undefined) {
        throw new Error(mistake());
      }
      return {
        ...common,
        kind: 'sentinel',
        sentinels: withPorts(hosts, defaultPorts.sentinel),
        masterName: decode(name),
        database: Number(database),
      };
    }
    default:
      if (path !== '' || query !== undefined) {
        throw new Error(mistake());
      }
      return { ...common, kind: 'cluster', nodes: withPorts(hosts, defaultPorts.cluster) };
  }
}

/** Validated by `readRedisUrl`; the setting is the text itself. */
export const redisUrl: Parser<string> = (value) => {
  readRedisUrl(value);
  return value;
};

/** One or more certificates in PEM. */
export const certificates: Parser<string> = (value) => {
  const blocks = value.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/gu) ?? [];
  try {
    blocks.forEach((block) => new X509Certificate(block));
  } catch {
    blocks.length = 0;
  }
  if (blocks.length === 0) {
    throw new Error('certificates in PEM');
  }
  return value;
};

/** The settings of a Redis connection; the settings of an app include them. */
export interface RedisSettings {
  readonly redisUrl: string;
  readonly redisPassword?: string | null;
  readonly redisSentinelPassword?: string | null;
  /** Certificates in PEM. */
  readonly redisCa?: string | null;
}

/** Errors that only show when the Redis settings are checked together. */
export const redisRules: readonly ((settings: RedisSettings) => string | null)[] = [
  ({ redisUrl: url, redisPassword }) =>
    typeof redisPassword === 'string' && readRedisUrl(url).password !== undefined
      ? 'REDIS_URL and REDIS_PASSWORD: expected the password in one of the two'
      : null,
  ({ redisUrl: url, redisCa }) =>
    typeof redisCa === 'string' && !readRedisUrl(url).isTls
      ? 'REDIS_CA: expected a REDIS_URL with TLS, whose scheme begins with rediss'
      : null,
  ({ redisUrl: url, redisSentinelPassword }) =>
    typeof redisSentinelPassword === 'string' && readRedisUrl(url).kind !== 'sentinel'
      ? 'REDIS_SENTINEL_PASSWORD: expected a REDIS_URL with the scheme redis+sentinel'
      : null,
];

const hostPattern = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/iu;

function readHost(text: string): { readonly host: string; readonly port: number | null } | null {
  const address = `redis://${text}`;
  if (!hostPattern.test(text) || !URL.canParse(address)) {
    return null;
  }
  const { hostname, port } = new URL(address);
  return { host: hostname.replace(/^\[(.*)\]$/u, '$1'), port: port === '' ? null : Number(port) };
}

function withPorts(hosts: readonly ReturnType<typeof readHost>[], port: number): readonly RedisHost[] {
  return hosts.filter((host) => host !== null).map((host) => ({ host: host.host, port: host.port ?? port }));
}

function readLogin(login: string | undefined): Login {
  if (login === undefined || login === '') {
    return {};
  }
  const colon = login.indexOf(':');
  const [username, password] = colon === -1 ? [login, ''] : [login.slice(0, colon), login.slice(colon + 1)];
  return {
    ...(username === '' ? {} : { username: decode(username) }),
    ...(password === '' ? {} : { password: decode(password) }),
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error(mistake(', with user and password percent-encoded (% itself is %25)'));
  }
}

function mistake(detail = ''): string {
  return `a URL such as ${expected}, or the same with rediss for TLS${detail}`;
}

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { queueCatalog } from '@leadbridge/queue';
import { parse } from 'yaml';

import { apiVariables, loadApiConfig } from '../apps/api/src/config.js';
import { readConfig as readSimulatorConfig } from '../apps/psa-simulator/src/config.js';
import { loadWorkerConfig, workerVariables } from '../apps/worker/src/config.js';

interface Service {
  image?: string;
  build?: string;
  command: string[];
  user: string;
  read_only: boolean;
  tmpfs: string[];
  volumes?: string[];
  cap_drop: string[];
  security_opt: string[];
  profiles?: string[];
  environment?: Record<string, string | number>;
  depends_on?: Record<string, { condition: string; required?: boolean }>;
  healthcheck?: { test: string[]; interval: string; retries: number };
  secrets?: string[];
  networks: string[];
  mem_limit: string;
  pids_limit: number;
  logging: { driver: string; options: Record<string, string> };
}

const root = new URL('../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const { services, secrets, networks } = parse(read('docker-compose.yml'), { merge: true }) as {
  services: Record<string, Service>;
  secrets: Record<string, { file: string }>;
  networks: Record<string, { internal?: boolean } | null>;
};

function service(name: string): Service {
  const found = services[name];
  if (found === undefined) throw new Error(`docker-compose.yml has no ${name}`);
  return found;
}

const environmentOf = (name: string): Record<string, string | number> => service(name).environment ?? {};

const workers = ['worker', 'worker-bulk', 'worker-deliveries'];

/** Where the secrets of a first start lie, as docker/make-secrets.sh makes them. */
const secretsFolder = mkdtempSync(join(tmpdir(), 'leadbridge-secrets-'));

/**
 * What compose would hand over: `${NAME:-default}` and `${NAME:?reason}` replaced from the settings of `.env`, and the secrets, of those that
 * the service is given, where they really lie.
 */
function interpolate(name: string, settings: Readonly<Record<string, string>>): Record<string, string> {
  const given = service(name).secrets ?? [];
  const entries = Object.entries(environmentOf(name)).map(([variable, value]) => {
    const text = String(value)
      .replace(
        /\$\{(?<setting>\w+)(?::-(?<fallback>[^}]*)|:\?[^}]*)\}/g,
        (_whole, setting: string, fallback: string | undefined) => settings[setting] || fallback || '',
      )
      .replace(/^\/run\/secrets\/(\w+)$/, (whole, secret: string) =>
        given.includes(secret) ? join(secretsFolder, 'secrets', secret) : whole,
      );
    return [variable, text];
  });
  return Object.fromEntries(entries) as Record<string, string>;
}

/** The settings of `.env.example`. */
const settings = Object.fromEntries(
  read('.env.example')
    .split('\n')
    .filter((line) => /^[A-Z_]+=/.test(line))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
);

const names = (variables: Readonly<Record<string, { name: string }>>): string[] =>
  Object.values(variables).map(({ name }) => name);

function makeSecrets(): string {
  const { stdout, stderr, status } = spawnSync('sh', [join(secretsFolder, 'docker', 'make-secrets.sh')], {
    encoding: 'utf8',
  });
  expect({ stderr, status }).toMatchObject({ status: 0 });
  return stdout;
}

beforeAll(() => {
  cpSync(new URL('docker', root), join(secretsFolder, 'docker'), { recursive: true });
  makeSecrets();
});

afterAll(() => {
  rmSync(secretsFolder, { recursive: true });
});

describe('docker-compose.yml', () => {
  it('has the service, and beside it what profiles choose', () => {
    const profiles = Object.entries(services).map(([name, { profiles }]) => [name, profiles?.join() ?? '']);
    expect(Object.fromEntries(profiles)).toEqual({
      api: '',
      worker: '',
      'worker-bulk': '',
      'worker-deliveries': '',
      mongodb: 'servers',
      redis: 'servers',
      backup: 'backup',
      proxy: 'proxy',
      'psa-simulator': 'simulator',
    });
    expect(settings['COMPOSE_PROFILES']).toBe('servers,simulator');
  });

  it.each([['api', apiVariables], ...workers.map((name) => [name, workerVariables] as const)] as const)(
    'gives %s every variable that it declares, and no other',
    (name, variables) => {
      const given = Object.keys(environmentOf(name)).map((variable) => variable.replace(/_FILE$/, ''));
      expect([...new Set(given)].sort()).toEqual(names(variables).sort());
    },
  );

  it('takes every setting from .env, whose example names them all, secrets by their files', () => {
    const file = read('docker-compose.yml');
    const taken = [...file.matchAll(/(?<!\$)\$\{(\w+)[:}]/g)].map(([, name = '']) => name);
    // What may be a file too is there as one.
    const named = taken.filter((name) => !taken.includes(`${name}_FILE`));
    expect(Object.keys(settings).sort()).toEqual([...new Set(['COMPOSE_PROFILES', ...named])].sort());
    expect(taken.filter((name) => /(?:SECRET|PASSWORD|ENCRYPTION_KEY)$|BOOTSTRAP/.test(name))).toEqual([]);
  });

  it.each(['api', ...workers])('leaves the defaults of %s to the app', (name) => {
    const withDefaults = Object.values(environmentOf(name)).filter((value) => /:-[^}]/.test(String(value)));
    expect(withDefaults).toEqual([]);
  });

  it('gives the apps values that they accept in production', () => {
    const api = loadApiConfig(interpolate('api', settings));
    expect(api).toMatchObject({
      host: '0.0.0.0',
      port: 3000,
      rateLimitPerMinute: 100,
      rateLimitPerHour: 1000,
    });
    expect(loadWorkerConfig(interpolate('worker', settings))).toMatchObject({
      psaRateLimit: 500,
      workerConcurrency: 20,
    });
    expect(readSimulatorConfig(interpolate('psa-simulator', settings))).toMatchObject({
      host: '0.0.0.0',
      port: 3900,
    });
  });

  it('gives each service the secrets whose files it names, and no others', () => {
    const used = new Set<string>();
    for (const name of Object.keys(services)) {
      const { command, healthcheck } = service(name);
      const text = JSON.stringify([environmentOf(name), command, healthcheck]);
      const named = [...text.matchAll(/\/run\/secrets\/(\w+)/g)].map(([, secret = '']) => secret);
      expect([...new Set(named)].sort()).toEqual([...(service(name).secrets ?? [])].sort());
      named.forEach((secret) => used.add(secret));
    }
    expect(Object.keys(secrets).sort()).toEqual([...used].sort());
    for (const [name, { file }] of Object.entries(secrets)) {
      expect(file).toBe(`./secrets/${name}`);
      expect(statSync(join(secretsFolder, file)).mode & 0o777).toBe(0o444);
    }
    expect(statSync(join(secretsFolder, 'secrets')).mode & 0o777).toBe(0o700);
  });

  it('has no secret in .env.example but as the name of a file, which every app that needs it is told', () => {
    const isSecret = (name: string): boolean =>
      /(?:SECRET|KEYS?|TOKEN|PASSWORD|AUTH|SMTP_URL|GATEWAY_URL|MONGODB_URI|REDIS_URL)$/.test(name);
    expect(Object.keys(settings).filter(isSecret)).toEqual([]);
    for (const [name, variables] of [
      ['api', apiVariables],
      ['worker', workerVariables],
    ] as const) {
      const given = environmentOf(name);
      const withoutFile = names(variables).filter(
        (each) => isSecret(each) && given[`${each}_FILE`] === undefined,
      );
      expect([name, withoutFile]).toEqual([name, []]);
    }
  });

  it('keeps the secrets that are there when they are made again', () => {
    const before = readFileSync(join(secretsFolder, 'secrets', 'encryption_key'), 'utf8');
    expect(makeSecrets()).not.toContain('made');
    expect(readFileSync(join(secretsFolder, 'secrets', 'encryption_key'), 'utf8')).toBe(before);
  });

  it('puts passwords on both servers, into the addresses as well', () => {
    const secret = (name: string): string =>
      readFileSync(join(secretsFolder, 'secrets', name), 'utf8').trim();
    expect(secret('mongodb_uri')).toContain(
      `//leadbridge-app:${secret('mongodb_app_password')}@mongodb:27017/leadbridge?`,
    );
    expect(secret('mongodb_backup_uri')).toContain(
      `//leadbridge-backup:${secret('mongodb_backup_password')}@mongodb:27017/?`,
    );
    expect(secret('redis_url')).toBe(`redis://:${secret('redis_password')}@redis:6379`);
    expect(service('redis').command.join(' ')).toContain('requirepass');
    expect(service('mongodb').command.join(' ')).toContain('--keyFile');
    expect(environmentOf('mongodb')).toHaveProperty('MONGO_INITDB_ROOT_PASSWORD_FILE');
  });

  it.each(Object.keys(services))('limits what %s may do, use and log', (name) => {
    const limited = service(name);
    expect(limited.read_only).toBe(true);
    expect(limited.cap_drop).toEqual(['ALL']);
    expect(limited.security_opt).toEqual(['no-new-privileges:true']);
    expect(limited.mem_limit).toMatch(/\d[mg]/);
    expect(limited.pids_limit).toBeGreaterThan(0);
    expect(limited.logging).toEqual({ driver: 'json-file', options: { 'max-size': '10m', 'max-file': '5' } });
  });

  it.each(['api', ...workers, 'psa-simulator', 'mongodb', 'redis'])(
    'runs %s as a user without privileges, with memory to write to and a health check',
    (name) => {
      const { user, tmpfs, healthcheck } = service(name);
      expect(user).toMatch(/^(node|mongodb|valkey)$/);
      expect(tmpfs.some((mount) => mount.startsWith('/tmp'))).toBe(true);
      expect(healthcheck?.test.length).toBeGreaterThan(1);
      expect(healthcheck).toMatchObject({ interval: expect.any(String), retries: expect.any(Number) });
    },
  );

  it('has for each queue one worker that takes its jobs', () => {
    const taken = workers.flatMap((name) => String(environmentOf(name)['WORKER_QUEUES']).split(','));
    expect(taken.sort()).toEqual(
      Object.values(queueCatalog)
        .map(({ name }) => name)
        .sort(),
    );
  });

  it('keeps the servers in a network that leads nowhere else', () => {
    expect(networks).toEqual({ edge: null, data: { internal: true } });
    for (const name of ['mongodb', 'redis', 'backup']) {
      expect(service(name).networks).toEqual(['data']);
    }
    for (const name of ['proxy', 'psa-simulator']) {
      expect(service(name).networks).toEqual(['edge']);
    }
  });

  it('takes images of exact versions, of Redis the one that the tests run on', () => {
    const images = Object.values(services).map(({ image = '' }) => image);
    expect(images.filter((image) => !/:\d+\.\d+\.\d+(-[a-z]+)?$/.test(image))).toEqual([]);
    const tested = read('packages/devkit/src/binaries/locate.ts');
    const versionOf = (name: string): string => service(name).image?.match(/:(\d+\.\d+\.\d+)/)?.[1] ?? '';
    expect(tested).toContain(versionOf('redis'));
    expect(service('backup').image).toBe(service('mongodb').image);
    expect(read('Dockerfile')).toMatch(/^FROM node:\d+\.\d+\.\d+-bookworm-slim AS base$/m);
  });

  it('starts the apps after their servers are healthy', () => {
    // Not required, as managed servers take their place.
    const isHealthy = { condition: 'service_healthy', required: false };
    const healthy = { mongodb: isHealthy, redis: isHealthy };
    expect(service('api').depends_on).toEqual(healthy);
    for (const name of workers) {
      expect(service(name).depends_on).toEqual(healthy);
    }
  });

  it('forms the replica set that the address names, and keeps every write of the queue', () => {
    const address = readFileSync(join(secretsFolder, 'secrets', 'mongodb_uri'), 'utf8').trim();
    expect(new URL(address).searchParams.get('replicaSet')).toBe('leadbridge');
    expect(service('mongodb').command.join(' ')).toContain('--replSet leadbridge');
    expect(service('mongodb').healthcheck?.test.join(' ')).toContain(
      '--file /etc/leadbridge/mongodb-health.js',
    );
    const redis = service('redis');
    expect(redis.command.join(' ')).toContain('--appendonly yes --maxmemory-policy noeviction');
    expect(redis.volumes).toEqual(['redis-data:/data']);
  });

  it('runs what the image holds', () => {
    for (const name of ['api', ...workers, 'psa-simulator']) {
      const app = workers.includes(name) ? 'worker' : name;
      expect(service(name).command.at(-1)).toBe(`apps/${app}/dist/main.js`);
      expect(existsSync(new URL(`apps/${app}/src/main.ts`, root))).toBe(true);
    }
    for (const name of workers) {
      expect(service(name).healthcheck?.test).toEqual(['CMD', 'node', 'docker/worker-health.mjs']);
    }
    expect(read('Dockerfile')).toContain('COPY docker/worker-health.mjs docker/');
  });
});

describe('Dockerfile', () => {
  it('installs from the manifests of all workspaces, which npm ci needs', () => {
    const dockerfile = read('Dockerfile');
    const workspaces = ['packages', 'apps'].flatMap((folder) =>
      readdirSync(new URL(folder, root)).map((name) => `${folder}/${name}`),
    );
    const missing = workspaces.filter((path) => !dockerfile.includes(`COPY ${path}/package.json ${path}/\n`));
    expect(missing).toEqual([]);
  });

  it('ends in an image without root and without development packages', () => {
    const lastStage =
      read('Dockerfile')
        .split(/^FROM /m)
        .at(-1) ?? '';
    expect(lastStage).toMatch(/^USER node$/m);
    expect(lastStage).toMatch(/^ENV NODE_ENV=production HOST=0\.0\.0\.0$/m);
    expect(lastStage).not.toContain('npm');
  });
});

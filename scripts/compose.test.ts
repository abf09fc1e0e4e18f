import { existsSync, readdirSync, readFileSync } from 'node:fs';

import { describe, expect, it } from '@jest/globals';
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
  environment: Record<string, string | number>;
  depends_on?: Record<string, { condition: string }>;
  healthcheck: { test: string[]; interval: string; retries: number };
}

const root = new URL('../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const { services } = parse(read('docker-compose.yml'), { merge: true }) as {
  services: Record<string, Service>;
};

function service(name: string): Service {
  const found = services[name];
  if (found === undefined) throw new Error(`docker-compose.yml has no ${name}`);
  return found;
}

/** What compose would hand over: `${NAME:-default}` and `${NAME:?reason}` replaced from the settings of `.env`. */
function interpolate(name: string, settings: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(service(name).environment).map(([variable, value]) => {
    const text = String(value).replace(
      /\$\{(?<setting>\w+)(?::-(?<fallback>[^}]*)|:\?[^}]*)\}/g,
      (_whole, setting: string, fallback: string | undefined) => settings[setting] ?? fallback ?? '',
    );
    return [variable, text];
  });
  return Object.fromEntries(entries) as Record<string, string>;
}

const settings = {
  PSA_URL: 'http://psa-simulator:3900',
  PSA_CLIENT_ID: 'leadbridge',
  PSA_CLIENT_SECRET: 'secret',
  ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
  WEBHOOK_INBOUND_SECRET: 'a'.repeat(64),
  BOOTSTRAP_API_KEY: 'lbk_0123456789abcdef0123456789abcdef',
};

const names = (variables: Readonly<Record<string, { name: string }>>): string[] =>
  Object.values(variables).map(({ name }) => name);

describe('docker-compose.yml', () => {
  it('has the service, its servers, and the simulator under a profile', () => {
    expect(Object.keys(services).sort()).toEqual(['api', 'mongodb', 'psa-simulator', 'redis', 'worker']);
    expect(service('psa-simulator').profiles).toEqual(['simulator']);
    const others = ['api', 'worker', 'mongodb', 'redis'];
    expect(others.filter((name) => service(name).profiles !== undefined)).toEqual([]);
  });

  it.each([
    ['api', apiVariables],
    ['worker', workerVariables],
  ])('gives %s every variable that it declares, and no other', (name, variables) => {
    expect(Object.keys(service(name).environment).sort()).toEqual(names(variables).sort());
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

  it.each(Object.keys(settings))('does not start without %s', (name) => {
    expect(read('docker-compose.yml')).toMatch(new RegExp(`\\$\\{${name}:\\?[^}]+\\}`));
    expect(read('.env.example')).toMatch(new RegExp(`^${name}=`, 'm'));
  });

  it.each(Object.keys(services))(
    'runs %s without rights, on a read-only file system, with a health check',
    (name) => {
      const { user, read_only, tmpfs, cap_drop, security_opt, healthcheck } = service(name);
      expect(user).toMatch(/^(node|mongodb|valkey)$/);
      expect(read_only).toBe(true);
      expect(tmpfs.some((mount) => mount.startsWith('/tmp'))).toBe(true);
      expect(cap_drop).toEqual(['ALL']);
      expect(security_opt).toEqual(['no-new-privileges:true']);
      expect(healthcheck.test.length).toBeGreaterThan(1);
      expect(healthcheck).toMatchObject({ interval: expect.any(String), retries: expect.any(Number) });
    },
  );

  it('starts the apps after their servers are healthy', () => {
    const healthy = { mongodb: { condition: 'service_healthy' }, redis: { condition: 'service_healthy' } };
    expect(service('api').depends_on).toEqual(healthy);
    expect(service('worker').depends_on).toEqual(healthy);
  });

  it('forms the replica set that the address names, and keeps every write of the queue', () => {
    const address = String(service('api').environment['MONGODB_URI']);
    expect(new URL(address).searchParams.get('replicaSet')).toBe('leadbridge');
    expect(service('mongodb').command).toEqual(expect.arrayContaining(['--replSet', 'leadbridge']));
    expect(service('mongodb').healthcheck.test.join(' ')).toContain("_id: 'leadbridge'");
    const redis = service('redis');
    expect(redis.command.join(' ')).toContain('--appendonly yes --maxmemory-policy noeviction');
    expect(redis.volumes).toEqual(['redis-data:/data']);
  });

  it('runs what the image holds', () => {
    for (const name of ['api', 'worker', 'psa-simulator']) {
      expect(service(name).command.at(-1)).toBe(`apps/${name}/dist/main.js`);
      expect(existsSync(new URL(`apps/${name}/src/main.ts`, root))).toBe(true);
    }
    expect(service('worker').healthcheck.test).toEqual(['CMD', 'node', 'docker/worker-health.mjs']);
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

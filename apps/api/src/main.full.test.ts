import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

import { currentTestRun, lendDatabase, testServers } from '@leadbridge/devkit';
import { createSecretBox, silentLogger, systemClock } from '@leadbridge/platform';
import { connectMongo } from '@leadbridge/store';
import { createPasswordHasher } from '@leadbridge/usecases';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

import { composeAccess } from './compose-access.js';
import { loadApiConfig } from './config.js';

const checkout = fileURLToPath(new URL('../../..', import.meta.url));

interface Started {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly exit: Promise<number | null>;
}

const started: Started[] = [];
let database: Awaited<ReturnType<typeof lendDatabase>>;

beforeAll(async () => {
  database = await lendDatabase();
});

afterAll(async () => {
  await database.giveBack();
});

function start(environment: Readonly<Record<string, string>>, ...parameters: string[]): Started {
  const child = spawn(process.execPath, [currentTestRun().apps.api, ...parameters], {
    cwd: checkout,
    env: { PATH: '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (data: Buffer): void => void (output += data.toString());
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const exit = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  const one = { child, output: () => output, exit };
  started.push(one);
  return one;
}

async function address({ child, output }: Started): Promise<string> {
  for (;;) {
    const line = output()
      .split('\n')
      .find((text) => text.includes('api ready'));
    if (line !== undefined) {
      return (JSON.parse(line) as { address: string }).address;
    }
    if (child.exitCode !== null) {
      throw new Error(`The API ended:\n${output()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function environment(fields: Readonly<Record<string, string>> = {}): Record<string, string> {
  return {
    MONGODB_URI: database.mongodbUri,
    REDIS_URL: testServers().redisUrl,
    PSA_URL: 'http://127.0.0.1:9',
    PORT: '0',
    BOOTSTRAP_API_KEY: 'bootstrap-key-of-the-tests',
    LOG_FORMAT: 'json',
    ...fields,
  };
}

describe('the API as a process', () => {
  afterEach(async () => {
    for (const { child, exit } of started.splice(0)) {
      child.kill('SIGKILL');
      await exit;
    }
  });

  it('explains itself', async () => {
    const { exit, output } = start({}, '--help');
    expect(await exit).toBe(0);
    expect(output()).toMatch(/^Leadbridge API: /);
    expect(output()).toContain('  SYNC_WAIT_SECONDS            how long a request waits for its job');
  });

  it('lists every error in its settings, and ends', async () => {
    const { exit, output } = start({ PORT: 'http', NODE_ENV: 'production' });
    expect(await exit).toBe(1);
    for (const name of [
      'PORT',
      'MONGODB_URI',
      'REDIS_URL',
      'PSA_URL',
      'ENCRYPTION_KEY',
      'WEBHOOK_INBOUND_SECRET',
    ]) {
      expect(output()).toMatch(new RegExp(`^  - ${name}\\b`, 'm'));
    }
    expect(output()).not.toMatch(/^ +at /m);
  });

  it('reports in one line that its port is in use, and ends', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => {
      other.listen(0, '127.0.0.1', resolve);
    });
    const { port } = other.address() as AddressInfo;
    const { exit, output } = start(environment({ PORT: String(port) }));
    expect(await exit).toBe(1);
    const lines = output().trim().split('\n');
    expect(lines.filter((line) => line.includes(`Port ${port} of 127.0.0.1 is in use`))).toHaveLength(1);
    other.close();
  });

  it('hashes passwords at their full cost', async () => {
    const settings = environment();
    const origin = await address(start(settings));
    const headers = {
      authorization: 'Bearer bootstrap-key-of-the-tests',
      'content-type': 'application/json',
    };
    const person = { email: 'ada@example.com', name: 'Ada', role: 'viewer', password: 'a long pass phrase' };
    const added = await fetch(`${origin}/api/v1/users`, {
      method: 'POST',
      headers,
      body: JSON.stringify(person),
    });
    expect(added.status).toBe(201);
    const mongo = await connectMongo(settings['MONGODB_URI'] ?? '');
    const stored = JSON.stringify(await mongo.collection('credentials').find().toArray());
    await mongo.close();
    expect(stored).toContain('$scrypt$ln=15,r=8,p=3$');
  });

  it('refuses another cost in production', async () => {
    const { mongodbUri, redisUrl } = testServers();
    const config = loadApiConfig({
      NODE_ENV: 'production',
      MONGODB_URI: mongodbUri,
      REDIS_URL: redisUrl,
      PSA_URL: 'http://127.0.0.1:9',
      WEBHOOK_INBOUND_SECRET: 'a secret of the tests',
      ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
    });
    const mongo = await connectMongo(mongodbUri);
    const cheap = createPasswordHasher({ logCost: 4, blockSize: 8, parallelism: 1 });
    const secrets = createSecretBox([Buffer.alloc(32)]);
    const parts = { mongo, secrets, clock: systemClock, logger: silentLogger };
    expect(() => composeAccess(config, parts, cheap)).toThrow('full cost');
    expect(() => composeAccess(config, parts, undefined)).not.toThrow();
    await mongo.close();
  });

  it('finishes its accepted requests when it is stopped, and exits normally', async () => {
    const settings = environment({ SYNC_WAIT_SECONDS: '60' });
    const api = start(settings);
    const origin = await address(api);
    const headers = {
      authorization: 'Bearer bootstrap-key-of-the-tests',
      'content-type': 'application/json',
    };
    const body = JSON.stringify({ source: 'manual', data: { email: 'ada@example.com' } });
    const waiting = fetch(`${origin}/api/v1/sync/leads`, { method: 'POST', headers, body });
    const mongo = await connectMongo(settings['MONGODB_URI'] ?? '');
    while ((await mongo.collection('jobs').countDocuments()) === 0) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await mongo.close();
    api.child.kill('SIGTERM');
    expect((await waiting).status).toBe(202);
    expect(await api.exit).toBe(0);
    await expect(fetch(`${origin}/livez`)).rejects.toThrow();
  });
});

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { freePort } from '../processes/free-port.js';
import type { ManagedProcess } from '../processes/managed-process.js';
import { waitUntil } from '../processes/wait-until.js';
import { currentTestRun } from '../testing/test-servers.js';
import { waitForOutput } from '../processes/wait-for-output.js';
import { SmallCheckout } from './fixtures/small-checkout.js';

const lastLine = 'Ctrl-C stops everything';

describe('startDevelopment', () => {
  let checkout: SmallCheckout;
  let environment: Record<string, string>;

  beforeEach(async () => {
    checkout = await SmallCheckout.create();
    environment = { PATH: currentTestRun().searchPath, PORT: String(await freePort()) };
  });

  afterEach(async () => {
    await checkout.remove();
  });

  const lastPid = (output: string, app: string): number =>
    Number([...output.matchAll(new RegExp(`${app} pid (\\d+)`, 'g'))].at(-1)?.[1]);

  async function startReady(): Promise<ManagedProcess> {
    const start = checkout.start(environment);
    await waitForOutput(start, lastLine);
    return start;
  }

  it('brings everything up, says where it is on one screen, and stops it in order on one signal', async () => {
    const start = await startReady();
    // What the apps say comes after it.
    const [banner = ''] = start.output.split(lastLine);
    const origin = `http://127.0.0.1:${environment['PORT'] ?? ''}`;
    expect(banner).toContain(`${origin}/api/v1`);
    expect(banner).toMatch(/Admin key +lbk_\S{32}/);
    expect(banner).toMatch(/PSA simulator +http:\/\/127\.0\.0\.1:\d+/);
    expect(banner).toContain(`curl -i ${origin}/api/v1/sync/leads`);
    expect(banner).toMatch(
      /export MONGODB_URI='mongodb:\S+' REDIS_URL='redis:\S+' PSA_URL='http:\S+' PSA_CLIENT_ID=/,
    );
    expect(banner.split('\n').length).toBeLessThan(32);

    await waitForOutput(start, 'worker pid');
    start.signal('SIGINT');
    // npm hands on a Ctrl-C that the terminal has sent already.
    start.signal('SIGINT');
    expect(await start.exited).toEqual({ exitCode: 0, signal: null });
    const drained = start.output.match(/\S+ drained|Stopped\./g);
    expect(drained).toEqual(['api drained', 'worker drained', 'psa-simulator drained', 'Stopped.']);
    expect(start.output).not.toContain('was interrupted');
  });

  it('keeps the logs of the apps out of sight, in a file, and shows the link for the first admin', async () => {
    const start = checkout.start({ ...environment, QUIET: 'yes', FIRST_ADMIN_LINK: 'yes' });
    await waitForOutput(start, lastLine);
    expect(start.output).toContain(`http://127.0.0.1:${environment['PORT'] ?? ''}/console/setup#lbi_example`);
    const logFile = join(checkout.directory, '.leadbridge', 'logs', 'leadbridge.log');
    expect(start.output).toContain(logFile);
    const isLogged = async (): Promise<true | null> =>
      /worker pid[^]*worker pid/u.test(await readFile(logFile, 'utf8')) || null;
    await waitUntil(isLogged, 60_000, () => 'The worker is not in the log');
    expect(start.output).not.toContain('worker pid');
  });

  const inOrder = ['api drained', 'worker drained', 'psa-simulator drained', 'Stopped.'];

  async function waitUntilGone(pids: readonly number[]): Promise<void> {
    const isRunning = (pid: number): boolean => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    };
    await waitUntil(
      () => Promise.resolve(pids.some(isRunning) ? null : true),
      60_000,
      () => `still running: ${pids.filter(isRunning).join(', ')}`,
    );
  }

  it.each<NodeJS.Signals>(['SIGINT', 'SIGTERM', 'SIGHUP'])('stops in order on %s', async (signal) => {
    const start = await startReady();
    const pids = await checkout.noted();
    start.signal(signal);
    expect(await start.exited).toEqual({ exitCode: 0, signal: null });
    await waitUntilGone(pids);
    expect(start.output.match(/\S+ drained|Stopped\./g)).toEqual(inOrder);
    expect(await checkout.noted()).toEqual([]);
  });

  it.each<NodeJS.Signals>(['SIGTERM', 'SIGHUP'])(
    'ends everything, in order, when npm gets a %s, which npm gives at most to its shell',
    async (signal) => {
      const npm = await checkout.startByNpm(environment);
      await waitForOutput(npm, lastLine);
      const pids = await checkout.noted();
      expect(pids).toHaveLength(6);
      npm.signal(signal);
      await waitUntilGone(pids);
      await npm.exited;
      expect(npm.output.match(/\S+ drained|Stopped\./g)).toEqual(inOrder);
      expect(await checkout.noted()).toEqual([]);
    },
  );

  it('ends everything, in order, when its terminal closes', async () => {
    const terminal = await checkout.startInTerminal(environment);
    await waitForOutput(terminal, lastLine);
    const pids = await checkout.noted();
    expect(pids).toHaveLength(6);
    // The terminal is gone with the process that holds it: no output can be written any more.
    terminal.signal('SIGKILL');
    await waitUntilGone(pids);
    expect(await checkout.noted()).toEqual([]);
  });

  it('starts a process again that dies, with the servers it had', async () => {
    const start = await startReady();
    await waitForOutput(start, 'worker pid');
    const first = lastPid(start.output, 'worker');
    process.kill(first, 'SIGKILL');
    await waitForOutput(start, 'worker ended (SIGKILL); starting it again');
    const output = await waitForOutput(start, /worker ready \{.*\}/);
    const settings: unknown = JSON.parse(/worker ready (\{.*\})/.exec(output)?.[1] ?? '{}');
    expect(settings).toMatchObject({
      MONGODB_URI: expect.stringMatching(/^mongodb:\/\/127\.0\.0\.1:\d+\/leadbridge/),
      REDIS_URL: expect.stringContaining('redis://127.0.0.1:'),
      PSA_URL: expect.stringContaining('http://127.0.0.1:'),
      BOOTSTRAP_API_KEY: /lbk_\S{32}/.exec(output)?.[0],
      PROVIDER_A_SUPPRESSION_URL: expect.stringMatching(/^http:\S+\/suppression-list\/provider_a$/),
      PROVIDER_A_SUPPRESSION_KEY: expect.stringMatching(/^\S{43}$/),
    });
    expect(settings).not.toMatchObject({ pid: first });
  });

  it('is not held up by what a start that was killed left behind, and keeps its secrets', async () => {
    const first = await startReady();
    const key = /lbk_\S+/.exec(first.output)?.[0];
    first.signal('SIGKILL');
    await first.exited;

    const second = await startReady();
    expect(/lbk_\S+/.exec(second.output)?.[0]).toBe(key);
  });

  it('refuses to run twice on the same data', async () => {
    const first = await startReady();
    const second = checkout.start({ ...environment, PORT: String(await freePort()) });
    expect(await second.exited).toMatchObject({ exitCode: 1 });
    expect(second.output).toContain(
      `already runs on ${join(checkout.directory, '.leadbridge')} (pid ${first.pid ?? 0})`,
    );
  });

  it('says in one line that the port is in use, with the remedy', async () => {
    const holder = createServer();
    const port = Number(environment['PORT']);
    await new Promise<void>((resolve) => holder.listen(port, '127.0.0.1', resolve));
    try {
      const start = checkout.start(environment);
      expect(await start.exited).toMatchObject({ exitCode: 1 });
      expect(start.output.trim()).toBe(
        `Port ${port} of 127.0.0.1 is in use: stop the program that holds it, or choose another with PORT=${port + 1} npm start`,
      );
    } finally {
      holder.close();
    }
  });

  it('embeds nothing in production and names what is missing', async () => {
    const start = checkout.start({
      ...environment,
      NODE_ENV: 'production',
      REDIS_URL: 'redis://127.0.0.1:1',
    });
    expect(await start.exited).toMatchObject({ exitCode: 1 });
    expect(start.output).toMatch(/set MONGODB_URI, PSA_URL, WEBHOOK_INBOUND_SECRET, ENCRYPTION_KEY$/);
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startSystem, type ProcessSystem } from '@leadbridge/devkit';

import { callerOf, flatLead } from '../support/caller.js';
import { healthOf, secondsUntilHealth, type Health } from '../support/health-watch.js';

let system: ProcessSystem;

beforeAll(async () => {
  system = await startSystem({ workers: 2, apis: 2 });
});

afterAll(async () => {
  await system.stop();
});

const secondsUntil = async (holds: (health: Health) => boolean): Promise<number> =>
  secondsUntilHealth(system, holds);

const containerCheck = fileURLToPath(new URL('../../docker/worker-health.mjs', import.meta.url));

/** The exit code of the health check that the worker's container runs. */
async function checkContainer(options: readonly string[] = [], redisUrl = system.redisUrl): Promise<unknown> {
  const check = spawn(process.execPath, [containerCheck, ...options], { env: { REDIS_URL: redisUrl } });
  const [code] = await once(check, 'exit');
  return code;
}

it('the health response of two APIs reports within 15 seconds that no worker runs, frozen or killed, and when one last did', async () => {
  for (const worker of system.workers) {
    worker.signal('SIGSTOP');
  }
  const frozenAt = Date.now();
  expect(await checkContainer()).toBe(0);
  expect(await secondsUntil(({ workers }) => workers.alive === 0)).toBeLessThan(15);
  expect(await checkContainer()).toBe(1);
  expect(await checkContainer(['--live'])).toBe(1);
  // A restart does not bring Redis back.
  const away = 'redis://127.0.0.1:1';
  expect([await checkContainer([], away), await checkContainer(['--live'], away)]).toEqual([1, 0]);
  const { status, workers } = await healthOf(system, 0);
  expect(status).toBe('degraded');
  const { status: importStatus, body: accepted } = await callerOf(system).importLead(flatLead(1), {
    headers: { prefer: 'wait=1' },
  });
  expect([importStatus, accepted['waiting_for']]).toEqual([202, { reason: 'no_worker', until: null }]);
  expect(Math.abs(Date.parse(workers.last_seen_at ?? '') - frozenAt)).toBeLessThan(5_000);

  system.workers[0]?.signal('SIGCONT');
  expect(await secondsUntil(({ workers: { alive } }) => alive === 1)).toBeLessThan(15);
  await system.workers[0]?.kill();
  expect(await secondsUntil(({ workers: { alive } }) => alive === 0)).toBeLessThan(15);
  system.workers[1]?.signal('SIGCONT');
  expect(
    await secondsUntil((health) => health.workers.alive === 1 && health.status === 'healthy'),
  ).toBeLessThan(15);
});

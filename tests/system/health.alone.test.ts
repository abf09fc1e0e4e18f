import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSystem, type ProcessSystem } from '@leadbridge/devkit';

import { callerOf, flatLead } from '../support/caller.js';

interface Health {
  readonly status: string;
  readonly services: { readonly psa: string };
  readonly psa_failure: { readonly since: string; readonly reason: string } | null;
  readonly workers: { readonly alive: number; readonly last_seen_at: string | null };
}

let system: ProcessSystem;
let number = 0;

beforeAll(async () => {
  system = await startSystem({ workers: 2, apis: 2 });
});

afterAll(async () => {
  await system.stop();
});

async function healthOf(api: number): Promise<Health> {
  return (await (await fetch(`${system.baseUrls[api] ?? ''}/health`)).json()) as Health;
}

/** Waits until both APIs report it; returns how many seconds that took. */
async function secondsUntil(holds: (health: Health) => boolean): Promise<number> {
  const start = performance.now();
  for (;;) {
    const responses = await Promise.all([healthOf(0), healthOf(1)]);
    const seconds = (performance.now() - start) / 1_000;
    if (responses.every(holds)) {
      return seconds;
    }
    if (seconds > 40) {
      throw new Error(`It has not come about: ${JSON.stringify(responses)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const containerCheck = fileURLToPath(new URL('../../docker/worker-health.mjs', import.meta.url));

/** The exit code of the health check that the worker's container runs. */
async function checkContainer(): Promise<unknown> {
  const check = spawn(process.execPath, [containerCheck], { env: { REDIS_URL: system.redisUrl } });
  const [code] = await once(check, 'exit');
  return code;
}

describe('the health response of two APIs with two workers', () => {
  it.each([
    ['responds with 503', { kind: 'error', status: 503 }, 'server_error'],
    ['cuts every call', { kind: 'drop', when: 'before' }, 'unreachable'],
    ['is silent', { kind: 'hang', when: 'before' }, 'unreachable'],
  ] as const)(
    'reports within 15 seconds that a PSA fails which %s, why and since when, and within 15 seconds that it has recovered',
    async (_how, fault, reason) => {
      expect(
        await secondsUntil(({ services, workers }) => workers.alive === 2 && services.psa === 'connected'),
      ).toBeLessThan(15);
      const { faults } = system.simulator;
      faults.set(fault);
      const failedAt = Date.now();
      const api = callerOf(system);
      const { body: accepted } = await api.importBulk([flatLead((number += 1))], {
        headers: { prefer: 'respond-async' },
      });

      expect(await secondsUntil(({ services }) => services.psa === 'failing')).toBeLessThan(15);
      const { body: job } = await api.call('GET', `/jobs/${String(accepted['job_id'])}`);
      expect(job['waiting_for']).toMatchObject({ reason: 'psa_unavailable' });
      const { status, psa_failure: failure } = await healthOf(1);
      expect(status).toBe('degraded');
      expect(failure?.reason).toBe(reason);
      expect(Math.abs(Date.parse(failure?.since ?? '') - failedAt)).toBeLessThan(5_000);

      faults.clear();
      // No call is made meanwhile: the import has failed, or finishes with its next attempt.
      expect(await secondsUntil(({ services }) => services.psa === 'connected')).toBeLessThan(15);
      expect(await healthOf(0)).toMatchObject({ status: 'healthy', psa_failure: null });
    },
    90_000,
  );

  it('reports within 15 seconds that no worker runs, frozen or killed, and when one last did', async () => {
    for (const worker of system.workers) {
      worker.signal('SIGSTOP');
    }
    const frozenAt = Date.now();
    expect(await checkContainer()).toBe(0);
    expect(await secondsUntil(({ workers }) => workers.alive === 0)).toBeLessThan(15);
    expect(await checkContainer()).toBe(1);
    const { status, workers } = await healthOf(0);
    expect(status).toBe('degraded');
    const { status: importStatus, body: accepted } = await callerOf(system).importLead(
      flatLead((number += 1)),
      {
        headers: { prefer: 'wait=1' },
      },
    );
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
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSystem, type ProcessSystem } from '@leadbridge/devkit';

import { callerOf, flatLead } from '../support/caller.js';
import { healthOf, secondsUntilHealth, type Health } from '../support/health-watch.js';

let system: ProcessSystem;
let number = 0;

beforeAll(async () => {
  system = await startSystem({ workers: 2, apis: 2 });
});

afterAll(async () => {
  await system.stop();
});

const secondsUntil = async (holds: (health: Health) => boolean): Promise<number> =>
  secondsUntilHealth(system, holds);

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
      const { status, psa_failure: failure } = await healthOf(system, 1);
      expect(status).toBe('degraded');
      expect(failure?.reason).toBe(reason);
      expect(Math.abs(Date.parse(failure?.since ?? '') - failedAt)).toBeLessThan(5_000);

      faults.clear();
      // No call is made meanwhile: the import has failed, or finishes with its next attempt.
      expect(await secondsUntil(({ services }) => services.psa === 'connected')).toBeLessThan(15);
      expect(await healthOf(system, 0)).toMatchObject({ status: 'healthy', psa_failure: null });
    },
    90_000,
  );
});

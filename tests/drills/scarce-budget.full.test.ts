import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestSystem } from '@leadbridge/devkit';

import { callerOf } from '../support/caller.js';
import { startSystemHere } from '../support/start-system-here.js';

const limit = 30;
/** Longer than a bulk import waits for a slot, so that its batches are interrupted. */
const windowSeconds = 12;

let system: TestSystem;

beforeAll(async () => {
  system = await startSystemHere({
    env: { PSA_RATE_LIMIT: String(limit), PSA_RATE_WINDOW_SECONDS: String(windowSeconds) },
    simulator: { rateLimit: limit, rateWindowSeconds: windowSeconds },
  });
});

afterAll(async () => {
  await system.stop();
});

/** What the job waits for, once it does. */
async function waitOf(jobId: string): Promise<{ readonly reason: string; readonly until: string }> {
  for (let tries = 0; ; tries += 1) {
    const { body } = await callerOf(system).call('GET', `/jobs/${jobId}`);
    const wait = body['waiting_for'] as { reason: string; until: string } | null;
    if (wait?.reason === 'psa_budget' || tries === 300) {
      return wait ?? { reason: 'none', until: '' };
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

describe('a bulk import whose batch needs more calls than a window has', () => {
  it('takes fewer rows at once, and finishes', async () => {
    const api = callerOf(system);
    // Each row is searched for by its phone, which scanned pages do not contain.
    const rows = Array.from({ length: 26 }, (_, index) => ({
      phone: `+1212555${String(1_000 + index)}`,
      company: 'Phones Only',
    }));
    const { body } = await api.importBulk(rows, { source: 'csv', headers: { prefer: 'respond-async' } });
    const wait = await waitOf(String(body['job_id']));
    expect(wait.reason).toBe('psa_budget');
    expect(Date.parse(wait.until) - Date.now()).toBeLessThanOrEqual(windowSeconds * 1_000);

    const job = await api.finished(String(body['job_id']));
    expect(job['waiting_for']).toBeNull();

    expect(job).toMatchObject({ status: 'completed', progress: { processed: 26, successful: 26 } });
    expect(system.simulator.tickets()).toHaveLength(26);
    expect(system.simulator.rateViolations).toBe(0);
  });
});

describe('single imports that come together and need more calls than a window has', () => {
  it('are taken fewer at once, and finish', async () => {
    const api = callerOf(system);
    const before = system.simulator.requests.total;
    const jobs = await Promise.all(
      Array.from({ length: 34 }, async (_, index) => {
        const lead = { phone: `+1212556${String(1_000 + index)}`, company: 'Phones Only' };
        const { body } = await api.importLead(lead, { source: 'csv', headers: { prefer: 'respond-async' } });
        return String(body['job_id']);
      }),
    );
    for (const jobId of jobs) {
      expect(await api.finished(jobId)).toMatchObject({ status: 'completed' });
    }
    expect(system.simulator.requests.total - before).toBeLessThan(9 * jobs.length);
    expect(system.simulator.rateViolations).toBe(0);
  });
});

import { afterEach, describe, expect, it } from '@jest/globals';
import { startSystem, until, type ProcessSystem } from '@leadbridge/devkit';

import { callerOf, flatLead } from '../support/caller.js';

let system: ProcessSystem | undefined;

afterEach(async () => {
  await system?.stop();
  system = undefined;
});

const leads = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => flatLead(from + index));

const pause = async (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

describe('the budget of PSA requests', () => {
  it('is almost used up while work waits and never exceeded, by three workers and two APIs', async () => {
    const [limit, seconds] = [30, 10];
    system = await startSystem({
      workers: 3,
      apis: 2,
      env: { PSA_RATE_LIMIT: String(limit), PSA_RATE_WINDOW_SECONDS: String(seconds) },
      simulator: { rateLimit: limit, rateWindowSeconds: seconds },
    });
    const apis = system.baseUrls.map((url) => callerOf(system as ProcessSystem, url));
    await Promise.all(
      [0, 1, 2].map(async (part) =>
        apis[part % 2]?.importBulk(leads(1_000 * (part + 1), 120), {
          batchOptions: { batch_size: 3 },
          headers: { prefer: 'respond-async' },
        }),
      ),
    );
    const { requests } = system.simulator;
    await until(() => requests.total > 0);
    await pause((4 * seconds + 1) * 1_000);

    const times = requests.list().map(({ time }) => time);
    const start = (times[0] ?? 0) + seconds * 1_000;
    const windows = [0, 1, 2].map(
      (index) =>
        times.filter(
          (time) => time >= start + index * seconds * 1_000 && time < start + (index + 1) * seconds * 1_000,
        ).length,
    );
    expect(system.simulator.rateViolations).toBe(0);
    // The benchmark measures the share; here it is enough that no work starves while the window is full.
    expect(Math.min(...windows)).toBeGreaterThan(limit * 0.75);
  });

  it('lets a single import overtake a bulk import at once', async () => {
    system = await startSystem({
      workers: 1,
      env: { PSA_RATE_LIMIT: '100000' },
      simulator: { rateLimit: 0 },
    });
    const api = callerOf(system);
    const { body } = await api.importBulk(leads(20_000, 1_000), { headers: { prefer: 'respond-async' } });
    const bulk = async () => (await api.call('GET', `/jobs/${String(body['job_id'])}`)).body;
    await until(async () => (await bulk())['status'] === 'active');

    const single = await api.importLead(flatLead(90_000));

    expect(single.status).toBe(201);
    expect(await bulk()).toMatchObject({ status: 'active' });
  });
});

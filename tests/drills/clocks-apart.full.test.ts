import { afterEach, describe, expect, it } from '@jest/globals';

import { callerOf, flatLead } from '../support/caller.js';
import { clockOff } from '../support/clock-off.js';
import { startWorkerSystem, type WorkerSystem } from '../support/start-system-here.js';

const minutesMs = 60_000;

let system: WorkerSystem;

afterEach(async () => {
  await system.stop();
});

describe('machines whose clocks are minutes apart', () => {
  it.each([
    ['ahead of', 7],
    ['behind', -7],
  ])('see what was in the PSA before a request: a worker %s the API', async (_, minutes) => {
    system = await startWorkerSystem({
      simulator: { rateLimit: 0 },
      workerEnv: clockOff(minutes * minutesMs),
    });
    const api = callerOf(system);
    const leads = Array.from({ length: 9 }, (__, index) => flatLead(index));
    const importAll = async (some: readonly unknown[]) => {
      const { body } = await api.importBulk(some, { headers: { prefer: 'respond-async' } });
      return await api.finished(String(body['job_id']));
    };
    // Reads all tickets and contacts of the PSA, and caches them for a minute.
    await importAll(leads.slice(0, 4));
    const known = flatLead(8);
    system.simulator.seedTicket({
      emailaddress: known.email,
      firstname: known.first_name,
      surname: known.last_name,
      company: known.company,
    });

    const job = await importAll(leads.slice(4));

    expect(system.simulator.tickets().filter((ticket) => ticket.user_email === known.email)).toHaveLength(1);
    expect(system.simulator.tickets()).toHaveLength(9);
    const took = Date.parse(String(job['finished_at'])) - Date.parse(String(job['created_at']));
    expect(took).toBeGreaterThan(0);
    expect(took).toBeLessThan(2 * minutesMs);
  });
});

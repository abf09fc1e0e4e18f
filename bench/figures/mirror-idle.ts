import { setTimeout as sleep } from 'node:timers/promises';

import type { ProcessSystem } from '@leadbridge/devkit';

import type { Measurement } from '../figure.js';
import { completedJob, get, leads, post, startService } from '../service.js';
import { mirrorAll, seedBeside } from './beside-psa.js';

const held = 5_000;
/** Everything is to be observed again within a minute, which the share does not allow: the mirror takes all that it may. */
const [limit, windowSeconds, maxAgeSeconds] = [200, 5, 60];
const windows = 6;
const askEveryMs = 100;

/** What the mirror takes of the budget when nobody imports, and while bulk imports wait. */
export const mirrorIdle: Measurement = {
  name: 'mirror-idle',
  title: `The mirror's share of the budget (${limit} requests in ${windowSeconds} s) beside ${held.toLocaleString('en')} leads`,

  async run() {
    const system = await startService({
      env: {
        PSA_MIRROR: 'on',
        PSA_MIRROR_MAX_AGE_SECONDS: String(maxAgeSeconds),
        PSA_RATE_LIMIT: String(limit),
        PSA_RATE_WINDOW_SECONDS: String(windowSeconds),
      },
    });
    try {
      seedBeside(system, held);
      await post(system, '/sync/leads', { source: 'provider_a', data: leads(1, 1)[0] });
      await mirrorAll(system);
      await sleep(maxAgeSeconds * 1_000);
      const before = system.simulator.requests.total;
      await sleep(windows * windowSeconds * 1_000);
      const idle = (system.simulator.requests.total - before) / (windows * limit);
      return [
        {
          name: 'requests of an idle service',
          unit: '% of the budget',
          values: [100 * idle],
          goal: { atMost: 20 },
        },
        {
          name: 'requests of the mirror while bulk imports wait',
          unit: 'requests',
          values: [await whileBulkWaits(system)],
          goal: { atMost: 0 },
          note: 'the most that are in a window once imports have waited for a whole one',
        },
      ];
    } finally {
      await system.stop();
    }
  },
};

interface Budget {
  readonly waiting: Readonly<Record<'bulk', number>>;
  readonly used_by: Readonly<Record<'mirror', number>>;
}

/** Rows one by one take more requests than the budget has at once. */
async function whileBulkWaits(system: ProcessSystem): Promise<number> {
  const { job_id: jobId } = await post(
    system,
    '/sync/leads/bulk',
    { source: 'provider_a', leads: leads(500_000, 300), batch_options: { batch_size: 1 } },
    { prefer: 'respond-async' },
  );
  let most = 0;
  let waitsSince: number | null = null;
  const isOver = completedJob(system, jobId).then(() => true);
  for (let ended = false; !ended;) {
    const budget = (await get(system, '/health'))['psa_budget'] as Budget;
    waitsSince = budget.waiting.bulk === 0 ? null : (waitsSince ?? performance.now());
    if (waitsSince !== null && performance.now() - waitsSince > windowSeconds * 1_000) {
      most = Math.max(most, budget.used_by.mirror);
    }
    ended = await Promise.race([isOver, sleep(askEveryMs, false)]);
  }
  return most;
}

import type { Measurement } from '../figure.js';
import { importBulk, leads, startService } from '../service.js';

const limit = 60;
const windowSeconds = 10;
const windows = 5;

export const budgetUse: Measurement = {
  name: 'budget-use',
  title: 'The share of the PSA’s budget that is used while work waits, three workers and two APIs on it',

  async run() {
    const system = await startService({
      workers: 3,
      apis: 2,
      env: { PSA_RATE_LIMIT: String(limit), PSA_RATE_WINDOW_SECONDS: String(windowSeconds) },
      simulator: { rateLimit: limit, rateWindowSeconds: windowSeconds },
    });
    try {
      // Each lead of its own company, a few at a time: more requests than the windows measured can hold.
      const backlog = [1, 2, 3].map(async (part) =>
        importBulk(system, leads(part * 10_000, 200), { batch_size: 5 }).catch(() => null),
      );
      void Promise.allSettled(backlog);
      await new Promise((resolve) => setTimeout(resolve, (windows + 1) * windowSeconds * 1_000 + 3_000));
      const arrivals = system.simulator.requests.list().map(({ time }) => time);
      const start = (arrivals[0] ?? 0) + windowSeconds * 1_000;
      const used = Array.from({ length: windows }, (_, index) => {
        const from = start + index * windowSeconds * 1_000;
        return arrivals.filter((time) => time >= from && time < from + windowSeconds * 1_000).length / limit;
      });
      return [
        { name: 'share of the budget used', unit: 'ratio', values: used, goal: { atLeast: 0.95 } },
        {
          name: 'requests over the limit, as the PSA counts',
          unit: 'requests',
          values: [system.simulator.rateViolations],
          goal: { atMost: 0 },
        },
      ];
    } finally {
      await system.stop();
    }
  },
};

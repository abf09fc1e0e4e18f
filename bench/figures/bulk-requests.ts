import type { ProcessSystem } from '@leadbridge/devkit';

import type { Figure, Measurement } from '../figure.js';
import { importBulk, leads, post, startService } from '../service.js';
import { importNaively } from './naive-client.js';

const rows = 1_000;
const repetitions = 5;

export const bulkRequests: Measurement = {
  name: 'bulk-requests',
  title: 'PSA requests per lead, 1,000 lead tickets in the PSA before',

  async run() {
    return [
      ...(await withService(async (system) => {
        const companies = leads(10_000, rows);
        const created = await perLead(system, async () => importBulk(system, companies));
        const unchanged = await perLead(system, async () => importBulk(system, companies));
        const changed = await perLead(system, async () =>
          importBulk(
            system,
            companies.map((lead) => ({ ...lead, services_offered: undefined, headcount: 4_000 })),
          ),
        );
        return [
          row('1,000 new leads of 1,000 new companies', created, 0.15),
          row('the same 1,000 again, unchanged', unchanged, 0.05),
          row('the same 1,000 with one changed field', changed, 1.3),
        ];
      })),
      ...(await withService(async (system) => {
        const shared = leads(20_000, rows, (index) => ({ company: `Shared ${index % 50}` }));
        return [
          row(
            '50 new companies with 20 people each',
            await perLead(system, async () => importBulk(system, shared)),
            0.12,
          ),
        ];
      })),
      await singlesAtOnce(),
      ...(await withService(async (system) => {
        const requests = await requestsOf(system, async () =>
          importNaively(system.simulator, leads(40_000, 100)),
        );
        return [{ ...row('a naive client, one request at a time', requests / 100, 0), goal: null }];
      })),
    ];
  },
};

/** How many singles travel together depends on how they arrive, so that one run alone says little. */
async function singlesAtOnce(): Promise<Figure> {
  const values: number[] = [];
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    values.push(await withService(singlesOnce));
  }
  return row('500 single imports sent at once', values, 0.5);
}

async function singlesOnce(system: ProcessSystem): Promise<number> {
  const singles = leads(30_000, 500);
  const requests = await requestsOf(system, async () =>
    Promise.all(
      singles.map(async (data) =>
        post(system, '/sync/leads', { source: 'provider_a', data }, { prefer: 'wait=60' }),
      ),
    ),
  );
  return requests / singles.length;
}

function row(name: string, value: number | readonly number[], atMost: number): Figure {
  const values = typeof value === 'number' ? [value] : value;
  return { name, unit: 'requests/lead', values, goal: { atMost } };
}

/** A service of its own, warmed up, whose PSA holds 1,000 lead tickets. */
async function withService<T>(measure: (system: ProcessSystem) => Promise<T>): Promise<T> {
  const system = await startService();
  try {
    system.simulator.seedTickets(1_000, { companies: 1_000 });
    await post(system, '/sync/leads', { source: 'provider_a', data: leads(1, 1)[0] });
    return await measure(system);
  } finally {
    await system.stop();
  }
}

async function requestsOf(system: ProcessSystem, work: () => Promise<unknown>): Promise<number> {
  const before = system.simulator.requests.total;
  await work();
  return system.simulator.requests.total - before;
}

async function perLead(system: ProcessSystem, work: () => Promise<unknown>): Promise<number> {
  return (await requestsOf(system, work)) / rows;
}

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import type { ProcessSystem } from '@leadbridge/devkit';

import type { Figure, Measurement } from '../figure.js';
import { importBulk, leads, post, startService } from '../service.js';

const run = promisify(execFile);
const rows = 300;
/** Each lost response costs the time after which searches are trusted. */
const lossyRows = { single: 100, batched: 1_000 } as const;
const foreignIncidents = 5_000;
const lostShare = 0.05;

/** What a bulk import costs a HaloPSA with a busy service desk, object by object and fifty at once, and what lost responses do. */
export const halopsaRequests: Measurement = {
  name: 'halopsa-requests',
  title: `Bulk imports into a HaloPSA beside ${foreignIncidents.toLocaleString('en')} foreign incidents`,

  async run() {
    return [...(await withBatch(1, 4.2)), ...(await withBatch(50, 0.2))];
  },
};

async function withBatch(writeBatch: number, atMost: number): Promise<readonly Figure[]> {
  const settings = { PSA_DIALECT: 'halopsa', PSA_WRITE_BATCH: String(writeBatch), PSA_SETTLE_SECONDS: '1' };
  const system = await startService({
    env: settings,
    simulator: { psaDialect: 'halopsa', foreignIncidents },
  });
  try {
    if (writeBatch > 1) {
      await proveWrites(system, settings);
    }
    await post(system, '/sync/leads', { source: 'provider_a', data: leads(1, 1)[0] });
    const before = system.simulator.requests.total;
    const steady = leads(10_000, rows);
    await importBulk(system, steady);
    const requests = (system.simulator.requests.total - before) / rows;
    system.simulator.faults.set({ kind: 'drop', when: 'after', method: 'POST', probability: lostShare });
    const lossy = leads(20_000, writeBatch === 1 ? lossyRows.single : lossyRows.batched);
    await importBulk(system, lossy);
    system.simulator.faults.clear();
    const batch = `PSA_WRITE_BATCH=${writeBatch}`;
    return [
      { name: `new leads, ${batch}`, unit: 'requests/lead', values: [requests], goal: { atMost } },
      {
        name: `people without exactly one ticket, 5 % of responses lost, ${batch}`,
        unit: 'people',
        values: [misticketed(system, [...steady, ...lossy])],
        goal: { atMost: 0 },
      },
      {
        name: `pages of foreign incidents, ${batch}`,
        unit: 'pages',
        values: [system.simulator.halo?.foreignPages ?? Number.NaN],
        goal: { atMost: 0 },
      },
    ];
  } finally {
    await system.stop();
  }
}

/** How many of these people have no ticket, or several. */
function misticketed({ simulator }: ProcessSystem, people: readonly { readonly email: string }[]): number {
  const counts = simulator.halo?.ticketsPerPerson();
  return people.filter(({ email }) => counts?.get(email) !== 1).length;
}

/** Several objects at once count only once a check has passed, which a worker knows from its start. */
async function proveWrites(system: ProcessSystem, settings: Readonly<Record<string, string>>): Promise<void> {
  const { simulator, mongodbUri, redisUrl } = system;
  const env = {
    ...{ ...process.env, ...settings, MONGODB_URI: mongodbUri, REDIS_URL: redisUrl },
    ...{
      PSA_URL: simulator.url,
      PSA_CLIENT_ID: simulator.clientId,
      PSA_CLIENT_SECRET: simulator.clientSecret,
    },
    PSA_RATE_LIMIT: '10000000',
  };
  await run(process.execPath, ['apps/cli/dist/main.js', 'psa', 'check', '--write'], { env });
  await Promise.all(system.workers.map(async (worker) => worker.stop()));
  await system.addWorker();
}

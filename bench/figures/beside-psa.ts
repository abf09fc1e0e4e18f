import type { ProcessSystem } from '@leadbridge/devkit';

import type { Figure, Measurement } from '../figure.js';
import { completedJob, importBulk, leads, post, startService } from '../service.js';

const rows = 1_000;
const fewRows = 50;

type Dialect = 'spec' | 'halopsa';

/** Requests per lead that are aimed at; a HaloPSA takes each new lead's client, contact and ticket by itself. */
const goals = {
  spec: { fresh: 0.12, few: 0.4, unchanged: 0.02, changed: 1.45 },
  halopsa: { fresh: null, few: null, unchanged: 0.02, changed: 1.05 },
} as const;

/** What bulk imports cost beside a PSA that holds so many leads, and twice as many contacts, with the mirror complete. */
export function besidePsa(held: number, psaDialect: Dialect = 'spec'): Measurement {
  const size = held.toLocaleString('en');
  const goal = goals[psaDialect];
  const kind = psaDialect === 'spec' ? 'PSA' : 'HaloPSA';
  return {
    name: psaDialect === 'spec' ? `beside-${held}` : `beside-${held}-${psaDialect}`,
    title: `Bulk imports beside a ${kind} with ${size} leads and twice as many contacts, mirror complete`,

    async run() {
      const system = await startService({
        env: { PSA_MIRROR: 'on', PSA_DIALECT: psaDialect },
        simulator: { psaDialect },
      });
      try {
        seedBeside(system, held);
        await post(system, '/sync/leads', { source: 'provider_a', data: leads(1, 1)[0] });
        const backfill = await mirrorAll(system);
        const fresh = leads(100_000, rows);
        const created = await cost(system, async () => importBulk(system, fresh));
        const few = await cost(system, async () => importBulk(system, leads(200_000, fewRows)));
        const unchanged = await cost(system, async () => importBulk(system, fresh));
        const changed = await cost(system, async () =>
          importBulk(
            system,
            fresh.map((lead) => ({ ...lead, services_offered: undefined, headcount: 4_000 })),
          ),
        );
        const names = `beside ${size} leads${psaDialect === 'spec' ? '' : ' of a HaloPSA'}`;
        return [
          row(
            `1,000 new leads ${names}`,
            created.requests / rows,
            held === 0 && goal.fresh !== null ? 0.11 : goal.fresh,
          ),
          row(`50 new leads ${names}`, few.requests / fewRows, goal.few),
          row(`1,000 unchanged ${names}`, unchanged.requests / rows, goal.unchanged),
          row(`1,000 with one changed field ${names}`, changed.requests / rows, goal.changed),
          { name: `1,000 new leads ${names}`, unit: 's', values: [created.seconds], goal: null },
          { name: `backfill ${names}`, unit: 'requests', values: [backfill], goal: null },
        ];
      } finally {
        await system.stop();
      }
    },
  };
}

/** So many leads, each of a company of its own, and as many contacts without one. */
function seedBeside({ simulator }: ProcessSystem, held: number): void {
  simulator.seedTickets(held, { companies: Math.max(1, held) });
  const clientId = simulator.clients()[0]?.id;
  for (let each = 0; each < held && clientId !== undefined; each += 1) {
    simulator.seedContact({ client_id: clientId });
  }
}

function row(name: string, value: number, atMost: number | null): Figure {
  return { name, unit: 'requests/lead', values: [value], goal: atMost === null ? null : { atMost } };
}

async function cost(
  { simulator }: ProcessSystem,
  work: () => Promise<{ readonly seconds: number }>,
): Promise<{ readonly requests: number; readonly seconds: number }> {
  const before = simulator.requests.total;
  const { seconds } = await work();
  return { requests: simulator.requests.total - before, seconds };
}

/**
 * Has all that the PSA holds mirrored: the service was started beside an empty one.
 *
 * @returns requests that it took
 */
async function mirrorAll(system: ProcessSystem): Promise<number> {
  const before = system.simulator.requests.total;
  const { job_id: jobId } = await post(system, '/mirror/rebuild', {});
  await completedJob(system, jobId);
  return system.simulator.requests.total - before;
}

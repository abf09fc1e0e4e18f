import { setTimeout as sleep } from 'node:timers/promises';

import type { TestSystem } from '@leadbridge/devkit';

import type { Figure, Measurement } from '../figure.js';
import { importBulk, leads, post, startService } from '../service.js';

const rows = 1_000;
const fewRows = 50;
const askEveryMs = 500;

/** What bulk imports cost beside a PSA that holds so many leads, and twice as many contacts, with the mirror complete. */
export function besidePsa(held: number): Measurement {
  const size = held.toLocaleString('en');
  return {
    name: `beside-${held}`,
    title: `Bulk imports beside a PSA with ${size} leads and twice as many contacts, mirror complete`,

    async run() {
      const system = await startService({ env: { PSA_MIRROR: 'on' } });
      try {
        system.simulator.seedTickets(held, { companies: Math.max(1, held) });
        const clientId = system.simulator.clients()[0]?.id;
        for (let each = 0; each < held && clientId !== undefined; each += 1) {
          system.simulator.seedContact({ client_id: clientId });
        }
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
        const names = `beside ${size} leads`;
        return [
          row(`1,000 new leads ${names}`, created.requests / rows, held === 0 ? 0.11 : 0.12),
          row(`50 new leads ${names}`, few.requests / fewRows, 0.4),
          row(`1,000 unchanged ${names}`, unchanged.requests / rows, 0.02),
          row(`1,000 with one changed field ${names}`, changed.requests / rows, 1.45),
          { name: `1,000 new leads ${names}`, unit: 's', values: [created.seconds], goal: null },
          { name: `backfill ${names}`, unit: 'requests', values: [backfill], goal: null },
        ];
      } finally {
        await system.stop();
      }
    },
  };
}

function row(name: string, value: number, atMost: number): Figure {
  return { name, unit: 'requests/lead', values: [value], goal: { atMost } };
}

async function cost(
  { simulator }: TestSystem,
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
async function mirrorAll(system: TestSystem): Promise<number> {
  const before = system.simulator.requests.total;
  const { job_id: jobId } = await post(system, '/mirror/rebuild', {});
  for (;;) {
    const response = await fetch(`${system.baseUrl}/api/v1/jobs/${String(jobId)}`, {
      headers: { authorization: `Bearer ${system.adminKey}` },
    });
    const { status } = (await response.json()) as { readonly status: string };
    if (status === 'completed') {
      return system.simulator.requests.total - before;
    }
    if (status !== 'queued' && status !== 'active') {
      throw new Error(`The rebuild of the mirror ended ${status}`);
    }
    await sleep(askEveryMs);
  }
}

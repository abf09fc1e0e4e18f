import { setTimeout as sleep } from 'node:timers/promises';

import type { ProcessSystem } from '@leadbridge/devkit';

import type { Measurement } from '../figure.js';
import { lead, post, startService } from '../service.js';

const responseMs = 250;
const repetitions = 5;
/** Behind each import, so that none meets what the one before has left to do. */
const pauseMs = 300;

/** By the clock, so that what an import does between two responses counts as a part of one. */
export const roundTrips: Measurement = {
  name: 'round-trips',
  title: `One lead alone, with a PSA that responds in ${responseMs} ms: how many responses it waits for one after another`,

  async run() {
    const system = await startService();
    try {
      // The token, the lists and the first writes of each field are over before anything is counted.
      await post(system, '/sync/leads', { source: 'provider_a', data: lead(1) });
      await post(system, '/sync/leads', { source: 'provider_a', data: lead(1, { headcount: 7 }) });
      system.simulator.faults.set({ kind: 'latency', milliseconds: responseMs });
      const [unknown, known, unchanged, changed]: [number[], number[], number[], number[]] = [[], [], [], []];
      for (let number = 100; number < 100 + repetitions; number += 1) {
        unknown.push(await measure(system, lead(number)));
        known.push(await measure(system, lead(number + 500, { company: `Company ${number}` })));
        unchanged.push(await measure(system, lead(number)));
        changed.push(await measure(system, lead(number, { headcount: 5_000 })));
      }
      return (
        [
          ['a new lead of an unknown company', unknown, 6.3],
          ['a new lead of a known company', known, 4.3],
          ['an unchanged lead', unchanged, 1.3],
          ['a lead with one changed field', changed, 3.3],
        ] as const
      ).map(([name, values, atMost]) => ({
        name: `responses that ${name} waits for`,
        unit: 'responses',
        values,
        goal: { atMost },
      }));
    } finally {
      await system.stop();
    }
  },
};

async function measure(system: ProcessSystem, data: object): Promise<number> {
  await sleep(pauseMs);
  const started = performance.now();
  await post(system, '/sync/leads', { source: 'provider_a', data });
  return (performance.now() - started) / responseMs;
}

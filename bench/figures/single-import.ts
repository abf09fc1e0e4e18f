import type { TestSystem } from '@leadbridge/devkit';

import { percentile, type Figure, type Measurement } from '../figure.js';
import { lead, post, startService } from '../service.js';

const repetitions = 3;
const importsEach = 60;

export const singleImport: Measurement = {
  name: 'single-import',
  title: 'One lead alone: what it costs the PSA, and how long it takes beyond the PSA',

  async run() {
    const system = await startService();
    try {
      // The token, the lists and the connections are there before anything is counted.
      await post(system, '/sync/leads', { source: 'provider_a', data: lead(1) });
      await post(system, '/sync/leads', { source: 'provider_a', data: lead(2) });
      const unknown: number[] = [];
      const known: number[] = [];
      const p95: number[] = [];
      for (let repetition = 0; repetition < repetitions; repetition += 1) {
        const first = 1_000 * (repetition + 1);
        const times: number[] = [];
        for (let index = 0; index < importsEach; index += 1) {
          const { requests, milliseconds } = await measure(system, lead(first + index));
          unknown.push(requests);
          times.push(milliseconds);
          const colleague = lead(first + 500 + index, { company: `Company ${first + index}` });
          known.push((await measure(system, colleague)).requests);
        }
        p95.push(percentile(times, 0.95));
      }
      return [
        figure('PSA requests per new lead of an unknown company', 'requests', unknown, 11),
        figure('PSA requests per new lead of a known company', 'requests', known, 8),
        {
          ...figure('single import, p95', 'ms', p95, 40),
          note: 'from request to answer, the PSA included, which here is a process next door: an upper bound for the time beyond it',
        },
      ];
    } finally {
      await system.stop();
    }
  },
};

function figure(name: string, unit: string, values: readonly number[], atMost: number): Figure {
  return { name, unit, values, goal: { atMost } };
}

async function measure(
  system: TestSystem,
  data: object,
): Promise<{ readonly requests: number; readonly milliseconds: number }> {
  const before = system.simulator.requests.total;
  const started = performance.now();
  await post(system, '/sync/leads', { source: 'provider_a', data });
  return {
    milliseconds: performance.now() - started,
    requests: system.simulator.requests.total - before,
  };
}

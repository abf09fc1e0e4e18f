import type { ProcessSystem } from '@leadbridge/devkit';

import { percentile, type Figure, type Measurement } from '../figure.js';
import { lead, post, startService } from '../service.js';

const repetitions = 3;
const importsEach = 60;
/** Until V8 has compiled what an import runs through: what people wait for is a worker that has been at work for a while. */
const warmUpImports = 300;

export const singleImport: Measurement = {
  name: 'single-import',
  title: 'One lead alone: what it costs the PSA, and how long it takes beyond the PSA',

  async run() {
    const system = await startService();
    try {
      // The token, the lists and the connections are there before anything is counted.
      await post(system, '/sync/leads', { source: 'provider_a', data: lead(1) });
      await post(system, '/sync/leads', { source: 'provider_a', data: lead(2) });
      const coldMs = await importTimes(system, 10_000, importsEach);
      await importTimes(system, 20_000, warmUpImports);
      const unknown: number[] = [];
      const known: number[] = [];
      const p95: number[] = [];
      const ownP95: number[] = [];
      for (let repetition = 0; repetition < repetitions; repetition += 1) {
        const first = 1_000 * (repetition + 1);
        const times: number[] = [];
        const ownTimes: number[] = [];
        for (let index = 0; index < importsEach; index += 1) {
          const { requests, milliseconds, psaMilliseconds } = await measure(system, lead(first + index));
          unknown.push(requests);
          times.push(milliseconds);
          ownTimes.push(milliseconds - psaMilliseconds);
          const colleague = lead(first + 500 + index, { company: `Company ${first + index}` });
          known.push((await measure(system, colleague)).requests);
        }
        p95.push(percentile(times, 0.95));
        ownP95.push(percentile(ownTimes, 0.95));
      }
      return [
        figure('PSA requests per new lead of an unknown company', 'requests', unknown, 11),
        figure('PSA requests per new lead of a known company', 'requests', known, 8),
        {
          name: `single import, p95, the PSA included, the first ${importsEach} of new processes`,
          unit: 'ms',
          values: [percentile(coldMs, 0.95)],
          goal: null,
        },
        { name: 'single import, p95, the PSA included', unit: 'ms', values: p95, goal: null },
        {
          ...figure('single import, p95 beyond the PSA’s own time', 'ms', ownP95, 40),
          note: 'the PSA’s own time is that in which it had a request of the import in hand, by its own clock; the way there and back is ours',
        },
      ];
    } finally {
      await system.stop();
    }
  },
};

/** Imports one lead after another. @returns milliseconds of each */
async function importTimes(system: ProcessSystem, first: number, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    times.push((await measure(system, lead(first + index))).milliseconds);
  }
  return times;
}

function figure(name: string, unit: string, values: readonly number[], atMost: number): Figure {
  return { name, unit, values, goal: { atMost } };
}

interface Measured {
  readonly requests: number;
  readonly milliseconds: number;
  readonly psaMilliseconds: number;
}

async function measure(system: ProcessSystem, data: object): Promise<Measured> {
  system.simulator.requests.clear();
  const started = performance.now();
  await post(system, '/sync/leads', { source: 'provider_a', data });
  const milliseconds = performance.now() - started;
  const requests = system.simulator.requests.list();
  return { milliseconds, requests: requests.length, psaMilliseconds: busyTime(requests) };
}

/** How long at least one of the requests was under way. */
function busyTime(
  requests: readonly { readonly time: number; readonly milliseconds: number | null }[],
): number {
  let busy = 0;
  let until = 0;
  for (const { time, milliseconds } of requests) {
    const end = time + (milliseconds ?? 0);
    busy += Math.max(0, end - Math.max(time, until));
    until = Math.max(until, end);
  }
  return busy;
}

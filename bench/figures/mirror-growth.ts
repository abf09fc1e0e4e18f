import type { Measurement } from '../figure.js';
import { peakMegabytes } from '../resident-memory.js';
import { importBulk, leads, post, startService } from '../service.js';
import { mirrorAll, seedBeside } from './beside-psa.js';

const [short, long] = [1_000, 40_000];
const rows = 1_000;
const repetitions = 3;

/** Whether time and memory stay what they are beside a small PSA. */
export const mirrorGrowth: Measurement = {
  name: 'mirror-growth',
  title: `1,000 new leads beside ${long.toLocaleString('en')} leads and twice as many contacts, against beside ${short.toLocaleString('en')}, mirror complete`,

  async run() {
    const few = await importsBeside(short);
    const many = await importsBeside(long);
    const ratios = many.seconds.map((seconds, index) => seconds / (few.seconds[index] ?? Number.NaN));
    return [
      { name: `1,000 new leads beside ${short}`, unit: 's', values: few.seconds, goal: null },
      { name: `1,000 new leads beside ${long}`, unit: 's', values: many.seconds, goal: null },
      { name: 'time against beside 1,000 leads', unit: 'times', values: ratios, goal: { atMost: 1.5 } },
      {
        name: 'worker, peak of its memory above that beside 1,000 leads',
        unit: 'MB',
        values: [many.megabytes - few.megabytes],
        goal: { atMost: 30 },
        note: 'backfill and imports; the worker has been started anew for each',
      },
    ];
  },
};

async function importsBeside(held: number) {
  const system = await startService({ env: { PSA_MIRROR: 'on' } });
  try {
    seedBeside(system, held);
    await post(system, '/sync/leads', { source: 'provider_a', data: leads(1, 1)[0] });
    const seconds: number[] = [];
    const megabytes = await peakMegabytes(system.workers[0], async () => {
      await mirrorAll(system);
      for (let repetition = 0; repetition < repetitions; repetition += 1) {
        seconds.push((await importBulk(system, leads(100_000 * (repetition + 1), rows))).seconds);
      }
    });
    return { seconds, megabytes };
  } finally {
    await system.stop();
  }
}

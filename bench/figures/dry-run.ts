import type { ProcessSystem } from '@leadbridge/devkit';

import type { Figure, Measurement } from '../figure.js';
import { importBulk, leads, startService } from '../service.js';

const rows = 1_000;
const repetitions = 3;

interface Cost {
  readonly seconds: number;
  readonly reads: number;
  readonly writes: number;
}

/** A dry run against what the import of the same rows reads. Of rows that change nothing the import does nothing but read. */
export const dryRun: Measurement = {
  name: 'dry-run',
  title: 'Dry run of 1,000 leads, against the reading part of their import',

  async run() {
    const system = await startService();
    try {
      system.simulator.seedTickets(1_000, { companies: 1_000 });
      await importBulk(system, leads(1, rows));
      const fresh = await costs(system, (repetition) => leads(10_000 * repetition, rows));
      const known = await costs(system, () => leads(1, rows));
      return [
        ...against('1,000 new leads', fresh).slice(0, 2),
        ...against('1,000 known and unchanged', known),
      ];
    } finally {
      await system.stop();
    }
  },
};

interface Pair {
  readonly dry: Cost;
  readonly real: Cost;
}

async function costs(
  system: ProcessSystem,
  rowsOf: (repetition: number) => readonly object[],
): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (let repetition = 1; repetition <= repetitions; repetition += 1) {
    const sent = rowsOf(repetition);
    const dry = await costOf(system, sent, { dry_run: true });
    pairs.push({ dry, real: await costOf(system, sent, {}) });
  }
  return pairs;
}

async function costOf(system: ProcessSystem, sent: readonly object[], batchOptions: object): Promise<Cost> {
  const { requests } = system.simulator;
  requests.clear();
  const { seconds } = await importBulk(system, sent, batchOptions);
  const list = requests.list().filter(({ path }) => path.startsWith('/api/'));
  const reads = list.filter(({ method }) => method === 'GET').length;
  return { seconds, reads, writes: list.length - reads };
}

function against(name: string, pairs: readonly Pair[]): Figure[] {
  return [
    {
      name: `${name}: writes of the dry run`,
      unit: 'requests',
      values: pairs.map(({ dry }) => dry.writes),
      goal: { atMost: 0 },
    },
    {
      name: `${name}: its requests beyond those that the import reads by`,
      unit: 'requests',
      values: pairs.map(({ dry, real }) => dry.reads - real.reads),
      goal: { atMost: 0 },
    },
    {
      name: `${name}: its time, against the import's`,
      unit: 'ratio',
      values: pairs.map(({ dry, real }) => dry.seconds / real.seconds),
      goal: { atMost: 1.1 },
    },
  ];
}

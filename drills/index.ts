import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';

import { startTestRun } from '@leadbridge/devkit';

import { drills } from './cases/index.js';
import { DrillSkipped, holds, type Drill, type DrillContext } from './drill.js';
import { lineOf, markdownOf, type DrillReport } from './report.js';

function choose(wanted: readonly string[]): readonly Drill[] {
  const isWanted = ({ number, name }: Drill, text: string): boolean =>
    text === name || text === String(number);
  const unknown = wanted.filter((text) => !drills.some((drill) => isWanted(drill, text)));
  if (unknown.length > 0) {
    const known = drills.map(({ number, name }) => `${number} ${name}`).join(', ');
    throw new Error(`Unknown: ${unknown.join(', ')}. There are ${known}`);
  }
  return drills.filter((drill) => wanted.length === 0 || wanted.some((text) => isWanted(drill, text)));
}

async function run(drill: Drill, context: DrillContext): Promise<DrillReport> {
  const { number, name, promise } = drill;
  const startedAt = performance.now();
  const reportOf = (rest: Pick<DrillReport, 'verdict' | 'figures' | 'reason'>): DrillReport => ({
    number,
    name,
    promise,
    seed: context.seed,
    seconds: (performance.now() - startedAt) / 1_000,
    ...rest,
  });
  try {
    const figures = await drill.run(context);
    return reportOf({ verdict: figures.every(holds) ? 'PASS' : 'FAIL', figures });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return reportOf({ verdict: error instanceof DrillSkipped ? 'SKIP' : 'FAIL', figures: [], reason });
  }
}

/**
 * Runs them side by side in `lanes`, the longest first, as most of a drill is waiting; those that bear nothing beside them come last, one by
 * one. Prints each line when its drill is over. Resolves to the reports in the order of the drills.
 */
async function runAll(
  chosen: readonly Drill[],
  context: DrillContext,
  lanes: number,
): Promise<readonly DrillReport[]> {
  const reports: DrillReport[] = [];
  const runEach = async (waiting: Drill[]): Promise<void> => {
    for (let drill = waiting.shift(); drill !== undefined; drill = waiting.shift()) {
      const report = await run(drill, context);
      process.stdout.write(`${lineOf(report)}\n`);
      reports.push(report);
    }
  };
  const beside = chosen
    .filter(({ runsAlone }) => runsAlone !== true)
    .sort((one, other) => other.usualSeconds - one.usualSeconds);
  await Promise.all(Array.from({ length: lanes }, async () => runEach(beside)));
  await runEach(chosen.filter(({ runsAlone }) => runsAlone === true));
  return reports.sort((one, other) => one.number - other.number);
}

/** @throws Error where it is no whole number from 1 on */
function countOf(name: string, text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) {
    throw new Error(`--${name} wants a whole number from 1 on, not ${text}`);
  }
  return count;
}

async function main(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seed: { type: 'string', default: '1' },
      times: { type: 'string', default: '1' },
      lanes: { type: 'string', default: '3' },
      soak: { type: 'boolean', default: false },
    },
  });
  const chosen = choose(positionals);
  const [seed, times, lanes] = [
    countOf('seed', values.seed),
    countOf('times', values.times),
    countOf('lanes', values.lanes),
  ];
  const startedAt = performance.now();
  const reports: DrillReport[] = [];
  const testRun = await startTestRun(process.env, 'build');
  try {
    for (let time = 0; time < times; time += 1) {
      reports.push(...(await runAll(chosen, { seed: seed + time, isSoak: values.soak }, lanes)));
    }
  } finally {
    await testRun.end();
  }
  const report = {
    at: new Date().toISOString(),
    node: process.version,
    cores: cpus().length,
    seconds: (performance.now() - startedAt) / 1_000,
    drills: reports,
  };
  const folder = new URL('./', import.meta.url);
  await writeFile(new URL('report.json', folder), `${JSON.stringify(report, null, 2)}\n`);
  await writeFile(new URL('report.md', folder), markdownOf(report));
  const counts = (['PASS', 'FAIL', 'SKIP'] as const).map(
    (verdict) => `${reports.filter((each) => each.verdict === verdict).length} ${verdict}`,
  );
  process.stdout.write(`\n${counts.join(', ')} in ${Math.round(report.seconds)} s; drills/report.md\n`);
  return reports.every(({ verdict }) => verdict === 'PASS');
}

process.exitCode = (await main()) ? 0 : 1;

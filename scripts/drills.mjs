import { parseArgs } from 'node:util';

import { offerHelp, requireNode } from './lib/checkout.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { drillsOf, runTests } from './lib/run-tests.mjs';
import { addReports, summariseTests } from './lib/test-summary.mjs';

offerHelp(`
npm run drills [-- <name> ...] [--seed <number>] [--soak]

Runs the drills (tests/drills/README.md) whose file names contain one of the names, or all of them: the service as processes on real
servers and a simulated PSA, of which something fails. npm run test:full runs the same files.

  --seed <number>   stands for everything that is left to chance; 1 unless given
  --soak            half an hour of load in 20-soak, and a PSA of 40,000 leads in 21-mirror

Each drill prints its figures. The last line says how many drills passed and failed.
`);
requireNode();
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: '1' }, soak: { type: 'boolean', default: false } },
});
process.env['TEST_SEED'] = values.seed;
if (values.soak) {
  process.env['SOAK'] = '1';
  process.env['TEST_FILE_MINUTES'] ??= '60';
}
await ensureInstalled();
const reports = [];
for (const run of drillsOf(positionals.map((name) => `tests/drills/.*${name}`))) {
  reports.push(await runTests(run));
}
// With names, one of the runs may have nothing to do.
const started = reports.filter(({ numTotalTests = 1 }) => numTotalTests > 0);
const { line, exitCode } = summariseTests(addReports(started.length > 0 ? started : reports), []);
process.stdout.write(`${line}\n`);
process.exit(exitCode);

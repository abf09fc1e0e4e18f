import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { checkout, offerHelp, requireNode } from './lib/checkout.mjs';
import { runChecks } from './lib/check-steps.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { runNode } from './lib/run.mjs';
import { listSlowestFiles, summariseTests } from './lib/test-summary.mjs';

offerHelp(`
npm test [-- <path> ...] [--slowest]

Runs all checks (npm run check), then all tests on a real MongoDB and a real Redis, which it brings up itself where
MONGODB_URI and REDIS_URL give none. With paths, only the test files whose path contains one of them. --slowest lists the ten files
that took longest. Further options, such as -t "<name>", go to Jest. The last line says how many tests passed and failed.
`);
requireNode();
const slowestFlag = '--slowest';
const parameters = process.argv.slice(2);
await ensureInstalled();
const failedChecks = await runChecks();

// Jest's worker processes load the sources as they are, and `@jest/globals` from us: no sandbox makes all modules anew for each file.
const nodeOptions = [
  process.env.NODE_OPTIONS ?? '',
  '--conditions=leadbridge-source',
  '--import=tsx',
  `--import=${pathToFileURL(join(checkout, 'packages', 'devkit', 'jest', 'register.mjs')).href}`,
  '--disable-warning=ExperimentalWarning',
].join(' ');

const folder = mkdtempSync(join(tmpdir(), 'leadbridge-report-'));
const reportFile = join(folder, 'report.json');
const { exitCode: jestExitCode } = await runNode(
  [
    join(checkout, 'node_modules', 'jest', 'bin', 'jest.js'),
    // Most of the long tests wait for a process to start, die or come back: twice as many as cores keep the cores busy.
    ...['--json', `--outputFile=${reportFile}`, `--maxWorkers=${availableParallelism() * 2}`],
    ...parameters.filter((parameter) => parameter !== slowestFlag),
  ],
  { environment: { ...process.env, NODE_ENV: 'test', NODE_OPTIONS: nodeOptions } },
);

let report = null;
try {
  report = JSON.parse(readFileSync(reportFile, 'utf8'));
} catch {
  // Jest ended before it could write one.
}
rmSync(folder, { recursive: true, force: true });
if (parameters.includes(slowestFlag)) {
  process.stdout.write(`Slowest files:\n${listSlowestFiles(report, checkout).join('\n')}\n`);
}
if (failedChecks.length > 0) {
  process.stdout.write(`Failed checks: ${failedChecks.join(', ')}.\n`);
}
const { line, exitCode } = summariseTests(report, jestExitCode, failedChecks);
process.stdout.write(`${line}\n`);
process.exit(exitCode);

import { parseArgs } from 'node:util';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

import { checkout, offerHelp, requireNode } from './lib/checkout.mjs';
import { everyCheck, quickChecks, runChecks } from './lib/check-steps.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import {
  everyTest,
  quickTests,
  remainingTests,
  runEach,
  runTests,
  runTestsTwice,
  testsOf,
} from './lib/run-tests.mjs';
import { addReports, listFailures, listSlowestFiles, summariseTests } from './lib/test-summary.mjs';

offerHelp(`
npm test [-- <path> ...] [--slowest] [-t <name>]
npm run test:full [-- --after <file>]

npm test checks types and lint, and runs all unit tests and the tests of stores, API and whole service on the usual PSA, on a real
MongoDB and a real Redis, which it brings up itself where MONGODB_URI and REDIS_URL give none. With paths, it only runs the
test files whose path contains one of them, those of test:full too, on every kind of PSA; -t takes the tests whose name matches.

npm run test:full runs every check and every test: kills, laws, fuzz and every kind of PSA too.

  --slowest          lists the ten files that took longest
  --report <file>    writes down what was passed and failed
  --after <file>     runs what npm test has not run, and counts what it wrote down there
  --again            runs files that failed once more, alone, names those that pass then, and counts what they say then

The last line says how many tests passed and failed.
`);
requireNode();

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    full: { type: 'boolean', default: false },
    slowest: { type: 'boolean', default: false },
    report: { type: 'string' },
    after: { type: 'string' },
    again: { type: 'boolean', default: false },
    testNamePattern: { type: 'string', short: 't' },
  },
});

/** What this run checks and tests. */
function chosen() {
  if (positionals.length > 0 || values.testNamePattern !== undefined) {
    return { checks: [], tests: testsOf(positionals, values.testNamePattern) };
  }
  if (values.after !== undefined) {
    return { checks: everyCheck.filter((check) => !quickChecks.includes(check)), tests: remainingTests() };
  }
  return values.full ? { checks: everyCheck, tests: everyTest } : { checks: quickChecks, tests: quickTests };
}

const { checks, tests } = chosen();
const earlier =
  values.after !== undefined && existsSync(values.after)
    ? JSON.parse(readFileSync(values.after, 'utf8'))
    : null;
await ensureInstalled();
const failedChecks = [...(earlier?.failedChecks ?? []), ...(await runChecks(checks))];
const runs = await runEach(tests, values.again ? runTestsTwice : runTests);
const report = addReports([...(earlier === null ? [] : [earlier]), ...runs]);
if (values.report !== undefined) {
  writeFileSync(values.report, JSON.stringify({ ...report, failedChecks }));
}
if (values.slowest) {
  process.stdout.write(`Slowest files:\n${listSlowestFiles(report, checkout).join('\n')}\n`);
}
const failures = listFailures(report, checkout);
if (failures.length > 0) {
  process.stdout.write(`Failed tests:\n${failures.map((failure) => `  ${failure}`).join('\n')}\n`);
}
if (failedChecks.length > 0) {
  process.stdout.write(`Failed checks: ${failedChecks.join(', ')}.\n`);
}
const { line, exitCode } = summariseTests(report, failedChecks);
process.stdout.write(`${line}\n`);
process.exit(exitCode);

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import { checkout } from './checkout.mjs';
import { runNode } from './run.mjs';
import { failedFiles, withSecondRun } from './test-summary.mjs';

/*
 * Which tests a run consists of: runs of Jest, one after the other, each with its projects (`jest.config.ts`), the kinds of PSA
 * that the tests of several kinds try (`tests/support/each-psa.ts`), and further parameters. One that `yields` goes on beside those
 * behind it, with the processor time that these leave.
 */

const allowNone = ['--passWithNoTests'];

/** What `npm test` runs. */
export const quickTests = [{ projects: ['unit', 'integration'], psaKinds: 'usual', filesPerCore: 3 }];

/** What judges how soon something happens: nothing may run beside it but what yields. */
const alone = { projects: ['drills-alone'], psaKinds: 'all', filesPerCore: 0 };

/** Of these, those of `tests/system` mostly wait, and may have one another beside them, as long as they are few. */
const eachAlone = [
  { ...alone, filesPerCore: 2, parameters: [join('tests', 'system')] },
  { ...alone, parameters: [join('tests', 'drills')] },
];

/** What fails on purpose: side by side, as most of a drill is waiting, and then those beside which nothing may run. */
export function drillsOf(paths = []) {
  const parameters = [...allowNone, ...paths];
  return [
    { projects: ['drills'], psaKinds: 'all', filesPerCore: 1.5, parameters },
    { ...alone, parameters },
  ];
}

export const everyTest = [
  { projects: ['unit', 'integration', 'full', 'drills'], psaKinds: 'all' },
  ...eachAlone,
];

/** The name of a test that runs on a kind of PSA that is not the usual one. */
const onOtherPsa = 'the (bare|failing|halopsa) PSA';

/** What `npm test` leaves to `npm run test:full`: each test runs in one of both. */
export function remainingTests() {
  const tests = join(checkout, 'tests', 'system');
  const onSeveralPsas = readdirSync(tests).filter((name) =>
    /\b(eachPsa|eachDialect)\b/.test(readFileSync(join(tests, name), 'utf8')),
  );
  return [
    { projects: ['full', 'drills'], psaKinds: 'all' },
    {
      projects: ['integration'],
      psaKinds: 'others',
      filesPerCore: 3,
      yields: true,
      parameters: [
        `--testNamePattern=${onOtherPsa}`,
        ...onSeveralPsas.map((name) => join('tests', 'system', name)),
      ],
    },
    ...eachAlone,
  ];
}

/** Test files by parts of their paths, and tests by their names. */
export function testsOf(paths, namePattern) {
  return [
    {
      projects: ['unit', 'integration', 'full'],
      psaKinds: 'all',
      parameters: [...(namePattern === undefined ? [] : [`--testNamePattern=${namePattern}`]), ...paths],
    },
  ];
}

const nodeOptions = [
  process.env.NODE_OPTIONS ?? '',
  // For what runs before the test files, which come bundled: see `packages/devkit/jest/runner.mjs`.
  '--conditions=leadbridge-source',
  '--enable-source-maps',
  '--disable-warning=ExperimentalWarning',
].join(' ');

/** Runs Jest; returns its report, or one that only says that Jest left none, with Jest's exit code. */
export async function runTests({ projects, psaKinds, filesPerCore = 2, yields = false, parameters = [] }) {
  const folder = mkdtempSync(join(tmpdir(), 'leadbridge-report-'));
  const reportFile = join(folder, 'report.json');
  const { exitCode } = await runNode(
    [
      join(checkout, 'node_modules', 'jest', 'bin', 'jest.js'),
      // Before other options, as it takes whatever follows it for a project.
      ...['--selectProjects', ...projects],
      // Most of the long tests wait for a limit, a PSA or a process: more files than cores keep the cores busy.
      ...[
        '--json',
        `--outputFile=${reportFile}`,
        `--maxWorkers=${Math.max(1, Math.ceil(availableParallelism() * filesPerCore))}`,
      ],
      ...parameters,
    ],
    {
      yields,
      environment: { ...process.env, NODE_ENV: 'test', NODE_OPTIONS: nodeOptions, PSA_KINDS: psaKinds },
    },
  );
  try {
    return { ...JSON.parse(readFileSync(reportFile, 'utf8')), jestExitCode: exitCode };
  } catch {
    // Jest ended before it could write one.
    return { jestExitCode: exitCode, crashed: true };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Runs Jest, and once more, one file after the other, the files that failed: many files at once keep a small machine so busy that a
 * test may wait in vain. Those that passed then are named, because they are not stable.
 */
export async function runTestsTwice(test) {
  const first = await runTests(test);
  const files = failedFiles(first);
  if (files.length === 0) {
    return first;
  }
  const paths = files.map((file) => relative(checkout, file));
  process.stdout.write(`Once more, alone:\n${paths.map((path) => `  ${path}`).join('\n')}\n`);
  const options = (test.parameters ?? []).filter((parameter) => parameter.startsWith('--'));
  const second = await runTests({ ...test, filesPerCore: 0, parameters: [...options, ...paths] });
  const failedAgain = new Set(failedFiles(second));
  const unstable = files.filter((file) => !failedAgain.has(file)).map((file) => relative(checkout, file));
  if (unstable.length > 0) {
    process.stdout.write(`Not stable:\n${unstable.map((path) => `  ${path}`).join('\n')}\n`);
  }
  return withSecondRun(first, second);
}

/** Runs all of these; returns their reports. */
export async function runEach(tests, runOne) {
  const yielding = [];
  const reports = [];
  for (const test of tests) {
    const running = runOne(test);
    if (test.yields) {
      yielding.push(running);
    } else {
      reports.push(await running);
    }
  }
  return [...reports, ...(await Promise.all(yielding))];
}

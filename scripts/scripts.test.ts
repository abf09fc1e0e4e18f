import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from '@jest/globals';

interface LockEntry {
  version?: string;
  link?: boolean;
  optional?: boolean;
  hasInstallScript?: boolean;
}

// The scripts are plain JavaScript, as they run before anything is installed or built.
const { whyStale } = (await import(new URL('./lib/ensure-installed.mjs', import.meta.url).href)) as {
  whyStale(wanted: Record<string, LockEntry>, installed: Record<string, LockEntry> | null): string | null;
};
const { missingPlatformPackages, packagesWithoutIntegrity } = (await import(
  new URL('./lib/platform-packages.mjs', import.meta.url).href
)) as {
  missingPlatformPackages(packages: Record<string, object>): string[];
  packagesWithoutIntegrity(packages: Record<string, object>): string[];
};
const { addReports, failedFiles, listFailures, listSlowestFiles, summariseTests, withSecondRun } =
  (await import(new URL('./lib/test-summary.mjs', import.meta.url).href)) as {
    addReports(reports: object[]): object;
    failedFiles(report: object): string[];
    listFailures(report: object, root: string): string[];
    listSlowestFiles(report: object, root: string, fileCount?: number): string[];
    summariseTests(report: object, failedChecks: string[]): { line: string; exitCode: number };
    withSecondRun(first: object, second: object): object;
  };

describe('whyStale', () => {
  const wanted = {
    '': { version: '1.0.0' },
    'packages/domain': { version: '1.0.0' },
    'node_modules/@leadbridge/domain': { link: true },
    'node_modules/a': { version: '1.2.3' },
    'node_modules/a/node_modules/b': { version: '2.0.0' },
    'node_modules/other-platform': { version: '1.0.0', optional: true },
  };
  const { 'node_modules/other-platform': _absent, ...installed } = wanted;

  it('is content with what npm installed, without the packages of other platforms', () => {
    expect(whyStale(wanted, installed)).toBeNull();
  });

  it('notices that nothing is installed, or that an install was broken off', () => {
    expect(whyStale(wanted, null)).toBe('nothing is installed yet');
  });

  it('notices a missing package, another version and a workspace that is not linked', () => {
    const { 'node_modules/a': _missing, ...without } = installed;
    expect(whyStale(wanted, without)).toContain('a is missing');
    expect(
      whyStale(wanted, { ...installed, 'node_modules/a/node_modules/b': { version: '2.0.1' } }),
    ).toContain('b is');
    expect(whyStale(wanted, { ...installed, 'node_modules/@leadbridge/domain': {} })).toContain(
      '@leadbridge/domain',
    );
  });
});

describe('package-lock.json', () => {
  const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, LockEntry> };
  const remedy = 'node scripts/complete-lock.mjs adds them';

  it(`holds the packages of every platform, as npm ci demands (${remedy})`, () => {
    expect(missingPlatformPackages(packages)).toEqual([]);
    const optionalDependencies = { '@x/core-linux-arm64-gnu': '1.0.0', '@x/core-win32-x64-msvc': '1.0.0' };
    const incomplete = {
      'node_modules/core': { dev: true, optionalDependencies },
      'node_modules/core/node_modules/@x/core-linux-arm64-gnu': { version: '1.0.0' },
    };
    expect(missingPlatformPackages(incomplete)).toEqual(['@x/core-win32-x64-msvc@1.0.0']);
  });

  it(`holds a checksum of every package (${remedy})`, () => {
    expect(packagesWithoutIntegrity(packages)).toEqual([]);
    const unvouched = {
      '': { version: '1.0.0' },
      'packages/domain': { version: '1.0.0' },
      'node_modules/@leadbridge/domain': { link: true },
      'node_modules/a': { version: '1.0.0', integrity: 'sha512-abc' },
      'node_modules/a/node_modules/b': { version: '1.0.0' },
      'node_modules/weak': { version: '1.0.0', integrity: 'sha1-abc' },
    };
    expect(packagesWithoutIntegrity(unvouched)).toEqual([
      'node_modules/a/node_modules/b',
      'node_modules/weak',
    ]);
  });

  /** Each works without its script: its compiled code is a package of its own, which the lock file holds. */
  const scriptsLeftOut = [
    // Compile themselves where there is no package for the platform; without it they run as JavaScript, or are not used.
    'node_modules/@parcel/watcher',
    // Replaces its launcher with the compiled program, which starts a little sooner.
    'node_modules/esbuild',
    'node_modules/msgpackr-extract',
  ];

  it('runs no script of a package while it is installed, and none needs that', () => {
    expect(read('.npmrc').split('\n')).toContain('ignore-scripts=true');
    const withScript = Object.entries(packages).flatMap(([path, entry]) =>
      entry.hasInstallScript === true ? [path] : [],
    );
    expect(withScript.sort()).toEqual(scriptsLeftOut);
  });
});

describe('listSlowestFiles', () => {
  it('lists the files that took longest first, and no more than asked for', () => {
    const testResults = [
      { name: '/checkout/a.test.ts', startTime: 1_000, endTime: 1_500 },
      { name: '/checkout/packages/b.test.ts', startTime: 1_000, endTime: 13_345 },
      { name: '/checkout/c.test.ts', startTime: 2_000, endTime: 4_000 },
    ];
    expect(listSlowestFiles({ testResults }, '/checkout', 2)).toEqual([
      '   12.3 s  packages/b.test.ts',
      '    2.0 s  c.test.ts',
    ]);
  });
});

describe('a second run of the files that failed', () => {
  const file = (name: string, ...statuses: string[]) => ({
    name,
    status: statuses.every((status) => status === 'passed') && statuses.length > 0 ? 'passed' : 'failed',
    assertionResults: statuses.map((status) => ({ status })),
  });
  const first = {
    jestExitCode: 1,
    testResults: [file('a', 'passed', 'passed'), file('b', 'passed', 'failed'), file('c')],
  };

  it('takes the place of their results', () => {
    expect(failedFiles(first)).toEqual(['b', 'c']);
    const passed = { jestExitCode: 0, testResults: [file('b', 'passed', 'passed'), file('c', 'passed')] };
    expect(summariseTests(addReports([withSecondRun(first, passed)]), [])).toEqual({
      line: '5 passed, 0 failed',
      exitCode: 0,
    });
  });

  it('is red where one of them fails again, cannot be run, or where Jest left no report', () => {
    const again = { jestExitCode: 1, testResults: [file('b', 'failed', 'failed'), file('c')] };
    expect(summariseTests(addReports([withSecondRun(first, again)]), [])).toEqual({
      line: '2 passed, 3 failed',
      exitCode: 1,
    });
    expect(
      summariseTests(addReports([withSecondRun(first, { jestExitCode: 1, crashed: true })]), []),
    ).toEqual({
      line: '3 passed, 2 failed',
      exitCode: 1,
    });
  });
});

describe('listFailures', () => {
  it('names each failed test and each file that could not be run, of all runs', () => {
    const first = {
      testResults: [
        {
          name: '/checkout/a.test.ts',
          message: '● a > fails',
          assertionResults: [
            { status: 'passed', fullName: 'a passes', failureMessages: [] },
            {
              status: 'failed',
              fullName: 'a fails',
              failureMessages: ['\u001b[31mError: 1\u001b[39m\n  at a.test.ts:1'],
            },
          ],
        },
        { name: '/checkout/b.test.ts', message: '', assertionResults: [] },
      ],
    };
    const second = {
      testResults: [{ name: '/checkout/c.test.ts', message: '\n  Cannot find c', assertionResults: [] }],
    };
    expect(listFailures(addReports([addReports([first]), second]), '/checkout')).toEqual([
      'a.test.ts > a fails: Error: 1',
      'c.test.ts: Cannot find c',
    ]);
  });
});

describe('summariseTests', () => {
  const report = { numPassedTests: 5, numFailedTests: 0, numRuntimeErrorTestSuites: 0, jestExitCode: 0 };
  const summary = (reports: object[], failedChecks: string[] = []) =>
    summariseTests(addReports(reports), failedChecks);

  it('is green only where everything ran and passed', () => {
    expect(summary([report])).toEqual({ line: '5 passed, 0 failed', exitCode: 0 });
  });

  it('counts several runs as one, those that an earlier command has added up too', () => {
    const earlier = addReports([report, report]);
    expect(summary([earlier, report])).toEqual({ line: '15 passed, 0 failed', exitCode: 0 });
  });

  it.each([
    ['a failed test', { ...report, numFailedTests: 2 }, [], '5 passed, 2 failed'],
    ['a file that could not be run', { ...report, numRuntimeErrorTestSuites: 1 }, [], '5 passed, 1 failed'],
    ['a failed check', report, ['lint'], '5 passed, 1 failed'],
    ['a runner that fails for no test', { ...report, jestExitCode: 1 }, [], '5 passed, 1 failed'],
    ['a runner that left no report', { jestExitCode: 1 }, [], '0 passed, 1 failed'],
    ['a run in which nothing ran', { ...report, numPassedTests: 0 }, [], '0 passed, 1 failed'],
  ])('counts %s, alone and behind another run', (_name, given, failedChecks, line) => {
    expect(summary([given], failedChecks)).toEqual({ line, exitCode: 1 });
    expect(summary([addReports([report]), given], failedChecks).exitCode).toBe(1);
    expect(summary([addReports([given]), report], failedChecks).exitCode).toBe(1);
  });
});

describe('--help', () => {
  it.each([
    [['start.mjs'], 'npm start'],
    [['test.mjs'], 'npm test'],
    [['check.mjs'], 'npm run check'],
    [['bench.mjs'], 'npm run bench'],
    [['start-app.mjs', 'api'], 'npm run start:api'],
    [['start-app.mjs', 'worker'], 'npm run start:worker'],
  ])('explains %j and does nothing else', ([script = '', ...parameters], command) => {
    const path = fileURLToPath(new URL(script, import.meta.url));
    const { status, stdout } = spawnSync(process.execPath, [path, ...parameters, '--help'], {
      encoding: 'utf8',
    });
    expect(status).toBe(0);
    expect(stdout.split('\n')[0]).toContain(command);
  });
});

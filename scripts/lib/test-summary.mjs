import { relative } from 'node:path';

/**
 * The closing line of a test run, from Jest's JSON report (null where it left none) and the checks that failed. A test file
 * that could not be run counts as one failure, as does a failed check, and a run in which nothing ran.
 */
export function summariseTests(report, jestExitCode, failedChecks) {
  const passed = report?.numPassedTests ?? 0;
  const brokenFiles = report?.numRuntimeErrorTestSuites ?? 0;
  const seen = (report?.numFailedTests ?? 0) + brokenFiles + failedChecks.length;
  // Jest may also fail without a failed test: no test found, servers that did not start, a crash.
  const failed = seen === 0 && (report === null || jestExitCode !== 0 || passed === 0) ? 1 : seen;
  return { line: `${passed} passed, ${failed} failed`, exitCode: failed === 0 ? 0 : 1 };
}

/** The files that took longest, slowest first, a line for each: seconds and path relative to `root`. */
export function listSlowestFiles(report, root, fileCount = 10) {
  return (report?.testResults ?? [])
    .map(({ name, startTime, endTime }) => ({
      path: relative(root, name),
      seconds: (endTime - startTime) / 1000,
    }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, fileCount)
    .map(({ path, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${path}`);
}

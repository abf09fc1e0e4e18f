import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** The reports of several runs of Jest as one: what is counted, whether one of them failed, and how long each file took. */
export function addReports(reports) {
  const sum = (count) => reports.reduce((total, report) => total + (report[count] ?? 0), 0);
  return {
    numPassedTests: sum('numPassedTests'),
    numFailedTests: sum('numFailedTests'),
    numRuntimeErrorTestSuites: sum('numRuntimeErrorTestSuites'),
    jestExitCode: reports.find(({ jestExitCode }) => jestExitCode !== 0)?.jestExitCode ?? 0,
    // A run that left no report, or in which nothing ran, proves nothing, whatever the others have passed.
    emptyRuns: reports.reduce(
      (total, { emptyRuns, numPassedTests = 0 }) => total + (emptyRuns ?? (numPassedTests === 0 ? 1 : 0)),
      0,
    ),
    testResults: reports.flatMap(({ testResults = [] }) =>
      testResults.map(({ name, startTime, endTime, message, assertionResults = [] }) => ({
        name,
        startTime,
        endTime,
        message,
        assertionResults: assertionResults.filter(({ status }) => status === 'failed'),
      })),
    ),
  };
}

/** The files of a run that failed, or could not be run. */
export function failedFiles({ testResults = [] }) {
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
}

/** A run's report in which the results of a second run take the place of those of the same files. */
export function withSecondRun(first, second) {
  const again = new Map((second.testResults ?? []).map((result) => [result.name, result]));
  const testResults = first.testResults.map((result) => again.get(result.name) ?? result);
  const count = (status) =>
    testResults.reduce(
      (total, { assertionResults = [] }) =>
        total + assertionResults.filter((each) => each.status === status).length,
      0,
    );
  const failed = testResults.filter(({ status }) => status === 'failed');
  const hasNoFailedTest = ({ assertionResults = [] }) =>
    !assertionResults.some(({ status }) => status === 'failed');
  return {
    ...first,
    testResults,
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    numRuntimeErrorTestSuites: failed.filter(hasNoFailedTest).length,
    jestExitCode: failed.length === 0 ? second.jestExitCode : first.jestExitCode,
  };
}

/**
 * The closing line of a test run, from what `addReports` returned and the checks that failed. A test file that could not be run
 * counts as one failure, as does a failed check, and a run in which nothing ran.
 */
export function summariseTests(report, failedChecks) {
  const seen =
    report.numFailedTests + report.numRuntimeErrorTestSuites + failedChecks.length + report.emptyRuns;
  // Jest may also fail without a failed test: no test found, servers that did not start, a crash.
  const failed = seen === 0 && report.jestExitCode !== 0 ? 1 : seen;
  return { line: `${report.numPassedTests} passed, ${failed} failed`, exitCode: failed === 0 ? 0 : 1 };
}

/** The files that took longest, slowest first, a line for each: seconds and path relative to `root`. */
export function listSlowestFiles(report, root, fileCount = 10) {
  return report.testResults
    .map(({ name, startTime, endTime }) => ({
      path: relative(root, name),
      seconds: (endTime - startTime) / 1000,
    }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, fileCount)
    .map(({ path, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${path}`);
}

/**
 * What failed in a report of `addReports`, for the end of a long log: a line for each test with its file and the first line of its
 * failure; a file that could not be run has one for itself.
 */
export function listFailures(report, root) {
  return report.testResults.flatMap(({ name, message = '', assertionResults = [] }) => {
    const path = relative(root, name);
    if (assertionResults.length === 0 && message !== '') {
      return [`${path}: ${firstLineOf(message)}`];
    }
    return assertionResults.map(
      ({ fullName, failureMessages = [] }) =>
        `${path} > ${fullName}: ${firstLineOf(failureMessages[0] ?? '')}`,
    );
  });
}

/** Without the colours that a terminal would show. */
function firstLineOf(text) {
  const lines = stripVTControlCharacters(text).split('\n');
  return lines.find((line) => line.trim() !== '')?.trim() ?? '';
}

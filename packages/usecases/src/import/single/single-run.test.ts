import { describe, expect, it } from '@jest/globals';

import type { RunResult } from '../../work/run-result.js';
import { settle, take, type WaitingRun, type WaitingRuns } from './single-run.js';

function waitingRun(jobId: string) {
  const results: RunResult[] = [];
  const entry: WaitingRun = {
    run: { jobId, runsAlone: false, lastAttempt: false },
    begun: null,
    inContext: async (work) => work(),
    resolve: (result) => results.push(result),
    reject: () => undefined,
  };
  return { entry, results };
}

describe('the runs of a batch', () => {
  it('can be taken only once', () => {
    const { entry } = waitingRun('job_a1');
    const waiting: WaitingRuns = new Map([['job_a1', entry]]);
    expect(take(waiting, 'job_a1')).toEqual([entry]);
    expect(take(waiting, 'job_a1')).toEqual([]);
  });

  it('are settled once, with the first result, while the others keep waiting', () => {
    const [one, two] = [waitingRun('job_a1'), waitingRun('job_a2')];
    const waiting: WaitingRuns = new Map([
      ['job_a1', one.entry],
      ['job_a2', two.entry],
    ]);
    settle(waiting, 'job_a1', { done: true });
    settle(waiting, 'job_a1', { done: false, continueAt: 1 });
    settle(waiting, 'job_gone', { done: true });
    expect([one.results, two.results, [...waiting.keys()]]).toEqual([[{ done: true }], [], ['job_a2']]);
  });
});

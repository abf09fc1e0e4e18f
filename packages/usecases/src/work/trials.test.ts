import { describe, expect, it } from '@jest/globals';

import { createMemoryImportStore } from '../testing/memory-import-store.js';
import { createMemoryJobs } from '../testing/memory-jobs.js';
import { DeadlyRowError } from './deadly-row-error.js';
import { createTrialLane, isSuspected, rowsToTryOf, tryAlone } from './trials.js';

async function begin() {
  const { runs, add, openTrials } = createMemoryJobs(createMemoryImportStore());
  const jobId = add('bulk_import', {}, { rows: [{ data: 1 }, { data: 2 }] });
  const [job] = await runs.begin([jobId], '2026-01-31T09:00:00.000Z');
  const run = job?.run ?? { jobId, token: 'none' };
  const trials = createTrialLane();
  const tried = async (work: () => Promise<string>) =>
    tryAlone<string | DeadlyRowError>(
      { runs, trials },
      { run, index: 1, subject: 'row' },
      {
        work,
        setAside: async (fault: DeadlyRowError) => Promise.resolve(fault),
      },
    );
  /** As if the process had crashed in this many trials. */
  const loseTrials = async (count: number): Promise<void> => {
    for (let each = 0; each < count; each += 1) {
      await runs.beginTrial(run, 1);
    }
  };
  return { runs, run, trials, openTrials, tried, loseTrials };
}

describe('a job during which processes have crashed', () => {
  it.each([
    [0, false],
    [1, false],
    [2, true],
    [3, true],
  ])('is suspected after %i of them: %p', (lostRuns, expected) => {
    expect(isSuspected({ lostRuns })).toBe(expected);
  });

  it.each([
    [0, undefined, 50, 0],
    [0, 30, 50, 30],
    [2, undefined, 50, 50],
    [2, 30, 50, 50],
    [2, 80, 50, 80],
  ])(
    'with %i lost runs and %p rows left of %i in progress tries %i alone',
    (lostRuns, rowsToTry, inHand, expected) => {
      const job = rowsToTry === undefined ? { lostRuns } : { lostRuns, rowsToTry };
      expect(rowsToTryOf(job, inHand)).toBe(expected);
    },
  );
});

describe('a row that is tried alone', () => {
  const done = async () => Promise.resolve('done');

  it.each([
    [0, null],
    [3, null],
    [4, true],
    [5, true],
    [6, false],
  ])('after %i crashed trials may be read: %p (null: is processed)', async (lost, mayBeRead) => {
    const { tried, loseTrials } = await begin();
    await loseTrials(lost);
    const result = await tried(done);
    expect(result instanceof DeadlyRowError ? result.mayBeRead : null).toBe(mayBeRead);
  });

  it.each([
    ['ended', done],
    ['failed', async () => Promise.reject(new Error('The PSA is away'))],
  ])('has been tried once it %s, and the next may come', async (_name, work) => {
    const { tried, trials, openTrials } = await begin();
    await tried(work).catch(() => undefined);
    expect([openTrials.size, trials.enter()]).toEqual([0, expect.any(Function)]);
  });

  it('makes every other one wait', async () => {
    const { tried, trials } = await begin();
    expect(await tried(async () => String(await tried(done)))).toBe('busy');
    const leave = trials.enter();
    expect(await tried(done)).toBe('busy');
    leave?.();
    expect(await tried(done)).toBe('done');
  });

  it('is left to another run of the job that has begun', async () => {
    const { tried, runs, run, trials } = await begin();
    await runs.begin([run.jobId], '2026-01-31T09:01:00.000Z');
    await expect(tried(done)).rejects.toThrow('Another run has begun');
    expect(trials.enter()).not.toBeNull();
  });
});

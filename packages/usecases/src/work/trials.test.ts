import { describe, expect, it } from '@jest/globals';

import { createMemoryImportStore } from '../testing/memory-import-store.js';
import { createManualClock } from '../testing/manual-clock.js';
import { createMemoryJobs } from '../testing/memory-jobs.js';
import { DeadlyRowError } from './deadly-row-error.js';
import { createTrialLane, isSuspected, rowsToTryOf, TrialLaneBusyError, tryAlone } from './trials.js';

async function begin() {
  const { runs, add, openTrials } = createMemoryJobs(createMemoryImportStore());
  const jobId = add('bulk_import', {}, { rows: [{ data: 1 }, { data: 2 }] });
  const [job] = await runs.begin([jobId], '2026-01-31T09:00:00.000Z');
  const run = job?.run ?? { jobId, token: 'none' };
  const trials = createTrialLane(createManualClock());
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
    expect([openTrials.size, trials.enter('job_other')]).toEqual([0, expect.any(Function)]);
  });

  it('makes every other one wait', async () => {
    const { tried, trials } = await begin();
    await expect(tried(async () => String(await tried(done)))).rejects.toThrow(TrialLaneBusyError);
    const leave = trials.enter('job_other');
    await expect(tried(done)).rejects.toThrow(TrialLaneBusyError);
    leave();
    expect(await tried(done)).toBe('done');
  });

  it('is left to another run of the job that has begun', async () => {
    const { tried, runs, run, trials } = await begin();
    await runs.begin([run.jobId], '2026-01-31T09:01:00.000Z');
    await expect(tried(done)).rejects.toThrow('Another run has begun');
    expect(trials.enter('job_other')).not.toThrow();
  });
});

describe('the lane of rows that are tried alone', () => {
  const rowMs = 400;

  /** The times at which each job tries a row, if all have rows without end and ask when they are told to. */
  function traffic(count: number, durationMs: number): Map<string, readonly number[]> {
    const clock = createManualClock();
    const lane = createTrialLane(clock);
    const startedAt = clock.now();
    const jobIds = Array.from({ length: count }, (_, index) => `job_${index}`);
    const nextAt = new Map(jobIds.map((jobId) => [jobId, startedAt]));
    const tried = new Map(jobIds.map((jobId) => [jobId, [0]]));
    let underWay: { readonly leave: () => void; readonly until: number } | null = null;
    for (; clock.now() < startedAt + durationMs; clock.pass(100)) {
      if (underWay !== null && underWay.until <= clock.now()) {
        underWay.leave();
        underWay = null;
      }
      for (const [jobId, at] of nextAt) {
        if (at > clock.now()) continue;
        try {
          underWay = { leave: lane.enter(jobId), until: clock.now() + rowMs };
          tried.get(jobId)?.push(clock.now() - startedAt);
          nextAt.set(jobId, underWay.until);
        } catch (error) {
          if (!(error instanceof TrialLaneBusyError)) throw error;
          nextAt.set(jobId, error.retryAt);
        }
      }
    }
    return tried;
  }

  it.each([2, 3, 8])('lets none of %i jobs wait for all rows of another', (count) => {
    for (const times of traffic(count, 300_000).values()) {
      const waits = [...times, 300_000].map((at, index, all) => at - (all[index - 1] ?? 0));
      expect(Math.max(...waits)).toBeLessThanOrEqual(5_000 + count * (rowMs + 1_000));
    }
  });

  it('belongs to a job that is alone for as long as it has rows', () => {
    const [times = []] = traffic(1, 60_000).values();
    expect(times.slice(1)).toHaveLength(60_000 / rowMs);
  });

  it('does not wait for a job that no longer asks', () => {
    const clock = createManualClock();
    const lane = createTrialLane(clock);
    const leave = lane.enter('job_1');
    expect(() => lane.enter('job_gone')).toThrow(TrialLaneBusyError);
    leave();
    clock.pass(5_000);
    expect(() => lane.enter('job_1')).not.toThrow();
  });
});

import { describe, expect, it } from '@jest/globals';

import { PsaUnavailableError } from '../ports/psa-errors.js';
import { budgetRetryAt } from '../testing/psa-faults.js';
import { createUndoWorld, type UndoWorldOptions } from './testing/undo-world.js';

/** An undo of this many creations. */
function begin(
  count: number,
  {
    rowsToTry,
    lostRuns,
    ...options
  }: UndoWorldOptions & { readonly rowsToTry?: number; readonly lostRuns?: number } = {},
) {
  const world = createUndoWorld(options);
  for (let index = 0; index < count; index += 1) {
    world.putCreated(index);
  }
  const jobId = world.addJob({
    ...(rowsToTry === undefined ? {} : { rowsToTry }),
    ...(lostRuns === undefined ? {} : { lostRuns }),
  });
  return {
    ...{ ...world, jobId },
    run: async (lastAttempt = false) => world.undo(jobId, lastAttempt),
    outcomes: () => world.outcomesOf(jobId),
    ended: () => world.jobs.ends.get(jobId),
    later: (milliseconds: number) => world.clock.now() + milliseconds,
  };
}

const all = <T>(count: number, each: T): T[] => Array.from({ length: count }, () => each);

describe('an undo', () => {
  it('ends with every row decided, and emits an event with the counts', async () => {
    const { run, outcomes, ended, jobs, jobId } = begin(3);
    expect(await run()).toEqual({ done: true });
    expect(outcomes()).toEqual(all(3, 'undone'));
    expect(ended()).toMatchObject({
      ...{ status: 'completed', error: null },
      result: {
        ...{ parentJobId: 'job_import', dryRun: false, totalProcessed: 3, successful: 3, failed: 0 },
        ...{ undone: 3, kept: 0, nothingToUndo: 0 },
      },
      events: [{ type: 'sync.completed', data: { job_id: jobId, status: 'completed', successful: 3 } }],
    });
    expect(jobs.kept).toContain(jobId);
  });

  it('processes its rows in batches of 25, so that its progress shows', async () => {
    const { run, records, outcomes } = begin(60);
    await run();
    expect(records.map(({ rows }) => rows.length)).toEqual([25, 25, 10]);
    expect(outcomes()).toEqual(all(60, 'undone'));
  });

  it('knows the requests of a row before the first, from the lists that the import has filled', async () => {
    const { run, psa, listed, deps } = begin(4);
    const noted: unknown[] = [];
    const { note } = deps.runs;
    Object.assign(deps.runs, {
      note: async (...given: Parameters<typeof note>) => {
        noted.push(given[1]);
        await note(...given);
      },
    });
    listed.set(psa.addList('CSV Leads').id, new Map([300, 301, 302, 303].map((id) => [id, 1_000 + id])));
    listed.set(
      psa.addList('Hot').id,
      new Map([
        [300, 2_300],
        [301, 2_301],
      ]),
    );
    psa.faults.plan('updateTicket', 'no_budget');
    await run();
    const pace = { millisecondsPerRow: 0, callsPerRow: 1.15 + 6 / 4 };
    expect(noted).toEqual([{ pace }, { callsInVain: psa.calls.length }]);
  });

  it('removes no list item twice if the budget ends in between', async () => {
    const { run, psa, listed } = begin(20);
    const list = psa.addList('CSV Leads');
    listed.set(list.id, new Map(Array.from({ length: 20 }, (_, index) => [300 + index, 1_000 + index])));
    psa.faults.plan('removeListItem', ...all(12, 'ok' as const), 'no_budget');
    expect(await run()).toMatchObject({ done: false, reason: 'psa_budget' });
    expect(await run()).toEqual({ done: true });
    const removals = psa.calls.filter((call) => call === 'removeListItem').length;
    // Those under way beside the one without a slot may be repeated.
    expect(removals).toBeLessThanOrEqual(21 + 8);
    expect(psa.calls).not.toContain('listPlaces');
  });

  it('emits no event for a dry run', async () => {
    const { run, ended } = begin(1, { dryRun: true });
    await run();
    expect(ended()).toMatchObject({ result: { dryRun: true, undone: 1 }, events: [] });
  });

  it('that has ended is not run again', async () => {
    const { run, psa } = begin(1);
    await run();
    const calls = psa.calls.length;
    expect(await run()).toEqual({ done: true });
    expect(psa.calls).toHaveLength(calls);
  });

  it('resumes where an earlier run stopped', async () => {
    const { run, psa, records, outcomes } = begin(30);
    psa.faults.plan('updateTicket', ...all(25, 'ok' as const), 'away');
    await expect(run()).rejects.toThrow(PsaUnavailableError);
    expect(records).toHaveLength(1);
    expect(await run()).toEqual({ done: true });
    expect(records.map(({ rows }) => rows.length)).toEqual([25, 5]);
    expect(outcomes()).toEqual(all(30, 'undone'));
  });
});

describe('an undo that has to wait', () => {
  it('for the budget returns when to continue, and ends nothing', async () => {
    const { run, psa, ended } = begin(1);
    psa.faults.plan('updateTicket', 'no_budget');
    expect(await run(true)).toEqual({ done: false, continueAt: budgetRetryAt, reason: 'psa_budget' });
    expect(ended()).toBeUndefined();
  });

  it('for another worker that was faster is retried, even on its last attempt', async () => {
    const { run, race, ended, outcomes, later } = begin(1);
    race.isLost = true;
    expect(await run(true)).toEqual({ done: false, continueAt: later(2_000) });
    expect([ended(), outcomes()]).toEqual([undefined, [null]]);
    race.isLost = false;
    expect(await run()).toEqual({ done: true });
  });

  it('because its process shuts down is retried immediately, after the current batch', async () => {
    let isStopping = false;
    const { run, outcomes, records, later, deps } = begin(45, { isStopping: () => isStopping });
    const { record } = deps.store;
    Object.assign(deps.store, {
      record: async (...given: Parameters<typeof record>) => {
        isStopping = true;
        await record(...given);
      },
    });
    expect(await run()).toEqual({ done: false, continueAt: later(0) });
    expect(records).toHaveLength(1);
    expect(outcomes().filter((outcome) => outcome === null)).toHaveLength(20);
  });

  it('for another suspect in its process is retried in a second', async () => {
    const { run, trials, later, psa } = begin(1, { rowsToTry: 1 });
    const leave = trials.enter('job_other');
    expect(await run()).toEqual({ done: false, continueAt: later(1_000) });
    expect(psa.calls).toEqual([]);
    leave?.();
    expect(await run()).toEqual({ done: true });
  });
});

describe('a cancelled undo', () => {
  it('completes rows that were begun, and fails the others', async () => {
    const { run, jobs, jobId, undoIntents, outcomes, ended, psa } = begin(3);
    undoIntents.set(`${jobId}#1`, { at: '2026-01-31T08:59:00.000Z', closedStatusId: 90, mayHaveNote: false });
    jobs.requestCancel(jobId);
    expect(await run()).toEqual({ done: true });
    expect(outcomes()).toEqual(['CANCELLED', 'undone', 'CANCELLED']);
    expect(ended()).toMatchObject({
      status: 'cancelled',
      result: { totalProcessed: 3, successful: 1, failed: 2, undone: 1 },
      events: [{ data: { status: 'cancelled' } }],
    });
    expect([300, 301, 302].map((id) => psa.tickets.get(id)?.statusId)).toEqual([1, 90, 1]);
  });
});

describe('an undo while the PSA is unavailable', () => {
  it('throws until its last attempt, and keeps its rows', async () => {
    const { run, psa, outcomes, ended, errorLog } = begin(1);
    psa.faults.plan('getTicketForUpdate', 'away');
    await expect(run()).rejects.toThrow(PsaUnavailableError);
    expect([outcomes(), ended(), errorLog]).toEqual([[null], undefined, []]);
  });

  it('is given up with its last attempt: finished rows stay, the rest fails, and operators are notified', async () => {
    const { run, psa, outcomes, ended, errorLog, jobId } = begin(120);
    psa.faults.plan('updateTicket', ...all(100, 'ok' as const), 'away');
    await expect(run(true)).rejects.toThrow(PsaUnavailableError);
    expect(outcomes()).toEqual([...all(100, 'undone'), ...all(20, 'EXTERNAL_API_ERROR')]);
    expect(ended()).toMatchObject({ status: 'failed', error: { code: 'EXTERNAL_API_ERROR' } });
    expect(errorLog).toMatchObject([{ level: 'error', source: 'psa', jobId }]);
    expect(errorLog[0]?.message).toMatch(/^An undo was given up; .*: The PSA is away$/u);
  });

  it('is not given up by a run that another has followed', async () => {
    const { run, psa, deps, outcomes, ended, later, jobId } = begin(1);
    const session = psa.session();
    Object.assign(deps.psa, {
      session: () => ({
        ...session,
        getTicketForUpdate: async () => {
          await deps.runs.begin([jobId], '2026-01-31T09:00:00.000Z');
          throw new PsaUnavailableError('The PSA is away');
        },
      }),
    });
    expect(await run(true)).toEqual({ done: false, continueAt: later(2_000) });
    expect([outcomes(), ended()]).toEqual([[null], undefined]);
  });
});

describe('a row of an undo', () => {
  it('whose note gets lost three times fails, and the others are done', async () => {
    const { run, psa, outcomes, ended } = begin(2);
    // In each run of the row the note is tried three times; those of the others succeed.
    psa.faults.plan('createActions', 'request_lost', 'ok', ...all(8, 'request_lost' as const));
    expect(await run()).toEqual({ done: true });
    expect(outcomes()).toEqual(['EXTERNAL_API_ERROR', 'undone']);
    expect(ended()).toMatchObject({ status: 'completed', result: { failed: 1, undone: 1 } });
  });

  it('whose note gets lost in two runs is done in the third', async () => {
    const { run, psa, outcomes } = begin(1);
    psa.faults.plan('createActions', ...all(6, 'request_lost' as const));
    expect(await run()).toEqual({ done: true });
    expect(outcomes()).toEqual(['undone']);
    expect(psa.notesOf(300)).toHaveLength(1);
  });

  it('that crashes processes is set aside with its reason, and the others are done one at a time', async () => {
    const { run, jobs, jobId, outcomes, errorLog, records, psa } = begin(3, { lostRuns: 2 });
    jobs.openTrials.set(`${jobId}#1`, 4);
    expect(await run()).toEqual({ done: true });
    expect(outcomes()).toEqual(['undone', 'SET_ASIDE', 'undone']);
    expect(errorLog).toMatchObject([
      { level: 'error', fault: 'service', jobId, rows: [{ index: 1, row: 2 }] },
    ]);
    expect(records.map(({ rows }) => rows.map(({ index }) => index))).toEqual([[0], [1], [2]]);
    expect(psa.tickets.get(301)?.statusId).toBe(1);
    expect(jobs.openTrials.size).toBe(0);
  });

  it('is tried alone only as long as the job says', async () => {
    const { run, records, jobs, jobId } = begin(4, { rowsToTry: 2 });
    await run();
    expect(records.map(({ rows }) => rows.length)).toEqual([1, 1, 2]);
    expect(jobs.recordOf(jobId)?.rowsToTry).toBe(0);
  });
});

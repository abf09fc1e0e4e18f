import { describe, expect, it } from '@jest/globals';

import type { JobResult } from '@leadbridge/contracts';

import { StaleClaimError } from '../ports/import-store.js';
import type { JobEnd, JobRuns } from '../ports/job-runs.js';
import type { JobRecord } from '../ports/jobs.js';
import type { NewErrorLogEntry } from '../ports/error-log-entry.js';
import { PsaBudgetError, PsaRefusedError, PsaUnavailableError } from '../ports/psa-errors.js';
import { ForeignJobError } from './foreign-job-error.js';
import { done, refused, refusedFaults, type JobOutcome } from './job-outcome.js';
import { RecordBusyError } from './record-busy-error.js';
import { runOnce } from './run-once.js';
import { createTrialLane } from './trials.js';

const now = Date.UTC(2026, 10, 21);

const stored: JobRecord = {
  jobId: 'job_1',
  type: 'lead_status',
  status: 'active',
  input: { lead_id: 7, status: 'contacted' },
  requestId: 'req_1',
  actor: { id: 'key_1', name: 'Desk' },
  progress: { total: 1, processed: 0, successful: 0, failed: 0 },
  result: null,
  error: null,
  parentJobId: null,
  cancelRequested: false,
  createdAt: '2026-11-21T00:00:00.000Z',
  startedAt: null,
  finishedAt: null,
};

const moved: JobResult<'lead_status'> = {
  success: true,
  leadId: 7,
  psaTicketId: 1007,
  status: 'contacted',
  previousStatus: 'researching',
};

/** Runs one job with this work; returns what was recorded. */
async function run(
  work: () => Promise<JobOutcome> | JobOutcome,
  {
    lastAttempt = false,
    isLatest = true,
    jobs = [stored],
    lostRuns = 0,
    lostTrials = 0,
  }: {
    lastAttempt?: boolean;
    isLatest?: boolean;
    jobs?: readonly JobRecord[];
    lostRuns?: number;
    lostTrials?: number;
  } = {},
) {
  const ends: JobEnd[] = [];
  const errorLogEntries: NewErrorLogEntry[] = [];
  const givenUp: (readonly [jobId: string, reason: string, ended: number])[] = [];
  const runs = {
    begin: async () =>
      jobs.map((job) => ({
        ...job,
        run: { jobId: job.jobId, token: 'run_1' },
        lostRuns,
        earlier: { intent: null, outcome: null },
      })),
    beginTrial: async () => lostTrials,
    endTrial: async () => undefined,
    isLatest: async () => isLatest,
    finish: async (end: JobEnd) => {
      ends.push(end);
    },
  } as unknown as JobRuns;
  const saveErrorLogEntries = async (saved: readonly NewErrorLogEntry[]): Promise<void> => {
    errorLogEntries.push(...saved);
  };
  let result: unknown = null;
  let thrown: unknown = null;
  try {
    result = await runOnce(
      {
        runs,
        trials: createTrialLane({ now: () => now }),
        errorLogEntries: { saveErrorLogEntries },
        clock: { now: () => now },
        onGivenUp: async (jobId, reason) => {
          givenUp.push([jobId, reason, ends.length]);
        },
      },
      { jobId: 'job_1', lastAttempt },
      { lead_status: async () => work() },
    );
  } catch (error) {
    thrown = error;
  }
  return { ends, errorLogEntries, givenUp, result, thrown };
}

const fails = (fault: Error) => () => {
  throw fault;
};

describe('a job without rows', () => {
  it('ends with the result of its work, and with its events', async () => {
    const event = { type: 'lead.updated', data: {} };
    const outcome: JobOutcome = { kind: 'done', result: moved, events: [event] };
    const { ends, result } = await run(() => outcome);
    expect(result).toEqual({ done: true });
    expect(ends).toEqual([
      {
        jobId: 'job_1',
        at: '2026-11-21T00:00:00.000Z',
        status: 'completed',
        result: moved,
        error: null,
        progress: { total: 1, processed: 1, successful: 1, failed: 0 },
        events: [event],
      },
    ]);
  });

  it.each<readonly [string, object]>([
    ['type', { type: 'lead_merge' }],
    ['input', { input: { lead_id: 7, status: { later: 1 } } }],
  ])('is left to workers of the release that stored it if its %s cannot be read', async (_, changes) => {
    const jobs = [Object.assign({}, stored, changes)];
    const { ends, errorLogEntries, thrown } = await run(() => done(moved), { lastAttempt: true, jobs });
    expect(thrown).toBeInstanceOf(ForeignJobError);
    expect({ ends, errorLogEntries }).toEqual({ ends: [], errorLogEntries: [] });
  });

  it('fails if its work was refused, without an entry in the error log', async () => {
    const { ends, errorLogEntries } = await run(() => refused('RESOURCE_NOT_FOUND', 'None', { lead_id: 7 }));
    expect(ends).toMatchObject([
      {
        status: 'failed',
        result: null,
        error: { code: 'RESOURCE_NOT_FOUND', message: 'None', details: { lead_id: 7 } },
        progress: { processed: 1, successful: 0, failed: 1 },
      },
    ]);
    expect(errorLogEntries).toEqual([]);
  });

  it('names each fault of a refusal, the first one twice', async () => {
    const faults = [
      { field: 'a', value: 1, message: 'A is wrong' },
      { field: 'b', value: null, message: 'B is missing' },
    ];
    const { ends } = await run(() => refusedFaults(faults));
    expect(ends[0]?.error).toEqual({
      code: 'VALIDATION_ERROR',
      message: 'A is wrong',
      details: { field: 'a', value: 1, errors: faults },
    });
  });

  it('is not ended again if its work has recorded its end', async () => {
    expect((await run(() => ({ kind: 'recorded' }))).ends).toEqual([]);
  });

  it('is left alone if it has already ended', async () => {
    const { ends, result } = await run(fails(new Error('never run')), { jobs: [] });
    expect({ ends, result }).toEqual({ ends: [], result: { done: true } });
  });

  it.each([
    ['the budget of the PSA', new PsaBudgetError(now + 9_000), 9_000, 'psa_budget'],
    ['others at work on the record', new RecordBusyError('busy'), 100, undefined],
    ['the worker that took it over', new StaleClaimError('stale'), 1_000, undefined],
  ])('waits for %s, which costs no attempt', async (_name, fault, delayMs, reason) => {
    const { ends, result } = await run(fails(fault), { lastAttempt: true });
    expect({ ends, result }).toEqual({
      ends: [],
      result: { done: false, continueAt: now + delayMs, reason },
    });
  });

  it('is retried while attempts are left', async () => {
    const fault = new PsaUnavailableError('away');
    const { ends, errorLogEntries, givenUp, thrown } = await run(fails(fault));
    expect({ ends, errorLogEntries, thrown }).toEqual({ ends: [], errorLogEntries: [], thrown: fault });
    expect(givenUp).toEqual([]);
  });

  it("ends with the last attempt, with the PSA's message and an entry in the error log", async () => {
    const { ends, errorLogEntries, givenUp, thrown } = await run(fails(new PsaUnavailableError('away')), {
      lastAttempt: true,
    });
    // While the job has not ended, so that it is done again after a crash.
    expect(givenUp).toEqual([['job_1', 'away', 0]]);
    expect(thrown).toBeInstanceOf(PsaUnavailableError);
    expect(ends).toMatchObject([
      { status: 'failed', error: { code: 'EXTERNAL_API_ERROR', message: 'away' } },
    ]);
    expect(errorLogEntries).toMatchObject([
      { level: 'error', source: 'psa', errorCode: 'EXTERNAL_API_ERROR', leadId: 7, jobId: 'job_1' },
    ]);
  });

  it('ends immediately if the PSA refuses, because it would refuse again', async () => {
    const { ends, result } = await run(fails(new PsaRefusedError('no such ticket', 404)));
    expect(result).toEqual({ done: true });
    expect(ends).toMatchObject([{ error: { code: 'EXTERNAL_API_ERROR', message: 'no such ticket' } }]);
  });

  it('is not given up if another run of it has begun since', async () => {
    for (const fault of [new PsaRefusedError('no such ticket', 404), new Error('lost')]) {
      const { ends, errorLogEntries, result } = await run(fails(fault), {
        lastAttempt: true,
        isLatest: false,
      });
      expect([ends, errorLogEntries]).toEqual([[], []]);
      expect(result).toMatchObject({ done: false });
    }
  });

  it('reveals nothing about an internal error', async () => {
    const { ends, errorLogEntries } = await run(fails(new Error('secret address')), { lastAttempt: true });
    expect(ends[0]?.error).toEqual({
      code: 'INTERNAL_ERROR',
      message: 'An unexpected error occurred',
      details: {},
    });
    expect(JSON.stringify(errorLogEntries)).not.toContain('secret');
  });

  it('can return its outcome with the shorthand functions', () => {
    expect(done(moved)).toEqual({ kind: 'done', result: moved });
  });
});

describe('a job that has crashed processes', () => {
  it.each([
    [1, 9],
    [2, 3],
    [2, 0],
  ])('is worked on after %i lost runs and %i lost trials', async (lostRuns, lostTrials) => {
    const { ends, errorLogEntries } = await run(() => done(moved), { lostRuns, lostTrials });
    expect([ends, errorLogEntries]).toMatchObject([[{ status: 'completed' }], []]);
  });

  it('is set aside, with an entry in the error log, after four crashes while it ran alone', async () => {
    const work = fails(new Error('Nobody is to come here'));
    const { ends, errorLogEntries, result } = await run(work, { lostRuns: 2, lostTrials: 4 });
    expect(result).toEqual({ done: true });
    expect(ends).toMatchObject([
      {
        status: 'failed',
        error: {
          message: expect.stringMatching(/ended 4 times while it worked on this job alone/u),
          details: { reason: 'SET_ASIDE' },
        },
      },
    ]);
    expect(errorLogEntries).toMatchObject([{ level: 'error', errorCode: 'SET_ASIDE', leadId: 7 }]);
  });
});

import { describe, expect, it } from '@jest/globals';

import { StaleClaimError } from '../ports/import-store.js';
import { PsaUnavailableError } from '../ports/psa-errors.js';
import { createManualClock } from '../testing/manual-clock.js';
import { createMemoryImportStore } from '../testing/memory-import-store.js';
import { createMemoryJobs } from '../testing/memory-jobs.js';
import { finishRows, giveRowsUp } from './end-of-rows.js';
import { endOfFault } from './job-fault.js';

const job = { jobId: 'job_a1', createdAt: '2026-01-31T08:59:00.000Z' };
const outcome = { status: 'failed', code: 'EXTERNAL_API_ERROR', error: 'The PSA is away' } as const;

async function begin() {
  const store = createMemoryImportStore();
  const jobs = createMemoryJobs(store);
  jobs.add('bulk_import', {}, { jobId: job.jobId, rows: [{ data: 1 }, { data: 2 }] });
  const [begun] = await jobs.runs.begin([job.jobId], job.createdAt);
  const run = begun?.run ?? { jobId: job.jobId, token: 'none' };
  const deps = { ...jobs, store, clock: createManualClock() };
  const giveUp = async (error: unknown, by = run) =>
    giveRowsUp(deps, job, by, { error, outcome, tried: true, summary: 'An import was given up' });
  return { ...deps, run, giveUp };
}

describe('a job with rows', () => {
  it('that is given up fails every pending row with the reason, and keeps finished rows', async () => {
    const { store, giveUp, ends } = await begin();
    const earlier = { ...outcome, code: 'VALIDATION_ERROR', error: 'No email' } as const;
    store.outcomes.set('job_a1#0', earlier);
    await giveUp(new PsaUnavailableError('The PSA is away'));
    expect([store.outcomes.get('job_a1#0'), store.outcomes.get('job_a1#1')]).toEqual([earlier, outcome]);
    expect(ends.get('job_a1')).toMatchObject({ status: 'failed', error: { code: 'EXTERNAL_API_ERROR' } });
  });

  it.each([
    [new PsaUnavailableError('The PSA is away'), 'psa', 'An import was given up: The PSA is away'],
    [new Error('alex@example.com'), 'import', 'An import was given up: An unexpected error occurred'],
  ])(
    'that is given up because of %p is logged, without the message of internal errors',
    async (error, source, message) => {
      const { store, giveUp } = await begin();
      await giveUp(error);
      expect(store.errorLog).toMatchObject([{ level: 'error', source, message, jobId: 'job_a1' }]);
    },
  );

  it('is not given up by a run that another one has followed', async () => {
    const { giveUp, runs, run, store, ends } = await begin();
    await runs.begin([job.jobId], job.createdAt);
    await expect(giveUp(new Error('late'), run)).rejects.toThrow(StaleClaimError);
    expect([store.outcomes.size, store.errorLog, ends.size]).toEqual([0, [], 0]);
  });

  it('does not end before its rows are kept', async () => {
    const { runs, importJobs, ends, kept } = await begin();
    const end = endOfFault(job.jobId, new Error('given up'), job.createdAt);
    const keepRows = async () => Promise.reject(new Error('MongoDB is away'));
    await expect(finishRows({ runs, importJobs: { ...importJobs, keepRows } }, job, end)).rejects.toThrow(
      'away',
    );
    expect(ends.size).toBe(0);
    await finishRows({ runs, importJobs }, job, end);
    expect([kept.has(job.jobId), ends.get(job.jobId)]).toEqual([true, end]);
  });
});

import { describe, expect, it } from '@jest/globals';

import { RecordBusyError } from '../work/record-busy-error.js';
import { eraseRecords } from './erase-records.js';
import { createErasureWorld, erasureAt, type ErasureWorldGiven } from './testing/erasure-world.js';

function setUp(given: ErasureWorldGiven = {}) {
  const world = createErasureWorld(given);
  return { ...world, erase: async () => eraseRecords(erasureAt('records'), world.context()) };
}

describe('the records of a person', () => {
  it('go together, and what is known of them in the PSA is kept for the response', async () => {
    const { erase, leads } = setUp();
    expect(await erase()).toMatchObject({
      erasure: {
        stage: 'jobs',
        psa: { ticketIds: [1_007], contactIds: [2_007] },
        prospectIds: [107],
        mayHoldMore: false,
        erased: { leads: 1 },
      },
    });
    expect(leads.size).toBe(0);
  });

  it.each(['email:alex@example.com', 'company-person:exampleworks-alexexample', 'of-7', 'lead:7'])(
    'stay while another worker is at work on %s',
    async (key) => {
      const { erase, leads, claims } = setUp();
      claims.holders.set(key, 'another');
      await expect(erase()).rejects.toThrow(RecordBusyError);
      expect(leads.size).toBe(1);
    },
  );

  it('are searched for again where another has come meanwhile', async () => {
    const { erase, leads } = setUp({ leadIds: [7, 8] });
    expect(await erase()).toEqual({ erasure: null });
    expect(leads.size).toBe(2);
  });

  it('may not be all in the PSA where a worker was killed while it wrote there', async () => {
    const { erase, claims } = setUp();
    claims.unsettled.set('of-7', 60_000);
    expect(await erase()).toMatchObject({ erasure: { mayHoldMore: true } });
  });
});

describe('an import of the person that was asked for before', () => {
  it('fails where it has not begun: the row alone, and a single import as a whole', async () => {
    const { erase, state } = setUp({
      rows: [{}, { jobId: 'job_single', ofBulk: false }, { data: { email: 'sam@example.com' } }],
      openJobs: [{ jobId: 'job_status', isBegun: false }],
    });
    await erase();
    expect(state.erasedRows).toMatchObject([{ jobId: 'job_import', index: 0 }, { jobId: 'job_single' }]);
    expect(state.ended).toMatchObject(
      ['job_single', 'job_status'].map((jobId) => ({
        ...{ jobId, status: 'failed' },
        error: { code: 'VALIDATION_ERROR', details: { reason: 'ERASED' } },
      })),
    );
  });

  it.each<[string, ErasureWorldGiven]>([
    ['a row', { rows: [{ isBegun: true }] }],
    ['a job', { openJobs: [{ jobId: 'job_status', isBegun: true }] }],
  ])('is waited for where it has begun: %s', async (_what, given) => {
    const { erase, leads, clock } = setUp(given);
    expect(await erase()).toEqual({ outcome: { kind: 'waiting', continueAt: clock.now() + 1_000 } });
    expect(leads.size).toBe(1);
  });
});

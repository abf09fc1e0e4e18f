import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { openImportHarness, type ImportHarness } from '../support/import-harness.js';
import { flatLead } from '../support/caller.js';

let harness: ImportHarness;

beforeEach(async () => {
  harness = await openImportHarness();
});

afterEach(async () => {
  await harness.close();
});

function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

// An emptied queue is filled again from the records, while the worker that has the job is alive and working.
describe('two runs of one job', () => {
  it('put a new ticket on each list once', async () => {
    const { simulator } = harness;
    const lead = flatLead(1);
    const jobId = await harness.singleJob(lead);
    simulator.faults.set({ kind: 'hang', when: 'before', times: 1, method: 'POST', path: '/api/Lists/*' });
    const first = harness.worker().runSingle(jobId);
    await simulator.faults.waitForHeld(1, 30_000);

    const second = harness.worker();
    // It waits for the claim of the first, which is still filling the lists.
    const meanwhile = second.runSingle(jobId);
    simulator.faults.release();
    await Promise.all([first, meanwhile]);
    const afterwards = await second.runSingle(jobId);

    const [ticket] = simulator.tickets();
    expect(simulator.listNames(ticket?.id ?? 0)).toHaveLength(4);
    expect(new Set(simulator.listNames(ticket?.id ?? 0)).size).toBe(4);
    expect(simulator.tickets()).toHaveLength(1);
    expect(afterwards).toMatchObject({ done: true });
    expect(await harness.job(jobId)).toMatchObject({ status: 'completed' });
  });

  it('do not fail because of the one that began first', async () => {
    const jobId = await harness.singleJob(flatLead(1));
    const [frozen, thawed, recording, recorded] = [gate(), gate(), gate(), gate()];
    const first = harness
      .worker(() => ({
        claim: async () => {
          frozen.open();
          await thawed.opened;
          throw new Error('The connection was lost');
        },
      }))
      .runSingle(jobId, true);
    await frozen.opened;
    const second = harness
      .worker((store) => ({
        record: async (batch) => {
          recording.open();
          await recorded.opened;
          return await store.record(batch);
        },
      }))
      .runSingle(jobId, true);
    await recording.opened;
    thawed.open();
    await expect(first).resolves.toMatchObject({ done: false });
    recorded.open();

    await expect(second).resolves.toEqual({ done: true });
    expect(await harness.job(jobId)).toMatchObject({ status: 'completed', result: { result: 'created' } });
    expect(await harness.mongo.collection('leads').countDocuments()).toBe(1);
  });

  it.each([
    ['begin nothing that was cancelled meanwhile', false],
    ['count nothing that was cancelled meanwhile', true],
  ])(
    '%s',
    async (_, isKnown) => {
      const { simulator } = harness;
      const lead = flatLead(1);
      if (isKnown) {
        await harness.worker().runSingle(await harness.singleJob(lead));
      }
      const jobId = await harness.bulkJob([lead]);
      let thaw = (): void => undefined;
      const thawed = new Promise<void>((resolve) => (thaw = resolve));
      let freeze = (): void => undefined;
      const frozen = new Promise<void>((resolve) => (freeze = resolve));
      const slow = harness.worker((store) => ({
        claim: async (keys, milliseconds) => {
          freeze();
          await thawed;
          return store.claim(keys, milliseconds);
        },
      }));
      const first = slow.finishBulk(jobId);
      await frozen;
      await harness.cancel(jobId);
      await harness.worker().finishBulk(jobId);
      const ended = await harness.job(jobId);
      thaw();
      await first;

      expect(ended).toMatchObject({ status: 'cancelled', progress: { successful: 0 } });
      expect(await harness.job(jobId)).toEqual(ended);
      expect(simulator.tickets()).toHaveLength(isKnown ? 1 : 0);
      await expect(harness.mongo.collection('creations').countDocuments()).resolves.toBe(0);
    },
    60_000,
  );
});

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { openImportHouse, type ImportHouse } from '../testing/import-house.js';
import { flatLead } from './testing/caller.js';

let house: ImportHouse;

beforeEach(async () => {
  house = await openImportHouse();
});

afterEach(async () => {
  await house.close();
});

function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

// A queue that was emptied is filled again from the records, while the worker that has the job is alive and at work.
describe('two runs of one job', () => {
  it('put a new ticket on each list once', async () => {
    const { simulator } = house;
    const lead = flatLead(1);
    const jobId = await house.singleJob(lead);
    simulator.faults.set({ kind: 'hang', when: 'before', times: 1, method: 'POST', path: '/api/Lists/*' });
    const first = house.worker().runSingle(jobId);
    await simulator.faults.waitForHeld(1, 30_000);

    const second = house.worker();
    const meanwhile = await second.runSingle(jobId);
    simulator.faults.release();
    await first;
    const afterwards = await second.runSingle(jobId);

    const [ticket] = simulator.tickets();
    expect(simulator.listNames(ticket?.id ?? 0)).toHaveLength(4);
    expect(new Set(simulator.listNames(ticket?.id ?? 0)).size).toBe(4);
    expect([meanwhile, afterwards]).toMatchObject([{ done: false }, { done: true }]);
    expect(await house.job(jobId)).toMatchObject({ status: 'completed' });
  }, 60_000);

  it('are not given up by the one that began first', async () => {
    const jobId = await house.singleJob(flatLead(1));
    const [frozen, thawed, recording, recorded] = [gate(), gate(), gate(), gate()];
    const first = house
      .worker(() => ({
        claim: async () => {
          frozen.open();
          await thawed.opened;
          throw new Error('The connection was lost');
        },
      }))
      .runSingle(jobId, true);
    await frozen.opened;
    const second = house
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
    expect(await house.job(jobId)).toMatchObject({ status: 'completed', result: { result: 'created' } });
    expect(await house.mongo.collection('leads').countDocuments()).toBe(1);
  });

  it.each([
    ['begin nothing that was cancelled meanwhile', false],
    ['count nothing that was cancelled meanwhile', true],
  ])(
    '%s',
    async (_, isKnown) => {
      const { simulator } = house;
      const lead = flatLead(1);
      if (isKnown) {
        await house.worker().runSingle(await house.singleJob(lead));
      }
      const jobId = await house.bulkJob([lead]);
      let thaw = (): void => undefined;
      const thawed = new Promise<void>((resolve) => (thaw = resolve));
      let freeze = (): void => undefined;
      const frozen = new Promise<void>((resolve) => (freeze = resolve));
      const slow = house.worker((store) => ({
        claim: async (keys, milliseconds) => {
          freeze();
          await thawed;
          return store.claim(keys, milliseconds);
        },
      }));
      const first = slow.finishBulk(jobId);
      await frozen;
      await house.cancel(jobId);
      await house.worker().finishBulk(jobId);
      const ended = await house.job(jobId);
      thaw();
      await first;

      expect(ended).toMatchObject({ status: 'cancelled', progress: { successful: 0 } });
      expect(await house.job(jobId)).toEqual(ended);
      expect(simulator.tickets()).toHaveLength(isKnown ? 1 : 0);
      await expect(house.mongo.collection('creations').countDocuments()).resolves.toBe(0);
    },
    60_000,
  );
});

import { describe, expect, it } from '@jest/globals';
import { newId } from '@leadbridge/platform';
import { createJobStore, createLifecycleStore } from '@leadbridge/store';
import type { NewJob, NewProspect } from '@leadbridge/usecases';

import { createMemoryLifecycleStore } from '../../packages/usecases/src/lifecycle/testing/memory-lifecycle-store.js';
import { prospectRecord } from '../../packages/usecases/src/lifecycle/testing/records.js';
import { twins } from '../support/twins.js';

const at = '2026-01-31T09:00:00.000Z';

/** A job whose intent counts as long as it has not ended. */
const newJob = (): NewJob => ({
  jobId: newId('job'),
  type: 'lead_status',
  input: { lead_id: 1, status: 'engaged' },
  requestId: 'req_1',
  actor: { id: 'key_1', name: 'Example' },
  total: 1,
  createdAt: at,
});

const stores = twins(
  () => ({
    ...createMemoryLifecycleStore().store,
    addJob: async () => Promise.resolve(newJob().jobId),
  }),
  (connection) => ({
    ...createLifecycleStore(connection),
    async addJob() {
      const job = newJob();
      await createJobStore(connection).create(job);
      return job.jobId;
    },
  }),
);

describe.each(stores)('the contract of the lifecycle, $name', ({ open }) => {
  async function newProspect(store: ReturnType<typeof open>): Promise<NewProspect> {
    const prospectId = await store.reserveId('prospect');
    const { irregularChanges: _none, updatedAt: _at, ...prospect } = prospectRecord({ prospectId });
    return { ...prospect, leadId: 90_000 + prospectId, psaTicketId: 90_000 + prospectId };
  }
  const claimed = async (store: ReturnType<typeof open>, prospectId: number): Promise<number> =>
    (await store.claim([`lead:${prospectId}`], 10_000)).fence;

  it('reserves an id once', async () => {
    const store = open();
    const ids = await Promise.all(Array.from({ length: 5 }, async () => store.reserveId('prospect')));
    expect(new Set(ids).size).toBe(5);
  });

  it('tells the first run of a job from the next, and which states its jobs are about to reach', async () => {
    const store = open();
    const [jobId, leadId] = [await store.addJob(), await store.reserveId('prospect')];
    expect(await store.beginIntent({ jobId, leadId, to: ['engaged'], at })).toBe(true);
    expect(await store.beginIntent({ jobId, leadId, to: ['prospecting'], at })).toBe(false);
    expect([...(await store.intendedStates(leadId))].sort()).toEqual(['engaged', 'prospecting']);
  });

  it('records a prospect and its moves, with the history of both', async () => {
    const store = open();
    const prospect = await newProspect(store);
    const { prospectId } = prospect;
    const fence = await claimed(store, prospectId);
    await store.record({ fence, at, newProspect: prospect });
    expect(await store.findProspect(prospectId)).toMatchObject({ prospectId, status: prospect.status });
    const move = { from: prospect.status, to: 'qualified', at, by: 'key_1', reason: null };
    await store.record({ fence, at, prospect: { prospectId, statusChanges: [move] } });
    const moved = await store.findProspect(prospectId);
    expect(moved?.status).toBe('qualified');
    expect(moved?.history.at(-1)).toMatchObject({ from: prospect.status, to: 'qualified', by: 'key_1' });
    expect(await store.findProspect(0)).toBeNull();
  });

  it('keeps the reference of the first attempt to promote a prospect', async () => {
    const store = open();
    const prospect = await newProspect(store);
    const { prospectId } = prospect;
    await store.record({ fence: await claimed(store, prospectId), at, newProspect: prospect });
    expect(await store.beginPromotion(prospectId, 'first')).toBe('first');
    expect(await store.beginPromotion(prospectId, 'second')).toBe('first');
  });

  it('knows the opportunities of the PSA that are its own', async () => {
    const store = open();
    const opportunityId = await store.reserveId('opportunity');
    expect(await store.knowsPsaOpportunity(80_000 + opportunityId, 200)).toBe(false);
    expect(await store.findOpportunity(opportunityId)).toBeNull();
    expect(await store.findLead(0)).toBeNull();
    expect(await store.findLeadsByTicket(0)).toEqual([]);
  });
});

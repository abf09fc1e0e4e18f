import { describe, expect, it } from '@jest/globals';
import { newId } from '@leadbridge/platform';
import { createReconciliationStore } from '@leadbridge/store';

import {
  createReconciliationWorld,
  findingOf,
  remedyJobId,
} from '../../packages/usecases/src/reconciliation/testing/reconciliation-world.js';
import { twins } from '../support/twins.js';

const tickets = [300, 301, 302];

const stores = twins(
  () => {
    const { deps, pending } = createReconciliationWorld();
    const choose = async () => {
      pending.push(...tickets.map((ticket) => findingOf(ticket)));
      return Promise.resolve(remedyJobId);
    };
    return { store: deps.reconciliations, choose };
  },
  (connection) => {
    const store = createReconciliationStore(connection);
    const choose = async () => {
      const [reconciliationId, jobId] = [newId('rec'), newId('job')];
      const actor = { id: 'key_1', name: 'Example' };
      const found = tickets.map((ticket) => findingOf(ticket, { remedies: ['follow'] }));
      await store.addFindings(reconciliationId, found, null);
      const response = await store.resolve(
        { reconciliationId, remedy: 'follow', findings: { kind: 'status_drift' } },
        {
          ...{ jobId, type: 'reconciliation_remedy', requestId: 'req_1', actor, total: 1 },
          input: { reconciliation_id: reconciliationId, remedy: 'follow' },
          createdAt: '2026-01-31T09:00:00.000Z',
        },
        {
          ...{ action: 'reconciliation.resolved', actor: { ...actor, kind: 'person' }, address: null },
          ...{ target: { type: 'reconciliation', id: reconciliationId }, requestId: 'req_1' },
        },
      );
      expect(response).toBe('accepted');
      return jobId;
    };
    return { store, choose };
  },
);

describe.each(stores)('the contract of remedies, $name', ({ open }) => {
  const pendingOf = async ({ store }: ReturnType<typeof open>, jobId: string) =>
    store.pendingOf(jobId, 100, '');

  it('are pending, in pages, until they are settled', async () => {
    const opened = open();
    const { store } = opened;
    const jobId = await opened.choose();
    const [first, second, third] = await pendingOf(opened, jobId);
    expect(new Set([first, second, third].map((each) => each?.psaTicketId))).toEqual(new Set(tickets));
    const behind = await store.pendingOf(jobId, 1, first?.findingId ?? '');
    expect(behind.map(({ findingId }) => findingId)).toEqual([second?.findingId]);
    expect(await store.remediesOf(jobId)).toMatchObject({ resolved: 0, failed: 0 });

    await store.settle(first?.findingId ?? '', null, jobId);
    await store.settle(second?.findingId ?? '', 'The PSA has the ticket', jobId);
    expect((await pendingOf(opened, jobId)).map(({ findingId }) => findingId)).toEqual([third?.findingId]);
    const tally = { resolved: 1, failed: 1, lastRefusal: 'The PSA has the ticket' };
    expect(await store.remediesOf(jobId)).toEqual(tally);
  });

  it('remember the imports that they wait for', async () => {
    const opened = open();
    const jobId = await opened.choose();
    const [first] = await pendingOf(opened, jobId);
    await opened.store.noteImports(first?.findingId ?? '', ['job_1', 'job_2'], 5);
    const [again] = await pendingOf(opened, jobId);
    expect(again).toMatchObject({
      findingId: first?.findingId,
      importIds: ['job_1', 'job_2'],
      ticketsLeft: 5,
    });
  });
});

import { describe, expect, it } from '@jest/globals';

import { reconciliationActor } from './run-reconciliation.js';
import { takeOptOuts } from './opt-out-notifications.js';
import { createReconciliationWorld } from './testing/reconciliation-world.js';

const shown = [
  { ticketId: 300, isFlagged: true, statusId: null },
  { ticketId: 301, isFlagged: false, statusId: 6 },
];

describe('opt-outs that no notification told of', () => {
  it('are one job, with the notifications that should have come', async () => {
    const { deps, storedJobs } = createReconciliationWorld();
    await takeOptOuts(shown, { actor: reconciliationActor }, deps);
    expect(storedJobs()).toMatchObject([
      {
        type: 'dnc_sync',
        actor: { id: 'service', name: 'Reconciliation' },
        input: {
          isList: true,
          notifications: [
            { ticketId: 300, changes: { customfields: [{ id: 105, new_value: true }] } },
            { ticketId: 301, changes: { status_id: { new_value: 6 } } },
          ],
        },
      },
    ]);
  });

  it('are no job where there are none', async () => {
    const { deps, enqueued } = createReconciliationWorld();
    await takeOptOuts([], { actor: reconciliationActor }, deps);
    expect(enqueued).toEqual([]);
  });

  it('are a new job each time they are found, and the same one where its id is given', async () => {
    const { deps, enqueued } = createReconciliationWorld();
    const actor = reconciliationActor;
    for (const jobId of [undefined, undefined, 'job_x', 'job_x']) {
      await takeOptOuts(shown, jobId === undefined ? { actor } : { actor, jobId }, deps);
    }
    expect(enqueued.slice(2)).toEqual(['job_x', 'job_x']);
    expect(new Set(enqueued).size).toBe(3);
  });
});

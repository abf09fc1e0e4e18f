import { expect, it } from '@jest/globals';

import type { NewJob } from '../ports/jobs.js';
import type { NewReconciliation, Reconciliation } from '../ports/reconciliation.js';
import { createManualClock } from '../testing/manual-clock.js';
import { requestReconciliation } from './request-reconciliation.js';

const day = '2026-01-31';
const underWay: Reconciliation = {
  ...{ reconciliationId: 'rec_other', jobId: 'job_other', status: 'running', requestedBy: 'service' },
  ...{ startedAt: '2026-01-31T03:00:00.000Z', finishedAt: null },
  ...{ tickets: 0, records: 0, psaRequests: 0, resolved: 0 },
  counts: {
    ...{ duplicate_ticket: 0, duplicate_contact: 0, duplicate_client: 0, missing_ticket: 0 },
    ...{ unknown_ticket: 0, unknown_before_first_import: 0, status_drift: 0, type_drift: 0 },
    ...{ opt_out_missing: 0, opt_out_unmarked: 0 },
  },
};

function setUp({
  other = null,
  isQueueAway = false,
}: {
  other?: Reconciliation | null;
  isQueueAway?: boolean;
}) {
  const created: (readonly [NewReconciliation, NewJob<'reconciliation'>])[] = [];
  const enqueued: unknown[] = [];
  const request = async () =>
    requestReconciliation(
      {
        reconciliations: {
          async create(reconciliation, job) {
            created.push([reconciliation, job]);
            return await Promise.resolve(other);
          },
        },
        queue: {
          async enqueue(job) {
            if (isQueueAway) {
              throw new Error('Redis is away');
            }
            enqueued.push(job);
            await Promise.resolve();
          },
        },
        clock: createManualClock(),
      },
      day,
    );
  return { created, enqueued, request };
}

it('the reconciliation of a day is stored with its job, which is then enqueued', async () => {
  const { created, enqueued, request } = setUp({});
  expect(await request()).toBeNull();
  const [[reconciliation, job] = []] = created;
  expect(reconciliation?.day).toBe(day);
  expect(job).toMatchObject({
    type: 'reconciliation',
    input: { reconciliation_id: reconciliation?.reconciliationId },
    actor: { id: 'service', name: 'Reconciliation' },
    createdAt: '2026-01-31T09:00:00.000Z',
  });
  expect(enqueued).toEqual([{ jobId: job?.jobId, type: 'reconciliation' }]);
});

it('a day that has one, or a time at which one is under way, gets no other', async () => {
  const { enqueued, request } = setUp({ other: underWay });
  expect(await request()).toBe(underWay);
  expect(enqueued).toEqual([]);
});

it('a queue that is away does not undo what was stored', async () => {
  const { created, request } = setUp({ isQueueAway: true });
  expect(await request()).toBeNull();
  expect(created).toHaveLength(1);
});

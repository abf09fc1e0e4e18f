import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { testServers } from '@leadbridge/devkit';
import { newId } from '@leadbridge/platform';
import type { AuditEntry, ListGroup, OptOutRequest } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { connectMongo, ensureIndexes } from '../connect.js';
import { createReconciledRecords } from '../reconciliation/reconciled-records.js';
import { createSuppressionStore } from '../suppression/suppression-store.js';
import { createImportStore } from '../transactions/import-store.js';

let connection: Connection;

beforeAll(async () => {
  connection = await connectMongo(testServers().mongodbUri);
  createImportStore(connection);
  await ensureIndexes(connection);
});

beforeEach(async () => {
  await connection.collection('list_groups').deleteMany({});
});

afterAll(async () => {
  await connection.close();
});

function group(parts: Partial<ListGroup>): ListGroup {
  return {
    groupId: newId('lst'),
    jobId: 'job_one',
    listId: 7,
    ticketIds: [1],
    ofOptOuts: false,
    state: 'planned',
    ...parts,
  };
}

const auditEntry = (): AuditEntry => ({
  ...{ action: 'suppression.removed', actor: { id: 'user_1', name: 'Admin', kind: 'person' } },
  ...{ target: { type: 'suppression', id: 'sup_one' }, address: null, requestId: 'req_1' },
});

async function plan(listGroups: readonly ListGroup[]): Promise<void> {
  await createImportStore(connection).record({
    fence: 1,
    countsProgress: false,
    at: '2026-01-02T03:04:05.000Z',
    rows: [],
    leads: [],
    listGroups,
    events: [],
    errorLogEntries: [],
  });
}

describe('groups of list items', () => {
  it('are split completely or not at all', async () => {
    const store = createImportStore(connection);
    const whole = group({ ticketIds: [1, 2, 3] });
    await plan([whole]);
    const parts = [
      group({ ticketIds: [1, 2], state: 'attempted' }),
      group({ ticketIds: [3], state: 'refused' }),
    ];
    await store.replaceListGroup(whole, parts);
    expect(await store.openListGroups(['job_one'])).toEqual(parts.slice(0, 1));

    const [first] = parts;
    await expect(store.replaceListGroup(first ?? whole, [parts[1] ?? whole])).rejects.toThrow();
    expect(await store.openListGroups(['job_one'])).toEqual(parts.slice(0, 1));
  });

  it('of the Do Not Contact list contain a ticket once, whether an import or an opt-out plans it first', async () => {
    const store = createImportStore(connection);
    const suppressions = createSuppressionStore(connection);
    await suppressions.planListGroup({ listId: 9, ticketId: 5, suppressionId: 'sup_one' });
    await plan([group({ listId: 9, ticketIds: [5, 6], ofOptOuts: true })]);
    await suppressions.planListGroup({ listId: 9, ticketId: 6, suppressionId: 'sup_two' });

    expect(
      (await store.openListGroups(['job_one', 'sup_one', 'sup_two'])).map((each) => each.ticketIds),
    ).toEqual([[5], [6]]);
  });

  it('of the Do Not Contact list contain a ticket again, to be looked up, if the PSA refused it', async () => {
    const store = createImportStore(connection);
    const suppressions = createSuppressionStore(connection);
    const refused = group({ listId: 9, ticketIds: [5, 6], ofOptOuts: true, state: 'refused' });
    await plan([refused]);
    await suppressions.planListGroup({ listId: 9, ticketId: 5, suppressionId: 'sup_one' });
    await suppressions.planListGroup({ listId: 9, ticketId: 5, suppressionId: 'sup_two' });
    await plan([group({ listId: 9, ticketIds: [5, 6], ofOptOuts: true, jobId: 'job_two' })]);
    const open = await store.openListGroups(['sup_one', 'sup_two', 'job_two']);
    expect(open).toMatchObject([
      { jobId: 'sup_one', ticketIds: [5], state: 'attempted' },
      { jobId: 'job_two', ticketIds: [6], state: 'attempted' },
    ]);
  });

  const at = '2026-01-31T09:00:00.000Z';
  const optOut = async () => {
    const request: OptOutRequest = {
      ...{ origin: 'api', ticketId: 5, leadId: null, leadSource: null, by: 'key_1', at },
      person: { email: 'jane@acme.example', firstName: null, lastName: null, companyName: null },
      ...{ keys: [{ kind: 'email', value: 'jane@acme.example' }], reason: 'Asked', marks: ['list'] },
    };
    const [written] = await createSuppressionStore(connection).request([request]);
    return written?.entry.suppressionId ?? '';
  };

  it('of the Do Not Contact list contain a ticket again, to be looked up, once it is to be marked again', async () => {
    const store = createImportStore(connection);
    const suppressions = createSuppressionStore(connection);
    const suppressionId = await optOut();
    await plan([group({ listId: 9, ticketIds: [5, 6], ofOptOuts: true, state: 'added' })]);
    expect(await createReconciledRecords(connection).markAgain(suppressionId, at)).toBe(true);

    await suppressions.planListGroup({ listId: 9, ticketId: 5, suppressionId });
    await suppressions.planListGroup({ listId: 9, ticketId: 6, suppressionId });
    expect(await store.openListGroups([suppressionId])).toMatchObject([
      { listId: 9, ticketIds: [5], state: 'attempted' },
    ]);
    expect(await createReconciledRecords(connection).markAgain('sup_none', at)).toBe(false);
  });

  it('of the Do Not Contact list are left to the opt-outs of their tickets if the work ends before', async () => {
    const store = createImportStore(connection);
    const suppressions = createSuppressionStore(connection);
    const suppressionId = await optOut();
    await suppressions.change(suppressionId, 1_000_000, { marks: [], ticketAt: null });
    const planned = group({ listId: 9, ticketIds: [5, 6], ofOptOuts: true, state: 'planned' });
    await plan([planned, group({ listId: 7, ticketIds: [5] })]);
    await store.leaveListsToOptOuts(['job_one'], at);
    await store.leaveListsToOptOuts(['job_one'], at);
    expect(await store.openListGroups(['job_one'])).toMatchObject([{ listId: 7 }]);
    expect((await suppressions.findMany([suppressionId]))[0]).toMatchObject({
      marks: ['list'],
      ticketAt: at,
    });

    await suppressions.planListGroup({ listId: 9, ticketId: 5, suppressionId });
    expect(await store.openListGroups([suppressionId])).toMatchObject([
      { listId: 9, ticketIds: [5], state: 'attempted' },
    ]);
  });

  it('of the Do Not Contact list contain a ticket again, to be looked up, once its opt-out was removed', async () => {
    const store = createImportStore(connection);
    const suppressions = createSuppressionStore(connection);
    const added = group({ listId: 9, ticketIds: [5, 6], ofOptOuts: true, state: 'added' });
    const planned = group({ listId: 8, ticketIds: [5], ofOptOuts: true });
    await plan([added, planned]);
    await suppressions.remove(await optOut(), at, auditEntry);
    expect(await store.openListGroups(['job_one'])).toEqual([]);

    const again = await optOut();
    await suppressions.planListGroup({ listId: 9, ticketId: 5, suppressionId: again });
    await suppressions.planListGroup({ listId: 9, ticketId: 6, suppressionId: again });
    expect(await store.openListGroups([again])).toMatchObject([
      { listId: 9, ticketIds: [5], state: 'attempted' },
    ]);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { testServers } from '@leadbridge/devkit';
import { newId } from '@leadbridge/platform';
import type { ListGroup } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { connectMongo, ensureIndexes } from '../connect.js';
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
  it('are open until they are added or refused, and returned by job', async () => {
    const store = createImportStore(connection);
    const [planned, attempted, added, refused] = [group({}), group({}), group({}), group({})];
    await plan([planned, attempted, added, refused, group({ jobId: 'job_other' })]);
    await store.markListGroups([attempted], 'attempted');
    await store.markListGroups([added], 'added');
    await store.markListGroups([refused], 'refused');

    const open = await store.openListGroups(['job_one']);
    expect(open.map(({ groupId, state }) => [groupId, state]).sort()).toEqual(
      [
        [planned.groupId, 'planned'],
        [attempted.groupId, 'attempted'],
      ].sort(),
    );
  });

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
});

import { randomUUID } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';
import { createImportStore, createSuppressionStore } from '@leadbridge/store';
import type { OptOutRequest } from '@leadbridge/usecases';

import { createMemorySuppressions } from '../../packages/usecases/src/suppression/testing/memory-suppressions.js';
import { createMemoryImportStore } from '../../packages/usecases/src/testing/memory-import-store.js';
import { twins } from '../support/twins.js';

const at = '2026-01-31T09:00:00.000Z';
const later = '2026-01-31T10:00:00.000Z';

const stores = twins(
  () => {
    const imports = createMemoryImportStore();
    return { imports, suppressions: createMemorySuppressions(imports).suppressions };
  },
  (connection) => ({
    imports: createImportStore(connection),
    suppressions: createSuppressionStore(connection),
  }),
);

describe.each(stores)('the contract of suppressions, $name', ({ open }) => {
  let ticketId = 7_000;
  function requestOf(changes: Partial<OptOutRequest> = {}): OptOutRequest {
    const email = `${randomUUID()}@example.com`;
    ticketId += 1;
    return {
      ...{ origin: 'api', ticketId, leadId: null, leadSource: null, reason: 'Asked on the phone' },
      person: { email, firstName: 'Alex', lastName: 'Example', companyName: 'Example Inc' },
      keys: [{ kind: 'email', value: email }],
      ...{ marks: ['flag'], at, by: 'key_1', ...changes },
    };
  }
  /** The fence of a worker that holds the entry. */
  async function fenceOf({ imports }: ReturnType<typeof open>, id: string): Promise<number> {
    return (await imports.claim([`suppression:${id}`], 10_000)).fence;
  }

  it('makes one entry of a ticket and a person, however often they are requested', async () => {
    const { suppressions } = open();
    const request = requestOf();
    const [first] = await suppressions.request([request]);
    const [again] = await suppressions.request([{ ...request, reason: 'Asked again' }]);
    expect([first?.isNew, again?.isNew]).toEqual([true, false]);
    expect(again?.entry.suppressionId).toBe(first?.entry.suppressionId);
    expect(first?.entry).toMatchObject({
      ...{
        ticketId: request.ticketId,
        person: request.person,
        status: 'pending',
        requestedAt: at,
        pushAt: at,
      },
    });
    const id = first?.entry.suppressionId ?? '';
    expect(await suppressions.find(id)).toMatchObject({ suppressionId: id });
    expect(await suppressions.findMany([id, 'sup_missing'])).toHaveLength(1);
  });

  it('opens one entry for each notification, which is due at once', async () => {
    const { suppressions } = open();
    const opened = { ticketId: (ticketId += 1), reference: randomUUID(), reason: 'Asked', at };
    const entry = await suppressions.open(opened);
    expect(entry).toMatchObject({ ticketId: opened.ticketId, person: null, keys: [] });
    expect((await suppressions.open(opened)).suppressionId).toBe(entry.suppressionId);
    expect(await suppressions.due(later, 1_000)).toContain(entry.suppressionId);
  });

  it('completes an opened entry with what was read, or gives way to the entry that stands', async () => {
    const stores = open();
    const { suppressions } = stores;
    const { person, keys } = requestOf();
    const read = { person, keys, leadSource: 'Provider A' };
    const opened = await suppressions.open({
      ...{ ticketId: (ticketId += 1), reference: randomUUID(), reason: 'Asked', at },
    });
    const resolved = await suppressions.resolve(
      opened,
      read,
      await fenceOf(stores, opened.suppressionId),
      at,
    );
    expect(resolved).toMatchObject({ suppressionId: opened.suppressionId, ...read });

    const second = await suppressions.open({
      ...{ ticketId, reference: randomUUID(), reason: 'Asked again', at },
    });
    const standing = await suppressions.resolve(
      second,
      read,
      await fenceOf(stores, second.suppressionId),
      at,
    );
    expect(standing?.suppressionId).toBe(opened.suppressionId);
    expect(await suppressions.find(second.suppressionId)).toBeNull();
  });

  it('changes what is named, and is due no more once nothing is left to do', async () => {
    const stores = open();
    const { suppressions } = stores;
    const [{ entry } = { entry: null }] = await suppressions.request([requestOf()]);
    const id = entry?.suppressionId ?? '';
    const done = { status: 'suppressed', pushAt: null, ticketAt: null, propagateAt: null } as const;
    expect(await suppressions.change(id, await fenceOf(stores, id), { ...done, attempts: 2 })).toBe(true);
    expect(await suppressions.find(id)).toMatchObject({ ...done, attempts: 2, reason: 'Asked on the phone' });
    expect(await suppressions.due(later, 1_000)).not.toContain(id);
    expect(await suppressions.change('sup_missing', 1_000_000, done)).toBe(false);
  });

  it('plans a ticket for a list once, and again, to be looked up, where the PSA refused it', async () => {
    const { suppressions, imports } = open();
    const addition = { listId: 9, ticketId: (ticketId += 1), suppressionId: `sup_${randomUUID()}` };
    await suppressions.planListGroup(addition);
    await suppressions.planListGroup({ ...addition, suppressionId: `sup_${randomUUID()}` });
    const planned = await imports.openListGroups([addition.suppressionId]);
    expect(planned).toMatchObject([{ ticketIds: [addition.ticketId], ofOptOuts: true, state: 'planned' }]);

    await imports.markListGroups(planned, 'refused');
    await suppressions.planListGroup(addition);
    await suppressions.planListGroup(addition);
    expect(await imports.openListGroups([addition.suppressionId])).toMatchObject([
      { ticketIds: [addition.ticketId], state: 'attempted' },
    ]);
  });
});

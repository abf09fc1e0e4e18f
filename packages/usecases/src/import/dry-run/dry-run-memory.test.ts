import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import type { BatchRecord, LeadWrite, ListGroup } from '../../ports/import-store.js';
import { rowState, alex } from '../testing/import-rows.js';
import { createImportWorld, stageContext } from '../testing/stage-context.js';
import { leadWrite } from '../record/lead-write.js';
import { createDryRunMemory, externalIdKey } from './dry-run-memory.js';

const emptyRecord: BatchRecord = {
  ...{ fence: 0, countsProgress: true, at: '2026-01-31T09:00:00.000Z' },
  ...{ rows: [], leads: [], listGroups: [], events: [], errorLogEntries: [] },
};

function leadOf(data: object, leadId: number): LeadWrite {
  const { session } = stageContext(createImportWorld());
  const row = rowState(data);
  row.externalId = 'external_id' in data ? String(data.external_id) : null;
  return { ...leadWrite(row, { leadId, psaTicketId: -9, at: emptyRecord.at, session }), prospect: null };
}

const groupOf = (listId: number, ticketIds: readonly number[]): ListGroup => ({
  ...{ groupId: `lst_${listId}`, jobId: 'job_a1', listId, ticketIds, ofOptOuts: false, state: 'planned' },
});

describe('the ids of entities that do not exist yet', () => {
  it('are negative and unique, however many are reserved at a time', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 9 }), (counts) => {
        const memory = createDryRunMemory();
        const given = counts.flatMap((count) => {
          const first = memory.reserve(count);
          return [...Array.from({ length: count }, (_, index) => first + index), memory.recorder.nextId()];
        });
        expect(new Set(given).size).toBe(given.length);
        expect(given.every((id) => id < 0)).toBe(true);
      }),
    );
  });

  it('count as created by the row that uses them first', () => {
    const memory = createDryRunMemory();
    expect([-1, -1, -2, -1].map((id) => memory.isFirstUse(id))).toEqual([true, false, true, false]);
  });
});

describe('what a batch would have written', () => {
  it('includes external ids, by which a later row finds its lead', () => {
    const memory = createDryRunMemory();
    memory.add({ ...emptyRecord, leads: [leadOf({ ...alex, external_id: 'a1' }, -3)] });
    expect(memory.externalIds.get(externalIdKey({ source: 'csv', externalId: 'a1' }))).toMatchObject({
      leadId: -3,
      key: 'email:alex@example.com',
    });
    expect(memory.externalIds.has(externalIdKey({ source: 'csv', externalId: 'a2' }))).toBe(false);
  });

  it('includes opt-outs of leads and of rows without one, and added keys', () => {
    const memory = createDryRunMemory();
    const flagged = leadOf({ ...alex, do_not_contact: true }, -1);
    const other = leadOf({ ...alex, email: 'sam@example.com' }, -2);
    const email = (value: string) => ({ kind: 'email', value }) as const;
    memory.add({
      ...emptyRecord,
      leads: [flagged, other],
      optOuts: [{ ...flagged.optOut(), keys: [email('kim@example.com')] }],
      addedKeys: [{ suppressionId: 'sup_1', keys: [email('robin@example.org')] }],
    });
    const emails = [...memory.optedOut].filter((key) => key.startsWith('email:'));
    expect(emails.toSorted()).toEqual([
      'email:alex@example.com',
      'email:kim@example.com',
      'email:robin@example.org',
    ]);
  });

  it('excludes the phone number of a person with other keys, because several people may share it', () => {
    const memory = createDryRunMemory();
    const flagged = leadOf({ ...alex, do_not_contact: true }, -1);
    const phone = { kind: 'phone', value: '12025550100' } as const;
    const personKeys = [...flagged.personKeys, phone, { kind: 'email', value: 'a@example.com' } as const];
    memory.add({ ...emptyRecord, leads: [{ ...flagged, personKeys }] });
    expect(memory.optedOut.has('email:a@example.com')).toBe(true);
    expect(memory.optedOut.has('phone:12025550100')).toBe(false);
  });
});

describe('the requests that the writes would take', () => {
  it('are counted since the last call, plus the list items of the batch', () => {
    const memory = createDryRunMemory();
    memory.recorder.wrote(2);
    memory.recorder.wrote(1);
    const listGroups = [groupOf(5, [1, 2]), groupOf(6, [1]), groupOf(5, [3])];
    expect(memory.takeRequests({ ...emptyRecord, listGroups })).toEqual({
      writes: 3,
      listItems: { 5: 3, 6: 1 },
    });
    expect(memory.takeRequests(emptyRecord)).toEqual({ writes: 0, listItems: {} });
  });
});

describe('the company that an earlier row would create', () => {
  const client = { action: 'create', id: null, name: 'Example Inc' } as const;
  const site = { action: 'create', id: null, name: 'Main' } as const;

  it('is found by later rows, and not created again', () => {
    const memory = createDryRunMemory();
    memory.recall({ client, site });
    const company = memory.companies.get('example');
    expect([(company?.clientId ?? 0) < 0, (company?.siteId ?? 0) < 0]).toEqual([true, true]);
    expect(company?.clientId).not.toBe(company?.siteId);
    expect(memory.isFirstUse(company?.clientId ?? 0)).toBe(false);
    expect(memory.isFirstUse(company?.siteId ?? 0)).toBe(false);
  });

  it('has a site that is not used yet, if the site came with the client', () => {
    const memory = createDryRunMemory();
    memory.recall({ client, site: { action: 'reuse', id: null, name: null } });
    const { clientId = 0, siteId = 0 } = memory.companies.get('example') ?? {};
    expect([memory.isFirstUse(clientId), memory.isFirstUse(siteId)]).toEqual([false, true]);
  });

  it.each([
    ['is there', { client: { ...client, action: 'reuse' as const } }],
    ['has no name', { client: { ...client, name: null } }],
    ['is none', {}],
  ])('is not remembered if it %s', (_why, plan) => {
    const memory = createDryRunMemory();
    memory.recall(plan);
    expect(memory.companies.size).toBe(0);
  });
});

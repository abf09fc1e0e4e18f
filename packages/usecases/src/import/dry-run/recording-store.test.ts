import { personOfLead } from '@leadbridge/domain';
import { describe, expect, it } from '@jest/globals';

import type { BatchRecord, ListGroup } from '../../ports/import-store.js';
import type { OptOutRequest } from '../../ports/suppression.js';
import { createMemoryImportStore } from '../../testing/memory-import-store.js';
import { alex, knownLead, rowState } from '../testing/import-rows.js';
import { createDryRunMemory, externalIdKey } from './dry-run-memory.js';
import { recordingStore } from './recording-store.js';

const at = '2026-01-31T09:00:00.000Z';
const key = 'email:alex@example.com';
const optOutKey = { kind: 'email', value: 'alex@example.com' } as const;
const company = { companyKey: 'example', clientId: 10, siteId: 20 };
const group: ListGroup = {
  ...{ groupId: 'lst_1', jobId: 'job_a1', listId: 5, ticketIds: [300], ofOptOuts: false, state: 'planned' },
};
const record: BatchRecord = {
  ...{
    fence: 7,
    countsProgress: true,
    at,
    rows: [],
    leads: [],
    listGroups: [],
    events: [],
    errorLogEntries: [],
  },
};
const entries = [{ level: 'error', message: 'no', source: 'import', errorCode: 'X' }] as const;
const outcome = { status: 'failed', code: 'VALIDATION_ERROR', error: 'no' } as const;
const rows = [{ ref: { jobId: 'job_a1', index: 0 }, source: 'csv', outcome }];

function setUp() {
  const real = createMemoryImportStore();
  const memory = createDryRunMemory();
  return { real, memory, store: recordingStore(real, memory) };
}

describe('the store of a dry run', () => {
  it('takes no locks, and sees those of others', async () => {
    const { real, store } = setUp();
    await real.claim(['email:robin@example.org'], 1_000);
    const before = new Map(real.holders);
    const claims = await store.claim([key, 'email:robin@example.org'], 1_000);
    expect([[...claims.held], [...claims.busy]]).toEqual([[key], ['email:robin@example.org']]);
    expect(await store.renewClaims(claims, 1_000)).toBe(true);
    await store.releaseClaims(claims, [key]);
    expect([real.holders, real.unsettled.size]).toEqual([before, 0]);
  });

  it('writes only the outcomes of its rows', async () => {
    const { real, store } = setUp();
    await real.rememberCompanies([company]);
    real.groups.set('lst_1', group);
    await store.saveIntents({ fence: 1, countsProgress: false }, [
      { ref: { jobId: 'job_a1', index: 0 }, intent: { kind: 'create', at } },
    ]);
    await store.rememberCompanies([{ ...company, companyKey: 'sample' }]);
    await store.forgetCompanies([10]);
    await store.forgetFormerCompanies([{ companyKey: 'sample', clientId: 1 }]);
    await store.saveErrorLogEntries(entries);
    await store.markListGroups([group], 'added');
    await store.replaceListGroup(group, []);
    await store.record({ ...record, rows, listGroups: [group], errorLogEntries: entries });
    expect([real.intents.size, real.errorLog, [...real.companies.keys()]]).toEqual([0, [], ['example']]);
    expect([...real.groups.values()]).toEqual([group]);
    expect(real.records).toEqual([{ ...record, fence: 0, rows, dryRun: { writes: 0, listItems: { 5: 1 } } }]);
  });

  it('writes nothing for a batch without outcomes', async () => {
    const { real, store } = setUp();
    await store.record(record);
    expect(real.records).toEqual([]);
  });

  it('fills no list, whatever groups the job has', async () => {
    const { real, store } = setUp();
    real.groups.set('lst_1', group);
    expect(await store.openListGroups(['job_a1'])).toEqual([]);
  });

  it('gives leads negative ids', async () => {
    const { store } = setUp();
    const first = await store.reserveIds('lead', 3);
    expect(first).toBeLessThan(-2);
    expect(await store.reserveIds('prospect', 1)).toBeLessThan(first);
  });
});

describe('what a row of a dry run finds', () => {
  it('includes what is recorded', async () => {
    const { real, store } = setUp();
    const row = rowState(alex);
    const lead = knownLead(row, { externalIds: [{ source: 'csv', externalId: 'a1' }] });
    real.leads.set(key, lead);
    real.optOut([optOutKey]);
    expect(
      (await store.findKnown({ keys: [key], companyKeys: [], matchIds: [], personKeys: [] })).leads.get(key),
    ).toEqual(lead);
    expect(await store.findExternalIds([{ source: 'csv', externalId: 'a1' }])).toMatchObject([
      { leadId: 12 },
    ]);
    expect((await store.findOptedOut([optOutKey])).get(key)).toEqual({ suppressionId: 'sup_1' });
    expect(await store.ticketsOfOthers([300], 'email:robin@example.org')).toEqual(new Set([300]));
  });

  it('includes what an earlier row would have written: an opt-out has no entry yet', async () => {
    const { memory, store } = setUp();
    memory.optOut([optOutKey]);
    const id = { source: 'csv', externalId: 'a1' };
    memory.externalIds.set(externalIdKey(id), { ...id, leadId: -3, key });
    expect((await store.findOptedOut([optOutKey])).get(key)).toEqual({ suppressionId: '' });
    expect(await store.findExternalIds([id])).toMatchObject([{ leadId: -3 }]);
  });

  it('prefers the existing entry of an opt-out to a future one', async () => {
    const { real, memory, store } = setUp();
    real.optOut([optOutKey]);
    memory.optOut([optOutKey]);
    expect((await store.findOptedOut([optOutKey])).get(key)).toEqual({ suppressionId: 'sup_1' });
  });

  it('prefers a future entry of the person to that of the domain', async () => {
    const { real, memory, store } = setUp();
    real.optOut([{ kind: 'domain', value: 'example.com' }]);
    expect((await store.findOptedOut([optOutKey])).get(key)).toMatchObject({ isOfDomain: true });
    memory.optOut([optOutKey]);
    expect((await store.findOptedOut([optOutKey])).get(key)).toEqual({ suppressionId: '' });
  });

  it('includes the companies that the dry run would have stored', async () => {
    const { real, store } = setUp();
    await real.rememberCompanies([company]);
    await store.rememberCompanies([{ ...company, clientId: -1, siteId: -2 }]);
    expect((await store.findCompanies(['example', 'sample'])).get('example')?.clientId).toBe(-1);
    expect((await store.findCompanies(['sample'])).size).toBe(0);
  });

  it('includes every recorded key of a person who opts out with an earlier row', async () => {
    const { real, store } = setUp();
    const other = { kind: 'email', value: 'a@example.com' } as const;
    real.keysOfOptOuts = async (requests) => Promise.resolve(requests.length === 0 ? [] : [other]);
    const again = recordingStore(real, createDryRunMemory());
    const request: OptOutRequest = {
      origin: 'import',
      by: 'import',
      at,
      ticketId: null,
      leadId: null,
      keys: [optOutKey],
      leadSource: 'CSV',
      reason: '',
      marks: [],
      person: personOfLead(rowState(alex).lead),
    };
    await again.record({ ...record, rows, optOuts: [request] });
    expect([...(await again.findOptedOut([optOutKey, other])).keys()].toSorted()).toEqual([
      'email:a@example.com',
      key,
    ]);
    expect((await store.findOptedOut([other])).size).toBe(0);
  });
});

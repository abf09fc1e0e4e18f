import { randomUUID } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';
import { completeImportOptions } from '@leadbridge/contracts';
import { newId } from '@leadbridge/platform';
import { createImportStore, createJobStore } from '@leadbridge/store';
import { StaleClaimError, type BatchRecord, type LeadWrite, type ListGroup } from '@leadbridge/usecases';

import { leadWrite } from '../../packages/usecases/src/import/record/lead-write.js';
import { rowState } from '../../packages/usecases/src/import/testing/import-rows.js';
import { createMemoryImportStore } from '../../packages/usecases/src/testing/memory-import-store.js';
import { createMemoryPsa } from '../../packages/usecases/src/testing/memory-psa.js';
import { twins } from '../support/twins.js';

const at = '2026-01-31T09:00:00.000Z';
const session = createMemoryPsa().session({ priority: 'single' });

const stores = twins(
  () => ({ store: createMemoryImportStore(), addJob: async () => Promise.resolve(newId('job')) }),
  (connection) => {
    const jobs = createJobStore(connection);
    return {
      store: createImportStore(connection),
      async addJob() {
        const jobId = newId('job');
        const actor = { id: 'key_1', name: 'Example' };
        const input = { source: 'csv', data: {}, options: completeImportOptions() };
        await jobs.create({
          ...{ jobId, type: 'lead_import', input, requestId: 'req_1', actor, total: 1, createdAt: at },
        });
        return jobId;
      },
    };
  },
);

/** Of all tests, as they share a database; every second one, as a lead's number is also that of its ticket. */
let lastNumber = 0;
const nextNumber = (): number => (lastNumber += 2);

function lead(sent: object = {}): LeadWrite & { readonly email: string } {
  const email = `${randomUUID()}@example.com`;
  const leadId = nextNumber();
  const state = rowState({ email, company: 'Example Inc', ...sent }, { source: 'provider_a' });
  const write = leadWrite({ ...state, plan: null }, { leadId, psaTicketId: leadId + 1_000, at, session });
  return { ...write, prospect: null, email };
}

function batch(parts: Partial<BatchRecord>): BatchRecord {
  const nothing = { rows: [], leads: [], listGroups: [], events: [], errorLogEntries: [] };
  return { fence: nextNumber(), countsProgress: false, at, ...nothing, ...parts };
}

describe.each(stores)('the contract of what imports store, $name', ({ open }) => {
  const knownOf = async ({ store }: ReturnType<typeof open>, ...keys: readonly string[]) =>
    store.findKnown({ keys, companyKeys: [], matchIds: [], personKeys: [] });

  it('knows a lead by its key once it is recorded, and the highest ticket', async () => {
    const opened = open();
    const [one, other] = [lead(), lead()];
    const { behind } = await opened.store.record(batch({ leads: [one, other] }));
    await behind;
    const { leads, highest } = await knownOf(opened, one.key, 'email:nobody@example.com');
    expect([...leads.keys()]).toEqual([one.key]);
    expect(leads.get(one.key)).toMatchObject({
      ...{ leadId: one.leadId, psaTicketId: one.psaTicketId, isEarly: true, isUndone: false, updatedAt: at },
      ...{ doNotContact: false, personKeys: one.personKeys },
    });
    expect(highest.ticketId).toBe(other.psaTicketId);
  });

  it('knows which tickets belong to which leads', async () => {
    const { store } = open();
    const [one, other] = [lead(), lead()];
    await store.record(batch({ leads: [one, other] }));
    const tickets = [one.psaTicketId, other.psaTicketId, 999_999];
    expect(await store.ticketsOfOthers(tickets, one.key)).toEqual(new Set([other.psaTicketId]));
    expect(await store.areTicketIdsTaken(tickets)).toBe(true);
    expect(await store.areTicketIdsTaken([999_999])).toBe(false);
  });

  it("finds leads by their sources' ids", async () => {
    const { store } = open();
    const one = lead();
    const externalIds = ['1', '2'].map((id) => ({ source: 'provider_a', externalId: `${one.email}/${id}` }));
    await store.record(batch({ leads: [{ ...one, externalIds }] }));
    const [first] = externalIds;
    const ofOther = { source: 'provider_b', externalId: first?.externalId ?? '' };
    expect(await store.findExternalIds([ofOther])).toEqual([]);
    const found = await store.findExternalIds(externalIds.slice(0, 1));
    expect(found).toContainEqual({ ...first, leadId: one.leadId, key: one.key });
  });

  it('suppresses the person of a lead that has opted out, and of a row without a lead', async () => {
    const { store } = open();
    const [flagged, rejected, other] = [lead({ do_not_contact: true }), lead(), lead()];
    const { behind } = await store.record(
      batch({ leads: [flagged, other], optOuts: [{ ...rejected.optOut(), ticketId: null, leadId: null }] }),
    );
    await behind;
    const emailKey = ({ email }: typeof other) => ({ kind: 'email', value: email }) as const;
    const found = await store.findOptedOut([flagged, rejected, other].map(emailKey));
    expect(new Set(found.keys())).toEqual(new Set([`email:${flagged.email}`, `email:${rejected.email}`]));
    expect([...found.values()].map(({ suppressionId }) => typeof suppressionId)).toEqual([
      'string',
      'string',
    ]);
  });

  it('records a row once, and nothing of a batch with a recorded one', async () => {
    const opened = open();
    const [jobId, one, other] = [await opened.addJob(), lead(), lead()];
    const outcome = { status: 'failed', code: 'INTERNAL_ERROR', error: 'Failed' } as const;
    const end = { jobId, at, status: 'failed', result: null, error: null } as const;
    const rows = [{ ref: { jobId, index: 0 }, source: 'csv', outcome, end }];
    await opened.store.record(batch({ rows, leads: [one] }));
    await expect(opened.store.record(batch({ rows, leads: [other] }))).rejects.toThrow(StaleClaimError);
    expect([...(await knownOf(opened, one.key, other.key)).leads.keys()]).toEqual([one.key]);
  });

  it('saves no intent for a job that has ended', async () => {
    const { store, addJob } = open();
    const jobId = await addJob();
    const intents = [{ ref: { jobId, index: 0 }, intent: { kind: 'create', at, stood: [] } }] as const;
    await store.saveIntents(batch({}), intents);
    const outcome = { status: 'failed', code: 'INTERNAL_ERROR', error: 'Failed' } as const;
    const end = { jobId, at, status: 'failed', result: null, error: null } as const;
    await store.record(batch({ rows: [{ ref: { jobId, index: 0 }, source: 'csv', outcome, end }] }));
    await expect(store.saveIntents(batch({}), intents)).rejects.toThrow(StaleClaimError);
  });

  it('reserves ids that nobody else gets', async () => {
    const { store } = open();
    const first = await store.reserveIds('lead', 3);
    expect(await store.reserveIds('lead', 1)).toBe(first + 3);
  });

  it('remembers the clients of companies until these are gone', async () => {
    const { store } = open();
    const companies = [1, 2, 3].map((number) => ({
      ...{ companyKey: `name:${randomUUID()}`, clientId: nextNumber() + 5_000_000, siteId: number },
    }));
    const keys = companies.map(({ companyKey }) => companyKey);
    const left = async () => (await store.findCompanies(keys)).size;
    await store.rememberCompanies(companies);
    expect(new Set((await store.findCompanies(keys)).values())).toEqual(new Set(companies));
    await store.forgetCompanies(companies.slice(0, 1).map(({ clientId }) => clientId));
    expect(await left()).toBe(2);
    // The PSA has issued the id of the second one again.
    await store.forgetFormerCompanies([{ companyKey: 'name:new', clientId: companies[1]?.clientId ?? 0 }]);
    expect(await left()).toBe(0);
  });

  describe('list groups', () => {
    const group = (parts: Partial<ListGroup>): ListGroup => ({
      ...{ groupId: newId('lst'), jobId: 'job_none', listId: 7, ticketIds: [nextNumber()] },
      ...{ ofOptOuts: false, state: 'planned', ...parts },
    });

    it('are open until they are added or refused', async () => {
      const { store } = open();
      const jobId = newId('job');
      const [planned, attempted, added, refused] = [1, 2, 3, 4].map((listId) => group({ jobId, listId }));
      const listGroups = [planned, attempted, added, refused, group({})].flatMap((each) => each ?? []);
      await store.record(batch({ listGroups }));
      await store.markListGroups(listGroups.slice(1, 2), 'attempted');
      await store.markListGroups(listGroups.slice(2, 3), 'added');
      await store.markListGroups(listGroups.slice(3, 4), 'refused');
      const left = await store.openListGroups([jobId]);
      expect(new Map(left.map(({ listId, state }) => [listId, state]))).toEqual(
        new Map([
          [1, 'planned'],
          [2, 'attempted'],
        ]),
      );
    });

    it('are split into parts', async () => {
      const { store } = open();
      const whole = group({ jobId: newId('job'), ticketIds: [1, 2, 3] });
      await store.record(batch({ listGroups: [whole] }));
      const [attempted, refused] = [
        { ...whole, groupId: newId('lst'), ticketIds: [1, 2], state: 'attempted' },
        { ...whole, groupId: newId('lst'), ticketIds: [3], state: 'refused' },
      ] as const;
      await store.replaceListGroup(whole, [attempted, refused]);
      expect(await store.openListGroups([whole.jobId])).toEqual([attempted]);
    });

    it('of the Do Not Contact list are left to the opt-outs by a job that ends before', async () => {
      const { store } = open();
      const jobId = newId('job');
      const [ordinary, ofOptOuts] = [group({ jobId }), group({ jobId, listId: 9, ofOptOuts: true })];
      await store.record(batch({ listGroups: [ordinary, ofOptOuts] }));
      await store.leaveListsToOptOuts([jobId], at);
      expect(await store.openListGroups([jobId])).toEqual([ordinary]);
    });
  });
});

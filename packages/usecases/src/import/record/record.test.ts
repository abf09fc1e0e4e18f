import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import type { MatchedRow, RowPlan } from '../import-row-state.js';
import {
  alex,
  importRow,
  knownLead,
  leadTicket,
  robin,
  rowState,
  type RowGiven,
} from '../testing/import-rows.js';
import { createImportWorld, stageContext } from '../testing/stage-context.js';
import { recordBatch } from './record.js';

const left: RowPlan = { kind: 'leave', result: 'preserved', reason: 'Do Not Contact', kept: {} };
const fresh = (data: unknown = alex, given: RowGiven & { readonly learnt?: Partial<MatchedRow> } = {}) =>
  rowState(data, {
    ...given,
    learnt: { plan: { kind: 'create' }, ticketId: 300 + (given.index ?? 0), ...given.learnt },
  });

async function record(rows: readonly MatchedRow[], batch: { readonly countsProgress?: boolean } = {}) {
  const world = createImportWorld();
  const worked = { reached: rows, rejected: [], leadIds: null };
  const decided = await recordBatch(worked, stageContext(world, { batch }));
  const [written] = world.store.records;
  return { ...world, written, decided };
}

describe('the record of a batch', () => {
  it('gives each new lead its id, its record, its event and its history', async () => {
    const { written } = await record([fresh(), fresh(robin, { index: 1 })]);
    expect(written?.leads).toMatchObject([
      { leadId: 1, isNew: true, psaTicketId: 300, key: 'email:alex@example.com', status: 'new_lead' },
      { leadId: 2, isNew: true, psaTicketId: 301, key: 'email:robin@example.org' },
    ]);
    expect(written?.events.map(({ type, data }) => [type, data.lead_id])).toEqual([
      ['lead.created', 1],
      ['lead.created', 2],
    ]);
    expect(written?.timeline).toMatchObject([
      { leadId: 1, result: 'created', psaTicketId: 300 },
      { leadId: 2, result: 'created', psaTicketId: 301 },
    ]);
  });

  it('contains a lead, or an opt-out without one, for each row that opts out', async () => {
    const flagged = { ...alex, do_not_contact: true };
    const failed = fresh({ ...robin, do_not_contact: true }, { index: 1 });
    failed.outcome = { status: 'failed', code: 'EXTERNAL_API_ERROR', error: 'no' };
    const { written, store } = await record([fresh(flagged), failed]);
    expect(written?.leads).toMatchObject([{ hasOptedOut: true }]);
    expect(written?.optOuts).toMatchObject([{ person: { email: 'robin@example.org' } }]);
    expect([...store.optedOut.keys()]).toEqual(
      expect.arrayContaining(['email:alex@example.com', 'email:robin@example.org']),
    );
  });

  it.each([
    ['not asked', 'is above all that were known', 299, false],
    ['asked', 'may have been issued before', 300, true],
  ])('has %s whether another lead has a ticket id that %s', async (_asked, _which, ticketId, isAsked) => {
    const world = createImportWorld();
    const context = stageContext(world);
    const known = { ...context.known, highest: { ticketId, clientId: 0 } };
    const store = { ...world.store, areTicketIdsTaken: async () => Promise.resolve(true) };
    const worked = { reached: [fresh()], rejected: [], leadIds: null };
    await recordBatch(worked, { ...context, known, store });
    expect(world.store.records[0]?.areTicketIdsTaken).toBe(isAsked);
  });

  it.each([
    ['domain', ['clients', 'contacts']],
    ['name', []],
  ] as const)(
    'contains what the client of the next lead is found by: its %s',
    async (companyMatching, kinds) => {
      const world = createImportWorld({ settings: { companyMatching } });
      const directory = { clientsOf: async () => Promise.resolve([]) };
      const worked = { reached: [fresh()], rejected: [], leadIds: null };
      await recordBatch(worked, { ...stageContext(world), directory });
      expect(world.store.records[0]?.committedKinds).toEqual(kinds);
    },
  );

  it('accounts for each row once: decided, or left to wait', async () => {
    const fate = fc.constantFrom('done', 'failed', 'fault');
    await fc.assert(
      fc.asyncProperty(fc.array(fate, { minLength: 1, maxLength: 6 }), async (fates) => {
        const rows = fates.map((each, index) => {
          const row = fresh({ ...alex, email: `alex${index}@example.com` }, { index });
          row.fault = each === 'fault' ? new Error('lost') : null;
          row.outcome =
            each === 'failed' ? { status: 'failed', code: 'EXTERNAL_API_ERROR', error: 'no' } : null;
          return row;
        });
        const { written } = await record(rows, { countsProgress: true });
        const indexesOf = (wanted: readonly string[]) =>
          fates.flatMap((each, index) => (wanted.includes(each) ? [index] : []));
        expect(written?.rows.map(({ ref }) => ref.index) ?? []).toEqual(indexesOf(['done', 'failed']));
        expect(written?.leads.length ?? 0).toBe(indexesOf(['done']).length);
        if (written !== undefined) {
          expect(written.unfinishedCreations?.map(({ index }) => index)).toEqual(indexesOf(['fault']));
        }
      }),
      { numRuns: 25 },
    );
  });

  it.each([
    ['a ticket', leadTicket()],
    ['no ticket', null],
  ])(
    'keeps nothing about an erased person with %s except that they must not be contacted',
    async (_of, ticket) => {
      const row = rowState(
        { ...alex, do_not_contact: true },
        { learnt: { plan: left, ticket, suppressed: { by: 'email', suppressionId: null } } },
      );
      const { written, decided } = await record([row]);
      expect(written).toMatchObject({ leads: [], events: [], timeline: [], optOuts: [], addedKeys: [] });
      expect(decided).toMatchObject([
        { outcome: { result: 'preserved', leadId: null, suppressedBy: 'email' } },
      ]);
    },
  );

  it('adds new keys of a person who has opted out and has no ticket', async () => {
    const row = rowState(alex, {
      learnt: { plan: left, suppressed: { by: 'company-person', suppressionId: 'sup_1' } },
    });
    const { written } = await record([row]);
    expect(written?.addedKeys).toMatchObject([
      {
        suppressionId: 'sup_1',
        keys: [{ kind: 'email', value: 'alex@example.com' }, { kind: 'company-person' }],
      },
    ]);
    expect(written?.leads).toEqual([]);
  });

  it('revives a lead whose import was undone, unless the person has opted out', async () => {
    const revived = (suppressed: MatchedRow['suppressed']) => {
      const row = fresh();
      row.known = knownLead(row, { isUndone: true });
      row.suppressed = suppressed;
      row.plan = suppressed === null ? row.plan : left;
      return row;
    };
    const back = await record([revived(null)]);
    expect(back.written?.leads).toMatchObject([{ leadId: 12, isNew: false, revives: true }]);
    expect(back.written?.events).toMatchObject([
      { type: 'lead.created' },
      { type: 'lead.status_changed', data: { from: 'undone', to: 'new_lead' } },
    ]);
    const stays = await record([revived({ by: 'email', suppressionId: 'sup_1' })]);
    expect(stays.written?.leads).toMatchObject([{ revives: false }]);
    expect(stays.written?.events).toEqual([]);
  });

  it('keeps the external ids of other sources, and that of its own source if it has none', async () => {
    const former = [
      { source: 'provider_a', externalId: 'a1' },
      { source: 'csv', externalId: 'c1' },
    ];
    const idsOf = async (externalId: string | null) => {
      const row = fresh();
      row.known = knownLead(row, { externalIds: former });
      row.externalId = externalId;
      return (await record([row])).written?.leads[0]?.externalIds;
    };
    expect(await idsOf(null)).toEqual(former);
    expect(await idsOf('c2')).toEqual([former[0], { source: 'csv', externalId: 'c2' }]);
  });

  it('reports to operators notes and fields that the PSA did not accept, and failures', async () => {
    const refused = fresh(alex, { learnt: { noteRefusal: 'no notes', droppedFields: [106, 107] } });
    const failed = fresh(robin, { index: 1 });
    failed.outcome = { status: 'failed', code: 'EXTERNAL_API_ERROR', error: 'The PSA objects to it' };
    const { store } = await record([refused, failed]);
    expect(store.errorLog.map(({ errorCode, level }) => [errorCode, level])).toEqual([
      ['LIST_MISSING', 'warning'],
      ['LIST_MISSING', 'warning'],
      ['NOTE_REFUSED', 'warning'],
      ['FIELD_DROPPED', 'error'],
      ['EXTERNAL_API_ERROR', 'error'],
    ]);
  });

  it('fills the lists of new leads before', async () => {
    const world = createImportWorld();
    const list = world.psa.addList('Source: CSV');
    const worked = { reached: [fresh()], rejected: [], leadIds: null };
    const decided = await recordBatch(worked, stageContext(world));
    expect(world.store.records[0]?.rows).toMatchObject([{ lists: [{ listId: list.id }] }]);
    expect(decided).toMatchObject([{ hasOpenLists: false }]);
    expect([...list.items.values()]).toEqual([300]);
  });

  it('includes previously rejected rows', async () => {
    const world = createImportWorld();
    const outcome = { status: 'failed', code: 'VALIDATION_ERROR', error: 'Invalid email address' } as const;
    const rejected = [{ row: importRow({ email: 'no address' }), outcome }];
    await recordBatch({ reached: [], rejected, leadIds: null }, stageContext(world));
    expect(world.store.outcomes.get('job_a1#0')).toEqual(outcome);
  });

  it('is not written if no row was decided', async () => {
    const waits = fresh();
    waits.fault = new Error('lost');
    expect((await record([waits])).written).toBeUndefined();
  });
});

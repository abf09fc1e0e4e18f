import { describe, expect, it } from '@jest/globals';

import type { ImportIntent } from '../../ports/import-store.js';
import type { NewErrorLogEntry } from '../../ports/error-log-entry.js';
import type { MemoryPsaOptions } from '../../testing/memory-psa.js';
import type { MatchedRow, RowPlan } from '../import-row-state.js';
import { alex, robin, rowState, type RowGiven } from '../testing/import-rows.js';
import { createImportWorld, stageContext } from '../testing/stage-context.js';
import { fillLists, listsOf, planLists } from './lists.js';

const begun: ImportIntent = { kind: 'create', at: '2026-01-31T08:59:30.000Z' };
const reopen: RowPlan = { kind: 'reopen', changes: {}, note: '' };
const leave: RowPlan = { kind: 'leave', result: 'skipped', reason: '', kept: {} };
const rowOf = (
  plan: RowPlan = { kind: 'create' },
  { data = alex, ...given }: RowGiven & { data?: unknown } = {},
): MatchedRow => rowState(data, { ...given, learnt: { plan, ticketId: 300 + (given.index ?? 0) } });

/** A PSA with the lists of sources and of cold leads. */
function setUp(options: MemoryPsaOptions = {}) {
  const world = createImportWorld(options);
  const lists = ['Source: CSV', 'Cold Leads', 'Do Not Contact'].map((name) => world.psa.addList(name).id);
  const context = stageContext(world);
  const entries: NewErrorLogEntry[] = [];
  return {
    ...world,
    lists,
    context,
    entries,
    plan: async (rows: readonly MatchedRow[]) => {
      const { groups, errorLogEntries } = await planLists(rows, context);
      entries.push(...errorLogEntries);
      return groups;
    },
  };
}

describe('the lists of a new lead', () => {
  it('depend on its source, fit score, size and opt-out', () => {
    const { context } = setUp();
    const { cold, enterprise, doNotContact } = context.settings().listNames;
    const data = { ...alex, employees: '600', services_offered: 'Managed Services', do_not_contact: true };
    expect(listsOf(rowOf(), context)).toEqual(['Source: CSV', cold]);
    expect(listsOf(rowOf(undefined, { data }), context)).toEqual([
      'Source: CSV',
      cold,
      expect.stringContaining('Information Technology'),
      enterprise,
      doNotContact,
    ]);
  });

  it.each([
    [null, 'cold'],
    [59, 'cold'],
    [60, 'warm'],
    [81, 'hot'],
  ] as const)('with a fit of %s are those of %s leads', (fit, name) => {
    const { context } = setUp();
    const row = rowOf();
    row.merged = { ...row.merged, customFields: fit === null ? {} : { 206: fit } };
    expect(listsOf(row, context)[1]).toBe(context.settings().listNames[name]);
  });
});

describe('the list groups of a batch', () => {
  it.each([
    ['the exact name is the first', ['Cold Leads', 'COLD LEADS'], 'Cold Leads'],
    ['the exact name is the last', ['COLD LEADS', 'cold leads', 'Cold Leads'], 'Cold Leads'],
    ['none is exact', ['COLD LEADS', 'cold leads'], 'COLD LEADS'],
  ])(
    'name the list that the ticket is put on, where names differ in case alone: %s',
    async (_how, names, used) => {
      const world = createImportWorld();
      const ids = new Map(names.map((name) => [name, world.psa.addList(name).id]));
      const context = stageContext(world);
      const listNames = { ...context.settings().listNames, cold: 'Cold Leads' };
      const row = rowOf();
      const settings = () => ({ ...context.settings(), listNames });
      const { groups } = await planLists([row], { ...context, settings });
      expect(row.lists).toEqual([used]);
      expect(groups.map(({ listId }) => listId)).toEqual([ids.get(used)]);
    },
  );

  it('are one for each list and job, with the tickets in the order of their rows', async () => {
    const { plan, lists } = setUp();
    const other = rowOf(undefined, { data: robin, ref: { jobId: 'job_b2', index: 0 } });
    const groups = await plan([rowOf(), rowOf(undefined, { index: 1, data: robin }), other]);
    expect(
      groups.filter(({ listId }) => listId === lists[0]).map(({ jobId, ticketIds }) => [jobId, ticketIds]),
    ).toEqual([
      ['job_a1', [300, 301]],
      ['job_b2', [300]],
    ]);
    expect(new Set(groups.map(({ groupId }) => groupId)).size).toBe(groups.length);
  });

  it.each<[string, MatchedRow, boolean]>([
    ['created', rowOf(), true],
    ['adopted', rowOf({ kind: 'adopt' }), true],
    ['reopened', rowOf(reopen), true],
    ['left', rowOf(leave), false],
    ['created, but whose ticket was not written', { ...rowOf(), ticketId: null }, false],
  ])('hold a lead that was %s, or not', async (_how, row, isListed) => {
    const { plan } = setUp();
    expect((await plan([row])).length > 0).toBe(isListed);
    expect(row.lists.length > 0).toBe(isListed);
  });

  it.each<[string, MatchedRow, string]>([
    ['created', rowOf(), 'planned'],
    [
      'created, by a run that an earlier one may have begun',
      rowOf(undefined, { intent: begun }),
      'attempted',
    ],
    ['adopted', rowOf({ kind: 'adopt' }), 'attempted'],
  ])('of a lead that was %s are %s', async (_how, row, state) => {
    const { plan } = setUp();
    expect(new Set((await plan([row])).map((group) => group.state))).toEqual(new Set([state]));
  });

  it('are filled before they are stored if a caller waits, but for the list of opt-outs', async () => {
    const { plan, context, psa } = setUp();
    const planned = await plan([rowOf(undefined, { data: { ...alex, do_not_contact: true } })]);
    const stored = await fillLists(planned, context);
    expect(stored.map(({ ofOptOuts, state }) => [ofOptOuts, state])).toEqual([
      [false, 'added'],
      [true, 'planned'],
    ]);
    expect([psa.ticketsOn('Source: CSV'), psa.ticketsOn('Do Not Contact')]).toEqual([[300], []]);
  });

  it('are stored as attempted if the PSA fails, and are filled later if no caller waits', async () => {
    const { plan, context, psa } = setUp();
    const groups = await plan([rowOf()]);
    const batch = { ...context.batch, flushLists: false };
    expect(await fillLists(groups, { ...context, batch })).toEqual(groups);
    psa.faults.plan('addListItems', 'no_budget');
    expect((await fillLists(groups, context)).map(({ state }) => state)).toEqual(['attempted']);
  });

  it('identify the list of opt-outs', async () => {
    const { plan, lists } = setUp();
    const groups = await plan([rowOf(undefined, { data: { ...alex, do_not_contact: true } })]);
    expect(groups.filter(({ ofOptOuts }) => ofOptOuts).map(({ listId }) => listId)).toEqual([lists[2]]);
  });
});

describe('a list missing in the PSA', () => {
  it('is reported once for all rows, and their leads are on the other lists', async () => {
    const { plan, entries, psa } = setUp();
    psa.lists.clear();
    const { id } = psa.addList('Source: CSV');
    const rows = [rowOf(), rowOf(undefined, { index: 1, data: robin })];
    const groups = await plan(rows);
    expect(groups.map(({ listId }) => listId)).toEqual([id]);
    expect(entries).toMatchObject([{ level: 'warning', errorCode: 'LIST_MISSING', oncePerJob: true }]);
    expect(rows.map(({ lists }) => lists)).toEqual([['Source: CSV'], ['Source: CSV']]);
  });

  it('may be any list if the PSA refuses to list them: no import fails because of it', async () => {
    const { plan, entries, psa } = setUp();
    psa.faults.plan('lists', 'refused');
    expect(await plan([rowOf()])).toEqual([]);
    expect(entries.length).toBeGreaterThan(0);
  });
});

describe('a PSA that', () => {
  it('has no lists gets no queries for them', async () => {
    const { plan, entries, psa } = setUp({ listing: 'off' });
    const row = rowOf();
    expect(await plan([row])).toEqual([]);
    expect([row.lists, entries, psa.calls]).toEqual([[], [], []]);
  });

  it('adds tickets to lists on creation needs list items only for existing tickets', async () => {
    const { plan, lists, context } = setUp({ listing: 'on_creation' });
    const created = rowOf();
    const adopted = rowOf({ kind: 'adopt' }, { index: 1, data: robin });
    const groups = await plan([created, adopted]);
    expect(created.lists).toEqual(listsOf(created, context));
    expect(groups.find(({ listId }) => listId === lists[0])?.ticketIds).toEqual([301]);
  });
});

import { describe, expect, it } from '@jest/globals';

import type { PsaMirror } from '../../mirror/psa-mirror.js';
import type { PsaFault } from '../../testing/psa-faults.js';
import type { MatchedRow, RowPlan } from '../import-row-state.js';
import { alex, leadTicket, robin, rowState } from '../testing/import-rows.js';
import { createImportWorld, stageContext } from '../testing/stage-context.js';
import { isFailed, writeRows } from './write-rows.js';

const sam = { ...alex, email: 'sam@example.com' };
const update: RowPlan = {
  ...{ kind: 'update', customFields: { 106: 'AWS' }, contact: {}, fieldsUpdated: ['CF_106'] },
  ...{ fieldsPreserved: [], manualWorkDetected: false, note: 'job_a1#9', changes: {}, kept: {} },
};

const fresh = (data: unknown, index: number): MatchedRow =>
  rowState(data, { index, learnt: { plan: { kind: 'create' } } });

function setUp(stopAtFirstFailure: boolean) {
  const world = createImportWorld();
  const cleaning = { seen: null, stopAtFirstFailure };
  const context = stageContext(world, { batch: { cleaning } });
  return {
    ...world,
    context,
    rows: [alex, robin, sam].map(fresh),
    updated(): MatchedRow {
      const ticket = world.psa.addTicket(leadTicket());
      return rowState(alex, { index: 9, learnt: { plan: update, ticket, ticketId: ticket.id } });
    },
  };
}

const indexesOf = (rows: readonly MatchedRow[]): readonly number[] => rows.map(({ row }) => row.ref.index);

describe('the rows of a batch', () => {
  it('are written according to their plans', async () => {
    const { context, rows, updated, psa } = setUp(false);
    const left = rowState(alex, {
      index: 3,
      learnt: { plan: { kind: 'leave', result: 'skipped', reason: '', kept: {} } },
    });
    const reopened = rowState(robin, {
      index: 4,
      learnt: {
        plan: { kind: 'reopen', changes: { status_id: 1 }, note: 'job_a1#4' },
        ticket: psa.addTicket(leadTicket({ id: 301, statusId: 9 })),
        ticketId: 301,
      },
    });
    const { reached, fault } = await writeRows([...rows, updated(), left, reopened], context);
    expect([indexesOf(reached), fault]).toEqual([[0, 1, 2, 9, 3, 4], null]);
    expect(rows.every(({ ticketId }) => psa.tickets.has(ticketId ?? 0))).toBe(true);
    expect(psa.tickets.get(300)?.customFields[106]).toBe('AWS');
    expect(psa.tickets.get(301)?.statusId).toBe(1);
    expect([psa.notesOf(300), psa.notesOf(301)]).toEqual([['job_a1#9'], ['job_a1#4']]);
  });

  it.each([false, true])(
    'have their intents saved before the PSA is written to (in order: %s)',
    async (inOrder) => {
      const { context, rows, updated, psa, store } = setUp(inOrder);
      const steps: string[] = [];
      const saveIntents = async (...given: Parameters<typeof store.saveIntents>) => {
        await new Promise((resolve) => setImmediate(resolve));
        steps.push(`${psa.writes.length} writes`);
        await store.saveIntents(...given);
      };
      await writeRows([...rows, updated()], { ...context, store: { ...context.store, saveIntents } });
      expect(steps[0]).toBe('0 writes');
      expect([...store.intents.keys()]).toEqual(['job_a1#0', 'job_a1#1', 'job_a1#2', 'job_a1#9']);
    },
  );

  it('are not written to the PSA if their intents cannot be saved', async () => {
    const { context, rows, updated, psa } = setUp(false);
    const saveIntents = async () => Promise.reject(new Error('MongoDB is away'));
    const store = { ...context.store, saveIntents };
    await expect(writeRows([...rows, updated()], { ...context, store })).rejects.toThrow('MongoDB is away');
    expect([psa.writes, [...context.unsettled]]).toEqual([[], []]);
  });

  it('that create something are unsettled from then on, until they are recorded', async () => {
    const { context, rows, updated } = setUp(false);
    await writeRows([...rows, updated()], context);
    expect([...context.unsettled]).toEqual(rows.map(({ recordKey }) => recordKey));
  });

  it('that change something are outdated in the mirror before that', async () => {
    const { context, updated, psa } = setUp(false);
    const steps: string[] = [];
    const note = (step: string) => async () => {
      steps.push(`${step} after ${psa.writes.length} writes`);
      return Promise.resolve();
    };
    const mirror: PsaMirror = {
      maxAgeMs: 1,
      view: async () => Promise.resolve(null),
      observeTickets: async () => Promise.resolve(false),
      clientsOf: async () => Promise.resolve(null),
      ...{ evict: note('evict'), outdate: note('outdate') },
    };
    await writeRows([updated()], { ...context, mirror });
    expect(steps).toContain('outdate after 0 writes');
  });

  it('fail together if the PSA is unavailable', async () => {
    const { context, rows, psa } = setUp(false);
    psa.faults.plan('createTickets', 'away');
    await expect(writeRows(rows, context)).rejects.toThrow('The PSA is away');
    expect(context.unsettled.size).toBe(3);
  });
});

describe('the rows of an import that stops at the first failure', () => {
  it('are written one after the other', async () => {
    const { context, rows, psa } = setUp(true);
    const { reached, fault } = await writeRows(rows, context);
    expect([indexesOf(reached), fault]).toEqual([[0, 1, 2], null]);
    expect(psa.writes.filter((call) => call === 'createTickets')).toHaveLength(3);
  });

  it.each<[string, PsaFault]>([
    ['was refused', 'refused'],
    ['got lost', 'request_lost'],
  ])('stay untouched after one that %s', async (_how, failure) => {
    const { context, rows, psa, store } = setUp(true);
    psa.faults.plan('createTickets', 'ok', failure, failure, failure);
    const { reached, fault } = await writeRows(rows, context);
    expect([indexesOf(reached), fault]).toEqual([[0, 1], null]);
    expect(rows.map(isFailed)).toEqual([false, true, false]);
    expect([...psa.users.values()].map(({ email }) => email)).toEqual([
      'alex@example.com',
      'robin@example.org',
    ]);
    expect(store.intents.has('job_a1#2')).toBe(false);
  });

  it('keep the finished rows and the reason after an error', async () => {
    const { context, rows, psa } = setUp(true);
    psa.faults.plan('createTickets', 'ok', 'away');
    const { reached, fault } = await writeRows(rows, context);
    expect([indexesOf(reached), fault?.message]).toEqual([[0, 1], 'The PSA is away']);
    expect([rows[0]?.ticketId === null, rows[1]?.fault, rows[2]?.fault]).toEqual([false, fault, null]);
  });

  it('report an error even if something else was thrown', async () => {
    const { context, rows } = setUp(true);
    const saveIntents = async () => {
      AbortSignal.abort('gone').throwIfAborted();
      await Promise.resolve();
    };
    const { fault } = await writeRows(rows, { ...context, store: { ...context.store, saveIntents } });
    expect([fault?.message, fault?.cause]).toEqual(['A row could not be written', 'gone']);
  });
});

it.each<[string, Partial<MatchedRow>, boolean]>([
  ['nothing was decided for', {}, false],
  ['waits for another run', { fault: new Error('lost') }, true],
  ['was refused', { outcome: { status: 'failed', code: 'EXTERNAL_API_ERROR', error: 'no' } }, true],
])('a row that %s has failed, or not', (_which, learnt, hasFailed) => {
  expect(isFailed({ ...fresh(alex, 0), ...learnt })).toBe(hasFailed);
});

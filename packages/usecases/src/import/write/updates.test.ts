import { describe, expect, it } from '@jest/globals';

import type { PsaSession, PsaUser, TicketChanges } from '../../ports/psa.js';
import type { MemoryPsaOptions } from '../../testing/memory-psa.js';
import { createDryRunMemory } from '../dry-run/dry-run-memory.js';
import type { MatchedRow, RowPlan } from '../import-row-state.js';
import { createCompleteMirror } from '../testing/complete-mirror.js';
import { alex, leadTicket, rowState } from '../testing/import-rows.js';
import { createImportWorld, stageContext } from '../testing/stage-context.js';
import { outdateUpdated, updateTickets, reopenTickets } from './updates.js';

type Update = Extract<RowPlan, { kind: 'update' }>;

const update = (plan: Partial<Update> = {}): Update => ({
  kind: 'update',
  customFields: { 106: 'AWS' },
  contact: {},
  fieldsUpdated: ['CF_106'],
  fieldsPreserved: [],
  manualWorkDetected: false,
  note: 'note',
  changes: {},
  kept: {},
  ...plan,
});

function setUp(options: MemoryPsaOptions = {}, session: Partial<PsaSession> = {}) {
  const world = createImportWorld(options);
  const own = world.psa.session();
  const context = stageContext(world, {
    session: { ...own, ...session },
    startedAt: world.clock.now() - 1_000,
  });
  return {
    ...world,
    context,
    /** A row with an update of the ticket and of the contact with this number. */
    row(
      plan: Partial<Update> = {},
      { index = 0, learnt = {} }: { index?: number; learnt?: Partial<MatchedRow> } = {},
    ) {
      const contact: PsaUser = world.psa.addUser({ id: 200 + index, email: `alex${index}@example.com` });
      const ticket = world.psa.addTicket(
        leadTicket({
          id: 300 + index,
          userId: contact.id,
          customFields: { 107: '1-10M' },
          stamp: { changedAt: '2026-01-01T10:00:00', actedAt: null },
        }),
      );
      return rowState(
        { ...alex, email: `alex${index}@example.com` },
        { index, learnt: { plan: update(plan), ticket, ticketId: ticket.id, contact, ...learnt } },
      );
    },
  };
}

describe('the update of a ticket', () => {
  it('writes only the changed fields', async () => {
    const { context, psa, row } = setUp();
    await updateTickets([row()], context);
    expect(psa.tickets.get(300)?.customFields).toEqual({ 106: 'AWS', 107: '1-10M' });
    expect(psa.writes).toEqual(['updateTicket']);
  });

  it('is reported to the mirror as written, with the time of the reading and without the old stamp', async () => {
    const { context, clock, row } = setUp();
    const rows = [row(), row({}, { index: 1, learnt: { ticketObservedAt: clock.now() - 9_000 } })];
    await updateTickets(rows, context);
    const observed = context.observed.all().tickets ?? [];
    expect(observed.map(({ id, observedAt }) => [id, observedAt])).toEqual([
      [300, clock.now() - 1_000],
      [301, clock.now() - 9_000],
    ]);
    expect(observed[0]?.item.customFields).toEqual({ 106: 'AWS', 107: '1-10M' });
    expect(observed[0]?.item).not.toHaveProperty('stamp');
  });

  it('is visible to later reads of the PSA caches, with that of its contact', async () => {
    const { context, row } = setUp();
    const added: object[] = [];
    const add = (written: object): void => void added.push(written);
    const { tickets, users } = context.caches;
    const caches = { ...context.caches, tickets: { ...tickets, add }, users: { ...users, add } };
    await updateTickets([row({ contact: { phonenumber: '+12025550100' } })], { ...context, caches });
    expect(added).toMatchObject([
      { id: 300, customFields: { 106: 'AWS', 107: '1-10M' } },
      { id: 200, phonenumber: '+12025550100' },
    ]);
  });

  it.each<[string, Partial<Update>, Partial<MatchedRow>]>([
    ['that changes nothing of the ticket', { customFields: {} }, {}],
    ['without a ticket', {}, { ticketId: null }],
    ['whose fields have no value', { customFields: { 106: undefined } }, {}],
  ])('writes nothing for a row %s', async (_which, plan, learnt) => {
    const { context, psa, row } = setUp();
    await updateTickets([row(plan, { learnt })], context);
    expect([psa.writes, context.observed.all().tickets]).toEqual([[], []]);
  });

  it('is retried while its response is lost, and keeps its row waiting if that continues', async () => {
    const { context, psa, row } = setUp();
    psa.faults.plan('updateTicket', 'response_lost', 'request_lost');
    const settled = row();
    await updateTickets([settled], context);
    expect([psa.writes.length, settled.fault]).toEqual([3, null]);
    const lost = row({}, { index: 1 });
    psa.faults.plan('updateTicket', 'response_lost', 'response_lost', 'response_lost');
    await updateTickets([lost], context);
    expect([lost.outcome, lost.fault?.name]).toEqual([null, 'PsaUncertainError']);
    expect(context.observed.all().tickets?.map(({ id }) => id)).toEqual([300]);
  });

  it('that the PSA refuses fails alone, and does not update the contact', async () => {
    const { context, psa, row } = setUp();
    psa.faults.plan('updateTicket', 'refused');
    const refused = row({ contact: { phonenumber: '+12025550100' } });
    const other = row({}, { index: 1 });
    await updateTickets([refused, other], context);
    expect([refused.outcome, other.outcome]).toMatchObject([{ code: 'EXTERNAL_API_ERROR' }, null]);
    expect(psa.users.get(200)?.phonenumber).toBeNull();
    expect(psa.tickets.get(301)?.customFields[106]).toBe('AWS');
  });

  it('stops the batch if the PSA is unavailable', async () => {
    const { context, psa, row } = setUp();
    psa.faults.plan('updateTicket', 'away');
    await expect(updateTickets([row()], context)).rejects.toThrow('The PSA is away');
  });

  it('reports fields that the PSA dropped', async () => {
    const { context, row } = setUp({ drops: [106] });
    const updated = row();
    await updateTickets([updated], context);
    expect(updated.droppedFields).toEqual([106]);
  });
});

describe('updates of several tickets', () => {
  function together(certain: readonly number[]) {
    const asked: (readonly { readonly id: number }[])[] = [];
    const world = setUp(
      {},
      {
        updateTogether: async (updates) => {
          asked.push(updates);
          return Promise.resolve(new Set(certain));
        },
      },
    );
    return { ...world, asked };
  }

  it('share one request, and are written one by one if it does not confirm them', async () => {
    const { context, psa, row, asked } = together([300, 302]);
    await updateTickets(
      [0, 1, 2].map((index) => row({}, { index })),
      context,
    );
    expect(asked).toEqual([[300, 301, 302].map((id) => ({ id, customfields: [{ id: 106, value: 'AWS' }] }))]);
    expect(psa.writes).toEqual(['updateTicket']);
    expect(psa.tickets.get(301)?.customFields[106]).toBe('AWS');
    expect(new Set(context.observed.all().tickets?.map(({ id }) => id))).toEqual(new Set([300, 301, 302]));
  });

  it('do so from two on', async () => {
    const { context, psa, row, asked } = together([300, 301]);
    await updateTickets([row(), row({}, { index: 1 })], context);
    expect([asked.length, psa.writes]).toEqual([1, []]);
  });

  it('do not count a row that changes only its contact', async () => {
    const { context, row, asked } = together([]);
    await updateTickets([row(), row({ customFields: {} }, { index: 1 })], context);
    expect(asked).toEqual([]);
  });
});

describe('the update of a contact', () => {
  it('writes what has changed, together with the ticket', async () => {
    const { context, psa, row, clock } = setUp();
    const updated = row({ contact: { phonenumber: '+12025550100' } });
    await updateTickets([updated], context);
    expect(psa.writes).toEqual(['updateTicket', 'updateUser']);
    expect(context.observed.all().contacts).toMatchObject([
      {
        id: 200,
        observedAt: clock.now() - 1_000,
        item: { phonenumber: '+12025550100', linkedinUrl: null },
      },
    ]);
  });

  it('keeps in the mirror the age of the known data', async () => {
    const { context, row } = setUp();
    const profile = { contact: { linkedin_url: 'https://linkedin.com/in/alex' }, customFields: {} };
    await updateTickets([row(profile, { learnt: { contactObservedAt: 5 } })], context);
    expect(context.observed.all().contacts).toMatchObject([
      { observedAt: 5, item: { phonenumber: null, linkedinUrl: 'https://linkedin.com/in/alex' } },
    ]);
  });

  it('that is not cached is written without being cached', async () => {
    const { context, psa, row } = setUp();
    const resumed = row({ contact: { phonenumber: '+12025550100' } }, { learnt: { contact: null } });
    await updateTickets([resumed], context);
    expect(psa.users.get(200)?.phonenumber).toBe('+12025550100');
    expect(context.observed.all().contacts).toEqual([]);
  });

  it('does nothing without a contact', async () => {
    const { context, psa, row } = setUp();
    const updated = row({ contact: { phonenumber: '+12025550100' }, customFields: {} });
    await updateTickets([{ ...updated, ticket: leadTicket({ userId: null }) }], context);
    expect(psa.writes).toEqual([]);
  });
});

describe('data that is about to change', () => {
  async function setUpMirror(dryRun: boolean) {
    const world = setUp();
    const { mirror, knowsTicket } = await createCompleteMirror(world.clock);
    const rows = [world.row(), world.row({ customFields: {} }, { index: 1 })];
    for (const { ticket } of rows) {
      await knowsTicket(ticket ?? leadTicket());
    }
    const memory = dryRun ? { dryRun: createDryRunMemory() } : {};
    const context = { ...world.context, mirror, ...memory };
    await outdateUpdated(rows, context);
    const view = await mirror.view(context.session, 'tickets', 0);
    return [...((await view?.byIds([300, 301])) ?? [])].map(([id, { observedAt }]) => [id, observedAt]);
  }

  it('is outdated in the mirror until it is recorded, except tickets whose fields stay', async () => {
    const [written, left] = await setUpMirror(false);
    expect(written).toEqual([300, 0]);
    expect(left?.[1]).toBeGreaterThan(0);
  });

  it('is not outdated in a dry run', async () => {
    expect((await setUpMirror(true)).every(([, observedAt]) => observedAt !== 0)).toBe(true);
  });

  it('needs no update without a mirror', async () => {
    const { context, row } = setUp();
    await expect(outdateUpdated([row()], context)).resolves.toBeUndefined();
  });
});

const changes: TicketChanges = { status_id: 1, customfields: [{ id: 106, value: 'AWS' }] };

function setUpReopening() {
  const world = createImportWorld();
  return {
    ...world,
    context: stageContext(world),
    row(given: TicketChanges = changes, index = 0): MatchedRow {
      const ticket = world.psa.addTicket(
        leadTicket({ id: 300 + index, statusId: 9, customFields: { 107: '1-10M' } }),
      );
      const plan = { kind: 'reopen', changes: given, note: '' } as const;
      return rowState(alex, { index, learnt: { plan, ticket, ticketId: ticket.id } });
    },
  };
}

describe('the ticket of a lead whose import was undone', () => {
  it('is reopened with its status and the fields of the new import, and keeps the others', async () => {
    const { context, psa, row } = setUpReopening();
    await reopenTickets([row()], context);
    expect(psa.tickets.get(300)).toMatchObject({ statusId: 1, customFields: { 106: 'AWS', 107: '1-10M' } });
  });

  it('is not written again if an earlier run has written everything', async () => {
    const { context, psa, row } = setUpReopening();
    await reopenTickets([row({})], context);
    expect(psa.writes).toEqual([]);
  });

  it.each<[string, TicketChanges, object]>([
    ['whose status is already written', { customfields: [{ id: 106, value: 'AWS' }] }, { statusId: 9 }],
    ['whose fields are already written', { status_id: 1 }, { statusId: 1, customFields: { 107: '1-10M' } }],
  ])('is completed for one %s, and visible to later reads', async (_which, given, stands) => {
    const { context, row } = setUpReopening();
    const added: object[] = [];
    const tickets = { ...context.caches.tickets, add: (ticket: object) => void added.push(ticket) };
    await reopenTickets([row(given)], { ...context, caches: { ...context.caches, tickets } });
    expect(added).toMatchObject([{ id: 300, ...stands }]);
  });

  it('is reopened even if a response is lost', async () => {
    const { context, psa, row } = setUpReopening();
    psa.faults.plan('updateTicket', 'request_lost');
    const opened = row();
    await reopenTickets([opened], context);
    expect([opened.fault, psa.tickets.get(300)?.statusId]).toEqual([null, 1]);
  });

  it('that the PSA refuses to reopen fails alone', async () => {
    const { context, psa, row } = setUpReopening();
    psa.faults.plan('updateTicket', 'refused');
    const rows = [row(), row(changes, 1)];
    await reopenTickets(rows, context);
    expect(rows.map(({ outcome }) => outcome)).toMatchObject([{ code: 'EXTERNAL_API_ERROR' }, null]);
    expect(psa.tickets.get(301)?.statusId).toBe(1);
  });

  it('waits for another run if its responses keep getting lost', async () => {
    const { context, psa, row } = setUpReopening();
    psa.faults.plan('updateTicket', 'response_lost', 'response_lost', 'response_lost');
    const lost = row();
    await reopenTickets([lost], context);
    expect([lost.outcome, lost.fault?.name]).toEqual([null, 'PsaUncertainError']);
  });
});

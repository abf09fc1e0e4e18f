import type { TicketSnapshot } from '@leadbridge/domain';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import type { ImportIntent } from '../../ports/import-store.js';
import { ownKeyOf } from '../../psa/own-key.js';
import type { MemoryPsaOptions } from '../../testing/memory-psa.js';
import type { MatchedRow } from '../import-row-state.js';
import { createCompleteMirror } from '../testing/complete-mirror.js';
import { alex, knownLead, leadTicket, rowState } from '../testing/import-rows.js';
import { createImportWorld, stageContext } from '../testing/stage-context.js';
import { matchLive, matchTickets } from './match-tickets.js';
import { decide } from '../decide/decide.js';
import { readKnown } from './read-known.js';

const begun: ImportIntent = { kind: 'create', at: '2026-01-31T08:59:30.000Z', stood: [] };
const ownKey = ownKeyOf('email:alex@example.com');
const ofAnother = { email: 'kim@example.net', userName: 'Kim Other', clientName: 'Other Ltd', summary: '' };

function setUp(tickets: readonly Partial<TicketSnapshot>[] = [], options: MemoryPsaOptions = {}) {
  const world = createImportWorld(options);
  world.psa.addUser({
    ...{ id: 200, clientId: 10, siteId: 20, clientName: 'Example Inc' },
    ...{ email: 'alex@example.com', firstName: 'Alex', lastName: 'Example' },
  });
  tickets.forEach((ticket, index) => world.psa.addTicket(leadTicket({ id: 300 + index, ...ticket })));
  return { ...world, context: stageContext(world) };
}

/** A row with ticket 300 on record. */
function recorded(known: Parameters<typeof knownLead>[1] = {}): MatchedRow {
  const row = rowState();
  row.known = knownLead(row, known);
  return row;
}

describe('the ticket of a lead in the PSA', () => {
  const psas: readonly [string, MemoryPsaOptions][] = [
    ['gives an email with tickets', {}],
    ['has no place for an email in tickets', { hidesEmails: true }],
    ['shows no custom fields in lists', { listsHideFields: true }],
    ['does neither', { hidesEmails: true, listsHideFields: true }],
  ];

  it.each(psas)('is found with its fields in a PSA that %s', async (_which, options) => {
    const { context } = setUp([{ customFields: { 106: 'AWS' } }, ofAnother], options);
    const row = rowState();
    await matchLive([row], context);
    expect(row.ticket).toMatchObject({ id: 300, customFields: { 106: 'AWS' } });
  });

  it.each(psas)('does not belong to another person in a PSA that %s', async (_which, options) => {
    const { context, psa } = setUp([{ ...ofAnother, userId: 201 }], options);
    psa.addUser({ id: 201, email: 'kim@example.net' });
    const row = rowState();
    await matchLive([row], context);
    expect(row.ticket).toBeNull();
  });

  it('is the one that shows an opt-out, whatever the others are', async () => {
    const { context } = setUp([{}, { statusId: 3 }, { customFields: { 105: true } }]);
    const row = rowState();
    await matchLive([row], context);
    decide([row], context);
    expect([row.ticket?.id, row.plan]).toMatchObject([
      302,
      { result: 'preserved', reason: 'Do Not Contact' },
    ]);
  });

  it('is the one past the early stage, otherwise the oldest', async () => {
    const status = fc.constantFrom(1, 2, 3, 5);
    await fc.assert(
      fc.asyncProperty(fc.array(status, { minLength: 1, maxLength: 5 }), async (statuses) => {
        const { context } = setUp(statuses.map((statusId) => ({ statusId })));
        const row = rowState();
        await matchLive([row], context);
        const late = statuses.findIndex((each) => each > 2);
        expect(row.ticket?.id).toBe(300 + Math.max(0, late));
      }),
      { numRuns: 40 },
    );
  });

  it('is read individually if only that returns its fields, unless it must not be changed', async () => {
    const early = setUp([{}], { listsHideFields: true });
    await matchLive([rowState()], early.context);
    expect(early.psa.calls).toEqual(['findTickets', 'getTicketForUpdate']);
    const late = setUp([{ statusId: 3 }], { listsHideFields: true });
    await matchLive([rowState()], late.context);
    expect(late.psa.calls).toEqual(['findTickets']);
  });

  it('stays as a list has shown it if it is deleted before it is read', async () => {
    const { context } = setUp([{}], { listsHideFields: true });
    const session = { ...context.session, getTicketForUpdate: async () => Promise.resolve(null) };
    const row = rowState();
    await matchLive([row], { ...context, session });
    expect(row.ticket).toMatchObject({ id: 300, lacksCustomFields: true });
  });

  it('shows by its details whether a killed worker created it', async () => {
    const { context } = setUp([{ details: 'Reference: job_a1#0' }]);
    const row = rowState();
    const claims = { ...context.claims, inherited: new Set([row.recordKey]) };
    await matchLive([row], { ...context, claims });
    expect(row.ticket?.details).toBe('Reference: job_a1#0');
  });

  it.each(psas)(
    'is searched for, instead of reading all of them each time, if an earlier run has begun the row, in a PSA that %s',
    async (_which, options) => {
      const { context, psa, clock } = setUp([{}], options);
      for (const index of [0, 1, 2]) {
        clock.pass(1_000);
        const row = rowState(alex, { index, intent: begun });
        await matchTickets([row], { ...context, batch: { ...context.batch, upcoming: 500 } });
      }
      expect(psa.calls.filter((call) => call === 'findTickets')).toHaveLength(3);
    },
  );

  it('takes no queries without rows', async () => {
    const { context, psa } = setUp();
    await matchLive([], { ...context, batch: { ...context.batch, upcoming: 500 } });
    expect([psa.calls, context.caches.tickets.readAt(0)]).toEqual([[], null]);
  });
});

describe('the ticket in our record', () => {
  it('is read by its id if the search does not find it', async () => {
    const { context, psa } = setUp([{ tickettypeId: 2 }]);
    const row = recorded();
    await matchLive([row], context);
    expect(row.ticket).toMatchObject({ id: 300, tickettypeId: 2 });
    expect(psa.calls).toEqual(['findTickets', 'getTicket']);
  });

  it('is not read again if the search found it', async () => {
    const { context, psa } = setUp([{}]);
    await matchLive([recorded()], context);
    expect(psa.calls).toEqual(['findTickets']);
  });

  it('is read again if its record changed after the PSA was read', async () => {
    const { context, clock } = setUp([{}]);
    const others = ['b', 'c', 'd'].map((name, index) =>
      rowState({ ...alex, email: `${name}@example.com` }, { index: index + 1 }),
    );
    await matchLive([rowState(), ...others], context);
    expect(context.caches.tickets.readAt(0)).toBe(clock.now());
    const { calls } = await reread(context, new Date(clock.now() - 1).toISOString());
    expect(calls).toEqual([]);
    const since = await reread(context, new Date(clock.now()).toISOString());
    expect(since.calls).toEqual([300]);
  });

  it('is forgotten if the PSA has reissued its id for another person', async () => {
    const { context } = setUp([{ ...ofAnother, userId: 201 }]);
    const row = recorded();
    await matchLive([row], context);
    expect([row.ticket, row.known?.psaTicketId]).toEqual([null, null]);
  });

  it("is identified as another person's by its contact, in a PSA whose tickets have no email", async () => {
    const silent = { userName: null, clientName: null, summary: '', userId: 201 };
    const { context, psa } = setUp([silent], { hidesEmails: true });
    psa.addUser({ ...{ id: 201, email: 'kim@example.net' }, firstName: 'Kim', lastName: 'Other' });
    const row = recorded();
    await matchLive([row], context);
    expect([row.ticket, row.known?.psaTicketId]).toEqual([null, null]);
  });

  it('is not read if the record has none', async () => {
    const { context, psa } = setUp();
    await matchLive([recorded({ psaTicketId: null })], context);
    expect(psa.calls).toEqual(['findTickets']);
  });

  async function reread(context: ReturnType<typeof setUp>['context'], updatedAt: string) {
    const calls: number[] = [];
    const getTicket = async (id: number) => {
      calls.push(id);
      return await context.session.getTicket(id);
    };
    const row = rowState();
    row.known = knownLead(row, { updatedAt });
    await matchLive([row], { ...context, session: { ...context.session, getTicket } });
    expect(row.ticket?.id).toBe(300);
    return { calls };
  }
});

describe('without deduplication', () => {
  const options = { deduplication: false };

  it('the tickets of the person do not belong to the lead, and are known to have existed before', async () => {
    const { context } = setUp([{}, { statusId: 3 }]);
    const row = rowState(alex, { options });
    await matchLive([row], context);
    expect([row.ticket, row.earlierTicketIds]).toEqual([null, [300, 301]]);
  });

  it.each<[string, Partial<TicketSnapshot>]>([
    ['CF_105', { customFields: { 105: true } }],
    ['its status', { statusId: 6 }],
  ])('a ticket of the person that shows an opt-out by %s decides', async (_by, shown) => {
    const { context } = setUp([{}, shown, { statusId: 3 }]);
    const row = rowState(alex, { options });
    await matchLive([row], context);
    decide([row], context);
    expect([row.ticket?.id, row.earlierTicketIds]).toEqual([301, [300, 301, 302]]);
    expect(row.plan).toMatchObject({ kind: 'leave', result: 'preserved', reason: 'Do Not Contact' });
  });

  it.each<[string, Partial<TicketSnapshot>, readonly number[], boolean]>([
    ['has the reference of the row', { details: 'Reference: job_a1#0' }, [], true],
    ['has that of another row', { details: 'Reference: job_a1#1' }, [], false],
    ['stood before', { details: 'Reference: job_a1#0' }, [300], false],
  ])(
    'the ticket that %s is, or is not, what an earlier run has made',
    async (_which, ticket, stood, isOwn) => {
      const { context } = setUp([ticket]);
      const row = rowState(alex, { options, intent: { ...begun, stood } });
      await matchLive([row], context);
      expect(row.ticket?.id ?? null).toBe(isOwn ? 300 : null);
      expect(row.earlierTicketIds).toEqual(stood);
    },
  );
});

describe('the known data of a lead', () => {
  it('is read together: its record, its ticket, its contact and whether it has opted out', async () => {
    const { context, store } = setUp([{}]);
    const row = rowState({ ...alex, phone: '+12025550100' });
    store.leads.set(row.recordKey, knownLead(row));
    store.optOut([{ kind: 'email', value: 'alex@example.com' }]);
    await matchTickets([row], { ...context, known: await readKnown([row], context) });
    expect(row).toMatchObject({
      known: { leadId: 12 },
      ticket: { id: 300 },
      contact: { id: 200 },
      suppressed: { by: 'email', suppressionId: 'sup_1' },
    });
  });

  it('is empty for a new lead', async () => {
    const { context } = setUp();
    const row = rowState();
    await matchTickets([row], { ...context, known: await readKnown([row], context) });
    expect([row.known, row.ticket, row.contact, row.suppressed]).toEqual([null, null, null, null]);
  });

  it('includes an opt-out by an address that only the ticket has', async () => {
    const { context, store } = setUp([{ ownKey, email: 'alex.new@example.com' }]);
    store.optOut([{ kind: 'email', value: 'alex.new@example.com' }]);
    const row = rowState();
    await matchTickets([row], { ...context, known: await readKnown([row], context) });
    expect(row.suppressed).toMatchObject({ by: 'email' });
  });

  it('includes for an undone lead the status that its ticket was closed with', async () => {
    const { context, psa, store } = setUp([{}]);
    psa.statuses.push({ id: 9, name: 'Invalid Data' });
    const rows = [rowState(), rowState({ ...alex, email: 'sam@example.com' }, { index: 1 })];
    rows.forEach((row, index) => {
      store.leads.set(row.recordKey, knownLead(row, { isUndone: index === 0 }));
    });
    await matchTickets(rows, { ...context, known: await readKnown(rows, context) });
    expect(rows.map(({ closedStatusId }) => closedStatusId)).toEqual([9, null]);
  });

  it('comes from the mirror for rows that it may decide, and is read live for the others', async () => {
    const world = setUp([{}]);
    const { mirror, knowsTicket } = await createCompleteMirror(world.clock);
    await knowsTicket(leadTicket({ id: 299 }));
    const rows = [rowState(), rowState(alex, { index: 1, intent: begun })];
    const context = stageContext(world, { mirror, batch: { readsMirror: true, upcoming: 500 } });
    await matchTickets(rows, { ...context, known: await readKnown(rows, context) });
    expect(rows.map(({ ticket, isMirrored }) => [ticket?.id, isMirrored])).toEqual([
      [299, true],
      [300, false],
    ]);
    // One search, however many rows wait after the batch: the mirror serves those.
    expect(world.psa.calls).toEqual(['findTickets']);
  });
});

import type { TicketSnapshot } from '@leadbridge/domain';
import { describe, expect, it } from '@jest/globals';

import { PsaRefusedError } from '../../ports/psa-errors.js';
import type { ImportIntent } from '../../ports/import-store.js';
import type { PsaUser } from '../../ports/psa.js';
import { ownKeyOf } from '../../psa/own-key.js';
import type { MemoryPsaOptions } from '../../testing/memory-psa.js';
import type { MatchedRow } from '../import-row-state.js';
import { createCompleteMirror } from '../testing/complete-mirror.js';
import { alex, leadTicket, robin, rowState, type RowGiven } from '../testing/import-rows.js';
import { createImportWorld, stageContext } from '../testing/stage-context.js';
import { confirmDecisions } from '../decide/decide-rows.js';

const fresh = (data: unknown = alex, given: RowGiven = {}): MatchedRow =>
  rowState(data, { ...given, learnt: { plan: { kind: 'create' } } });

/** A PSA with contacts, which default to the lead's, and tickets of the first contact. */
function setUp(
  contacts: readonly Partial<PsaUser>[],
  tickets: readonly Partial<TicketSnapshot>[] = [],
  options: MemoryPsaOptions = {},
) {
  const world = createImportWorld(options);
  contacts.forEach((contact, index) =>
    world.psa.addUser({
      id: 200 + index,
      clientId: 10,
      siteId: 20,
      email: 'alex@example.com',
      firstName: 'Alex',
      lastName: 'Example',
      clientName: 'Example Inc',
      ...contact,
    }),
  );
  tickets.forEach((ticket, index) => world.psa.addTicket(leadTicket({ id: 300 + index, ...ticket })));
  return { ...world, context: stageContext(world) };
}

describe('the contact of a new lead', () => {
  it.each<[string, readonly Partial<PsaUser>[], number | null]>([
    ['no one', [], null],
    ['another person', [{ email: 'kim@example.com' }], null],
    ['the person', [{}], 200],
    ['the person by a further address', [{ email: 'a@example.com', otherEmails: ['alex@example.com'] }], 200],
    ['the person twice', [{ id: 205 }, { id: 204 }], 204],
    ['the person, deactivated', [{ isInactive: true }], null],
    ['the person twice, the elder deactivated', [{ isInactive: true }, {}], 201],
  ])('if the PSA has %s', async (_whom, contacts, id) => {
    const { context } = setUp(contacts);
    const row = fresh();
    await confirmDecisions([row], context);
    expect(row.contact?.id ?? null).toBe(id);
    expect(row.psaIds).toEqual(
      id === null ? { clientId: null, siteId: null, userId: null } : { clientId: 10, siteId: 20, userId: id },
    );
    expect([row.plan?.kind, row.arePsaIdsRemembered]).toEqual(['create', false]);
  });

  it('is not searched without an email, nor for a row that creates nothing', async () => {
    const { context, psa } = setUp([{}]);
    const nameless = { first_name: 'Alex', last_name: 'Example', company: 'Example Inc' };
    const left = rowState(robin, {
      index: 1,
      learnt: { plan: { kind: 'leave', result: 'skipped', reason: '', kept: {} } },
    });
    await confirmDecisions([fresh(nameless), left], context);
    expect(psa.calls).toEqual([]);
  });
});

describe('the tickets of the contact', () => {
  it.each<[string, readonly Partial<TicketSnapshot>[], number | null]>([
    ['none', [], null],
    ['one past the early stage', [{ statusId: 4 }], 300],
    ['one of a prospect', [{ tickettypeId: 2 }], 300],
    ['one past the early stage after an early one', [{}, { statusId: 4 }], 301],
    ['an early one of the same key', [{}], 300],
    ['two early ones of the same key', [{ id: 309 }, { id: 304 }], 304],
    [
      'an early one of another address, with the name of another',
      [{ email: 'other@example.com', ownKey: 'lb:other' }],
      null,
    ],
    [
      'an early one of another address, that we have given to this key',
      [{ email: 'other@example.com', ownKey: ownKeyOf('email:alex@example.com') }],
      300,
    ],
  ])('decide if they are %s', async (_which, tickets, id) => {
    const { context } = setUp([{}], tickets);
    const row = fresh();
    await confirmDecisions([row], context);
    expect(row.ticket?.id ?? null).toBe(id);
    expect(row.plan?.kind).toBe(id === null ? 'create' : 'leave');
  });

  it.each<[string, MemoryPsaOptions]>([
    ['gives an email with tickets', {}],
    ['has no place for an email in tickets', { hidesEmails: true }],
    ['has none, and shows no custom fields in lists', { hidesEmails: true, listsHideFields: true }],
  ])('are found in a PSA that %s', async (_which, options) => {
    const { context } = setUp([{}], [{ statusId: 4 }], options);
    const row = fresh();
    await confirmDecisions([row], context);
    expect(row).toMatchObject({ ticket: { id: 300 }, plan: { kind: 'leave', result: 'preserved' } });
  });

  it.each<[string, readonly Partial<PsaUser>[], number]>([
    ['a contact that was deactivated', [{ isInactive: true }], 200],
    ['the second contact with the address', [{}, {}], 201],
  ])('count though they are of %s', async (_whose, contacts, userId) => {
    const { context } = setUp(contacts, [{ userId, statusId: 4, email: null }], { hidesEmails: true });
    const row = fresh();
    await confirmDecisions([row], context);
    expect(row.plan).toMatchObject({ kind: 'leave', result: 'preserved' });
  });

  it('show by their own address that the person has opted out', async () => {
    const { context, store } = setUp(
      [{ email: 'a@example.com', otherEmails: ['alex@example.com'] }],
      [{ email: null, otherEmails: ['alex@example.com'] }],
      { hidesEmails: true },
    );
    store.optOut([{ kind: 'email', value: 'a@example.com' }]);
    const row = fresh({ ...alex, technologies: 'AWS' });
    await confirmDecisions([row], context);
    expect(row).toMatchObject({ ticket: { id: 300 }, plan: { kind: 'leave', reason: 'Do Not Contact' } });
  });

  it('are not needed for an opt-out by another address of the contact', async () => {
    const { context, store } = setUp([{ otherEmails: ['alex@home.example'] }]);
    store.optOut([{ kind: 'email', value: 'alex@home.example' }]);
    const row = fresh();
    await confirmDecisions([row], context);
    expect(row).toMatchObject({ ticket: null, plan: { kind: 'leave', reason: 'Do Not Contact' } });
  });

  it('do not belong to a lead without deduplication, whose contact is reused all the same', async () => {
    const { context, psa } = setUp([{}], [{ statusId: 4 }]);
    const row = fresh(alex, { options: { deduplication: false } });
    await confirmDecisions([row], context);
    expect(row).toMatchObject({ ticket: null, plan: { kind: 'create' }, psaIds: { userId: 200 } });
    expect(psa.calls).toEqual(['findUsers']);
  });

  it('that the PSA refuses to return keep only their row waiting', async () => {
    const { context, psa } = setUp([{}, { email: 'robin@example.org' }]);
    psa.faults.plan('findTickets', 'refused');
    const rows = [fresh(), fresh(robin, { index: 1 })];
    await confirmDecisions(rows, context);
    expect(rows.filter(({ fault }) => fault instanceof PsaRefusedError)).toHaveLength(1);
    expect(rows.filter(({ fault }) => fault === null)).toHaveLength(1);
  });

  it('that an unavailable PSA does not return stop the batch', async () => {
    const { context, psa } = setUp([{}]);
    psa.faults.plan('findTickets', 'away');
    await expect(confirmDecisions([fresh()], context)).rejects.toThrow('The PSA is away');
  });
});

describe('a contact in the mirror', () => {
  async function setUpMirror() {
    const world = setUp([{}]);
    const kept = await createCompleteMirror(world.clock);
    const row = fresh();
    row.isMirrored = true;
    return { ...world, ...kept, row, context: stageContext(world, { mirror: kept.mirror }) };
  }

  it('is not searched live, and its client and site count as remembered', async () => {
    const { knowsContact, psa, row, context } = await setUpMirror();
    await knowsContact(psa.addUser({ id: 200, clientId: 10, siteId: 20, email: 'alex@example.com' }));
    await confirmDecisions([row], context);
    expect(psa.calls).not.toContain('findUsers');
    expect(row).toMatchObject({
      arePsaIdsRemembered: true,
      psaIds: { clientId: 10, siteId: 20, userId: 200 },
    });
  });

  it('has its tickets looked up live, because the mirror may have missed one that moved', async () => {
    const { knowsContact, psa, row, context } = await setUpMirror();
    await knowsContact(psa.addUser({ id: 200, email: 'alex@example.com' }));
    psa.addTicket(leadTicket({ statusId: 4 }));
    await confirmDecisions([row], context);
    expect(row).toMatchObject({ ticket: { id: 300 }, plan: { kind: 'leave' } });
  });

  it('leaves the other rows to one search each, however many wait after the batch', async () => {
    const { knowsContact, psa, row, context } = await setUpMirror();
    await knowsContact(psa.addUser({ id: 200, email: 'alex@example.com' }));
    const other = fresh(robin, { index: 1 });
    await confirmDecisions([row, other], { ...context, batch: { ...context.batch, upcoming: 500 } });
    expect(psa.calls).toContain('findUsers');
    await confirmDecisions([fresh(robin)], { ...context, batch: { ...context.batch, upcoming: 500 } });
    expect(context.caches.users.readAt(0)).toBe(context.clock.now());
  });

  it('is missing if the mirror has none, without a query to the PSA', async () => {
    const { psa, row, context } = await setUpMirror();
    await confirmDecisions([row], context);
    expect([row.contact, psa.calls]).toEqual([null, []]);
  });
});

it('reads a contact again that a killed worker may have created since the row was accepted', async () => {
  const begun: ImportIntent = { kind: 'create', at: '2026-01-31T08:59:30.000Z' };
  const { context, clock } = setUp([{}]);
  const asked: number[] = [];
  const users = {
    ...context.caches.users,
    find: async (...[session, wanted, options]: Parameters<typeof context.caches.users.find>) => {
      asked.push(options.notBefore);
      return await context.caches.users.find(session, wanted, options);
    },
  };
  const caches = { ...context.caches, users };
  await confirmDecisions([fresh(alex, { intent: begun })], { ...context, caches });
  await confirmDecisions([fresh()], { ...context, caches });
  expect(asked).toEqual([clock.now(), clock.now() - 60_000]);
});

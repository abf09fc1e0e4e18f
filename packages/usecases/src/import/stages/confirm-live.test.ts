import type { TicketSnapshot } from '@leadbridge/domain';
import { describe, expect, it } from '@jest/globals';

import type { PsaSession, PsaUser } from '../../ports/psa.js';
import { ownKeyOf } from '../../psa/own-key.js';
import type { MemoryPsaOptions } from '../../testing/memory-psa.js';
import type { ImportRowState } from '../import-row-state.js';
import { mirrorMaxAgeMs } from '../testing/complete-mirror.js';
import { alex, knownLead, leadTicket, rowState } from '../testing/import-rows.js';
import { createMirroredRow, createMirroredRows, type MirroredRowGiven } from '../testing/mirrored-row.js';
import type { ImportWorld } from '../testing/stage-context.js';
import { confirmLive } from './confirm-live.js';
import { decide } from './decide.js';

const ownKey = ownKeyOf('email:alex@example.com');
const lead = { ...alex, technologies: 'AWS' };
const holdsAll = { customFields: { 106: 'AWS' } };
const ofAnother = { email: 'kim@example.net', userName: 'Kim Other', clientName: 'Other Ltd', summary: '' };
const suppressed = { by: 'email', suppressionId: 'sup_1' } as const;
const contactOf = (world: ImportWorld, contact: Partial<PsaUser> = {}) =>
  world.psa.addUser({ id: 200, clientId: 10, siteId: 20, email: 'alex@example.com', ...contact });

async function setUp(given: MirroredRowGiven) {
  const world = await createMirroredRow(given);
  return { ...world, confirm: async () => confirmLive([world.row], world.context) };
}

describe('whether the mirror is enough', () => {
  it.each<[string, MirroredRowGiven, boolean]>([
    ['a write, observed after acceptance and under a minute ago', { ageMs: 59_999 }, true],
    ['a write, observed a minute ago', { ageMs: 60_000 }, false],
    ['a write, observed as the row was accepted', { ageMs: 10_000, acceptedAgoMs: 10_000 }, true],
    ['a write, observed before the row was accepted', { ageMs: 20_000, acceptedAgoMs: 10_000 }, false],
    ['nothing to be written, observed within the trust', { mirrored: holdsAll, ageMs: mirrorMaxAgeMs }, true],
    ['nothing to be written, observed longer ago', { mirrored: holdsAll, ageMs: mirrorMaxAgeMs + 1 }, false],
    [
      'somebody who has opted out, however long ago it was observed',
      { ageMs: mirrorMaxAgeMs * 9, learnt: { suppressed } },
      true,
    ],
    ['a new lead', { mirrored: null }, true],
    [
      'an early ticket of which no custom fields are known, however young',
      { mirrored: { lacksCustomFields: true }, stands: {}, ageMs: 0 },
      false,
    ],
    [
      'such a one of somebody who has opted out',
      { mirrored: { lacksCustomFields: true }, stands: {}, ageMs: 0, learnt: { suppressed } },
      true,
    ],
    ['such a one past the early stage', { mirrored: { lacksCustomFields: true, statusId: 3 } }, true],
    ['a ticket that was read live', { learnt: { ticketObservedAt: null } }, true],
    ['a row that the mirror did not decide', { learnt: { isMirrored: false } }, true],
    ['no mirror at all', { hasMirror: false }, true],
  ])('for %s', async (_which, given, isEnough) => {
    const { confirm, psa } = await setUp(given);
    await confirm();
    expect(psa.calls).toEqual(isEnough ? [] : ['getTicketForUpdate']);
  });
});

describe('who wrote a ticket last', () => {
  const readElsewhere = { isMirrored: false, ticketObservedAt: null };

  it('is asked before a change where what was read does not tell it', async () => {
    const { row, psa, confirm } = await setUp({
      learnt: readElsewhere,
      mirrored: { lastUpdatedBy: null },
      stands: { lastUpdatedBy: 3 },
    });
    await confirm();
    expect(psa.calls).toEqual(['getTicketForUpdate']);
    expect(row.plan).toMatchObject({ kind: 'update', manualWorkDetected: true });
  });

  it.each<[string, MirroredRowGiven]>([
    ['it is told', { learnt: readElsewhere }],
    [
      'it was asked',
      { learnt: { ...readElsewhere, isWriterAsked: true }, mirrored: { lastUpdatedBy: null } },
    ],
    ['nothing is changed', { learnt: readElsewhere, mirrored: { ...holdsAll, lastUpdatedBy: null } }],
  ])('is not asked where %s', async (_where, given) => {
    const { psa, confirm } = await setUp(given);
    await confirm();
    expect(psa.calls).toEqual([]);
  });
});

describe('what the ticket shows now decides', () => {
  it('what people have entered meanwhile is not written over by less', async () => {
    const { row, confirm } = await setUp({
      data: { ...alex, services_offered: 'Cloud' },
      stands: { customFields: { 102: 'Cloud and backup' }, lastUpdatedBy: 3 },
    });
    expect(row.plan?.kind).toBe('update');
    await confirm();
    expect(row).toMatchObject({
      plan: { kind: 'leave', result: 'skipped' },
      ticket: { customFields: { 102: 'Cloud and backup' } },
      ticketObservedAt: null,
    });
  });

  it('a ticket that people have moved on is preserved', async () => {
    const { row, confirm } = await setUp({ stands: { statusId: 3 } });
    await confirm();
    expect(row.plan).toMatchObject({ kind: 'leave', result: 'preserved' });
  });

  it('what the mirror did not know to be empty is written', async () => {
    const { row, confirm } = await setUp({ mirrored: { lacksCustomFields: true }, stands: {} });
    await confirm();
    expect(row.plan).toMatchObject({ kind: 'update', customFields: { 106: 'AWS' } });
  });

  it('is known from then on where it is left, and not where it is about to be changed', async () => {
    const left = await setUp({ stands: holdsAll });
    await left.confirm();
    expect(left.context.observed.all().tickets).toMatchObject([
      { id: 300, observedAt: left.clock.now(), item: holdsAll },
    ]);
    const changed = await setUp({});
    await changed.confirm();
    expect(changed.row.plan?.kind).toBe('update');
    expect(changed.context.observed.all().tickets).toEqual([]);
  });
});

describe('a ticket that is not what the mirror knows', () => {
  it('is created anew once it is gone, and the mirror forgets it', async () => {
    const { row, confirm, mirror, context } = await setUp({ stands: null });
    await confirm();
    expect(row).toMatchObject({ plan: { kind: 'create' }, ticket: null, isMirrored: false, mirroredHits: 0 });
    const view = await mirror.view(context.session, 'tickets', 0);
    expect((await view?.byIds([300]))?.size).toBe(0);
  });

  it('leaves nothing of its client, its site and its contact to the new one', async () => {
    const { row, confirm } = await setUp({ stands: null });
    expect([row.ticketId, row.psaIds]).toEqual([300, { clientId: 10, siteId: 20, userId: 200 }]);
    await confirm();
    expect([row.ticketId, row.psaIds]).toEqual([null, { clientId: null, siteId: null, userId: null }]);
  });

  it('is looked for live once its id is of another person', async () => {
    const world = await setUp({ stands: { ...ofAnother, ownKey: 'lb:other' } });
    world.psa.addTicket(leadTicket({ id: 301, ownKey, ...holdsAll }));
    await world.confirm();
    expect(world.row).toMatchObject({ ticket: { id: 301 }, isMirrored: false, plan: { kind: 'leave' } });
  });

  it('is not theirs for our record alone, once it is evidently about another person', async () => {
    const world = await setUp({});
    world.row.known = knownLead(world.row);
    world.psa.addTicket(leadTicket(ofAnother));
    await world.confirm();
    expect(world.row).toMatchObject({ ticket: null, isMirrored: false, plan: { kind: 'create' } });
  });

  it('has the contact of the ticket read that is found in its place', async () => {
    const world = await setUp({ data: { ...lead, phone: '+12025550100' }, stands: null });
    world.psa.addTicket(leadTicket({ id: 301, ownKey, userId: 201 }));
    const contact = world.psa.addUser({ id: 201, email: 'alex@example.com' });
    await world.confirm();
    expect(world.row).toMatchObject({ ticket: { id: 301 }, contact });
  });

  it('stays theirs by our record, though its address was corrected and the PSA keeps no key of ours', async () => {
    const corrected = { email: 'alex.new@example.com', ...holdsAll };
    const world = await setUp({});
    world.row.known = knownLead(world.row);
    world.psa.addTicket(leadTicket({ ...corrected }));
    await world.confirm();
    expect(world.row).toMatchObject({ ticket: { id: 300, email: 'alex.new@example.com' }, isMirrored: true });
    expect(world.psa.calls).toEqual(['getTicketForUpdate']);
  });

  it('is chosen live where the mirror holds several of the person', async () => {
    const world = await setUp({ learnt: { mirroredHits: 2 } });
    world.psa.addTicket(leadTicket({ id: 301, ownKey, statusId: 4 }));
    await world.confirm();
    expect(world.row).toMatchObject({ ticket: { id: 301 }, plan: { kind: 'leave', result: 'preserved' } });
    expect(world.psa.calls).not.toContain('getTicketForUpdate');
    const view = await world.mirror.view(world.context.session, 'tickets', 0);
    expect((await view?.byIds([300]))?.size).toBe(1);
  });

  it('has its new contact read, where people have given it another', async () => {
    const phone = { ...lead, phone: '+12025550100' };
    const world = await setUp({ data: phone, stands: { userId: 201 } });
    world.psa.addUser({ id: 201, email: 'alex@example.com', phonenumber: '+12025550199' });
    world.row.contact = contactOf(world);
    world.row.contactObservedAt = 1;
    await world.confirm();
    expect(world.row).toMatchObject({
      contact: { id: 201 },
      contactObservedAt: null,
      ticket: { userId: 201 },
    });
    expect(world.row.psaIds.userId).toBe(201);
  });

  it('has no contact, rather than its former one, where nothing is to be written to it', async () => {
    const world = await setUp({ stands: { userId: 201 } });
    world.row.contact = contactOf(world);
    world.row.contactObservedAt = 1;
    await world.confirm();
    expect(world.row).toMatchObject({ contact: null, contactObservedAt: null });
  });
});

describe('somebody who has opted out by an address that the mirror did not know', () => {
  const optedOut = [{ kind: 'email', value: 'alex.new@example.com' }] as const;

  it('is left alone, where people have given it to the ticket since', async () => {
    const { row, confirm, store } = await setUp({ stands: { email: 'alex.new@example.com' } });
    store.optOut(optedOut);
    await confirm();
    expect(row.plan).toMatchObject({ kind: 'leave', result: 'preserved', reason: 'Do Not Contact' });
  });

  it('is left alone, where it is that of the ticket found in the place of the mirrored one', async () => {
    const { row, confirm, store, psa } = await setUp({ stands: null });
    psa.addTicket(leadTicket({ id: 301, ownKey, email: 'alex.new@example.com' }));
    store.optOut(optedOut);
    await confirm();
    expect(row).toMatchObject({ ticket: { id: 301 }, plan: { kind: 'leave', reason: 'Do Not Contact' } });
  });

  it('is not asked for anew, where the ticket shows the address that it had', async () => {
    const { row, context } = await setUp({});
    const findOptedOut = async () => Promise.reject(new Error('Nobody is to be asked'));
    await confirmLive([row], { ...context, store: { ...context.store, findOptedOut } });
    expect(row.plan?.kind).toBe('update');
  });
});

describe('a PSA whose tickets have no place for an email', () => {
  it('is told it by what was known of the same contact', async () => {
    const { row, confirm } = await setUp({
      hidesEmails: true,
      mirrored: { otherEmails: ['a@example.com'] },
      stands: { ...holdsAll, userName: null, clientName: null },
    });
    await confirm();
    expect(row.ticket).toMatchObject({
      email: 'alex@example.com',
      userName: 'Alex Example',
      clientName: 'Example Inc',
      otherEmails: ['a@example.com'],
    });
    expect(row.ticket).not.toHaveProperty('lacksEmail');
  });

  it('is not told the email of a former contact', async () => {
    const { row, confirm } = await setUp({ hidesEmails: true, stands: { ...holdsAll, userId: 201 } });
    await confirm();
    expect(row.ticket).toMatchObject({ id: 300, email: null, lacksEmail: true });
  });
});

describe('tickets that can be asked after together', () => {
  const standing = { session: () => ({ standingTickets: async () => Promise.resolve(new Set([300])) }) };

  it('stand as they are known, and are not read one by one', async () => {
    const { row, confirm, psa, context } = await setUp({ ...standing, stands: holdsAll });
    await confirm();
    expect(psa.calls).toEqual([]);
    expect(row).toMatchObject({ plan: { kind: 'update' }, ticketObservedAt: null });
    expect(context.observed.all().tickets).toEqual([]);
  });

  it('are known anew where nothing is written', async () => {
    const { confirm, context } = await setUp({ ...standing, mirrored: holdsAll, ageMs: mirrorMaxAgeMs + 1 });
    await confirm();
    expect(context.observed.all().tickets).toMatchObject([{ id: 300, observedAt: context.clock.now() }]);
  });

  it.each<[string, MirroredRowGiven]>([
    ['of which no custom fields are known', { mirrored: { lacksCustomFields: true }, stands: {} }],
    ['of which the mirror holds several', { learnt: { mirroredHits: 2 } }],
  ])('are not those %s', async (_which, given) => {
    const { confirm, psa } = await setUp({ ...standing, ...given });
    await confirm();
    expect(psa.calls).not.toEqual([]);
  });
});

it('of a batch, only tickets that are the one of their person are asked after together', async () => {
  const asked: number[] = [];
  const standingTickets: PsaSession['standingTickets'] = async (known) => {
    asked.push(...known.map(({ id }) => id));
    return await Promise.resolve(new Set([300, 301]));
  };
  const world = await setUp({ session: () => ({ standingTickets }) });
  const ticket = leadTicket({ id: 301, email: 'sam@example.com' });
  const several = rowState(
    { ...lead, email: 'sam@example.com' },
    {
      index: 1,
      acceptedAt: world.clock.now(),
      learnt: { isMirrored: true, mirroredHits: 2, ticket, ticketObservedAt: 1 },
    },
  );
  decide([several], world.context);
  await confirmLive([world.row, several], world.context);
  expect(asked).toEqual([300]);
  expect([world.row.isMirrored, several.isMirrored]).toEqual([true, false]);
});

describe('many tickets in doubt', () => {
  it('are observed by one scan of all, where that takes fewer requests', async () => {
    const { rows, context, psa } = await createMirroredRows(5);
    await confirmLive(rows, context);
    expect(psa.calls).toEqual([]);
    expect(rows.map(({ plan }) => plan?.kind)).toEqual(['leave', 'update', 'update', 'update', 'update']);
    expect(new Set(rows.map(({ ticketObservedAt }) => ticketObservedAt))).toEqual(
      new Set([context.clock.now()]),
    );
  });

  it.each<[string, (row: ImportRowState, moved: (ticket: Partial<TicketSnapshot>) => void) => void]>([
    [
      'that have come to another contact',
      (_row, moved) => {
        moved({ userId: 201 });
      },
    ],
    [
      'that are of another person now',
      (_row, moved) => {
        moved({ ...ofAnother, ownKey: 'lb:other' });
      },
    ],
    [
      'of whose person the mirror holds several',
      (row) => {
        row.mirroredHits = 2;
      },
    ],
  ])('are not decided by the scan, those %s', async (_which, change) => {
    const { rows, context, psa } = await createMirroredRows(5);
    const [, row] = rows;
    if (row !== undefined) {
      change(row, (ticket) => psa.addTicket({ ...leadTicket(), ...row.ticket, ...ticket }));
    }
    await confirmLive(rows, context);
    expect(psa.calls).not.toEqual([]);
    expect(rows[2]?.ticketObservedAt).toBe(context.clock.now());
    expect(row?.ticketObservedAt).toBeNull();
  });

  it('show by a scan too that their person has opted out by another address', async () => {
    const { rows, context, psa, store } = await createMirroredRows(5);
    const [, row] = rows;
    psa.addTicket({ ...leadTicket(), ...row?.ticket, email: 'alex.new@example.com' });
    store.optOut([{ kind: 'email', value: 'alex.new@example.com' }]);
    await confirmLive(rows, context);
    expect([row?.plan, psa.calls]).toMatchObject([{ kind: 'leave', reason: 'Do Not Contact' }, []]);
  });

  it.each<[string, number, MemoryPsaOptions]>([
    ['they are few', 2, {}],
    ['lists do not show their fields', 5, { listsHideFields: true }],
  ])('are read one by one where %s', async (_why, count, options) => {
    const { rows, context, psa } = await createMirroredRows(count, options);
    await confirmLive(rows, context);
    expect(psa.calls).toEqual(rows.map(() => 'getTicketForUpdate'));
    expect(rows[0]?.plan?.kind).toBe('leave');
  });

  it('count those that wait behind the batch', async () => {
    const { rows, context, psa } = await createMirroredRows(2);
    await confirmLive(rows, { ...context, batch: { ...context.batch, upcoming: 100 } });
    expect(psa.calls).toEqual([]);
  });
});

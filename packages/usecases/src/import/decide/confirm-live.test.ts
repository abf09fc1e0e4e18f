import type { TicketSnapshot } from '@leadbridge/domain';
import { describe, expect, it } from '@jest/globals';

import type { PsaSession, PsaUser } from '../../ports/psa.js';
import { ownKeyOf } from '../../psa/own-key.js';
import type { MemoryPsaOptions } from '../../testing/memory-psa.js';
import type { MatchedRow } from '../import-row-state.js';
import { mirrorMaxAgeMs } from '../testing/complete-mirror.js';
import { alex, knownLead, leadTicket, rowState } from '../testing/import-rows.js';
import { createMirroredRow, createMirroredRows, type MirroredRowGiven } from '../testing/mirrored-row.js';
import type { ImportWorld } from '../testing/stage-context.js';
import { confirmDecisions } from './decide-rows.js';
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
  return { ...world, confirm: async () => confirmDecisions([world.row], world.context) };
}

describe('whether the mirror is recent enough', () => {
  it.each<[string, MirroredRowGiven, boolean]>([
    ['a write, observed after acceptance and under a minute ago', { ageMs: 59_999 }, true],
    ['a write, observed a minute ago', { ageMs: 60_000 }, false],
    ['a write, observed as the row was accepted', { ageMs: 10_000, acceptedAgoMs: 10_000 }, true],
    ['a write, observed before the row was accepted', { ageMs: 20_000, acceptedAgoMs: 10_000 }, false],
    ['nothing to be written, observed within the trust', { mirrored: holdsAll, ageMs: mirrorMaxAgeMs }, true],
    ['nothing to be written, observed longer ago', { mirrored: holdsAll, ageMs: mirrorMaxAgeMs + 1 }, false],
    [
      'a person who has opted out, however old the observation',
      { ageMs: mirrorMaxAgeMs * 9, learnt: { suppressed } },
      true,
    ],
    ['a new lead', { mirrored: null }, true],
    [
      'an early ticket without known custom fields, however recent',
      { mirrored: { lacksCustomFields: true }, stands: {}, ageMs: 0 },
      false,
    ],
    [
      'such a ticket of a person who has opted out',
      { mirrored: { lacksCustomFields: true }, stands: {}, ageMs: 0, learnt: { suppressed } },
      true,
    ],
    ['such a ticket past the early stage', { mirrored: { lacksCustomFields: true, statusId: 3 } }, true],
    ['a ticket that was read live', { learnt: { ticketObservedAt: null } }, true],
    ['a row that the mirror did not decide', { learnt: { isMirrored: false } }, true],
    ['no mirror at all', { hasMirror: false }, true],
  ])('for %s', async (_which, given, isEnough) => {
    const { confirm, psa } = await setUp(given);
    await confirm();
    expect(psa.calls).toEqual(isEnough ? [] : ['getTicketForUpdate']);
  });
});

describe('the last editor of a ticket', () => {
  const readElsewhere = { isMirrored: false, ticketObservedAt: null };

  it('is requested before a change if the reading lacks it', async () => {
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
    ['it is already known', { learnt: readElsewhere }],
    [
      'it was already requested',
      { learnt: { ...readElsewhere, isWriterAsked: true }, mirrored: { lastUpdatedBy: null } },
    ],
    ['nothing is changed', { learnt: readElsewhere, mirrored: { ...holdsAll, lastUpdatedBy: null } }],
  ])('is not requested if %s', async (_where, given) => {
    const { psa, confirm } = await setUp(given);
    await confirm();
    expect(psa.calls).toEqual([]);
  });
});

describe('the live state of a ticket', () => {
  it('protects values that people have entered since from being overwritten by less', async () => {
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

  it('preserves a ticket that people have moved on', async () => {
    const { row, confirm } = await setUp({ stands: { statusId: 3 } });
    await confirm();
    expect(row.plan).toMatchObject({ kind: 'leave', result: 'preserved' });
  });

  it('reveals empty fields that the mirror did not know to be empty, and they are written', async () => {
    const { row, confirm } = await setUp({ mirrored: { lacksCustomFields: true }, stands: {} });
    await confirm();
    expect(row.plan).toMatchObject({ kind: 'update', customFields: { 106: 'AWS' } });
  });

  it('is reported to the mirror if the ticket stays unchanged, but not if it is about to change', async () => {
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

describe('a ticket that differs from the mirror', () => {
  it('is created again if it no longer exists, and removed from the mirror', async () => {
    const { row, confirm, mirror, context } = await setUp({ stands: null });
    await confirm();
    expect(row).toMatchObject({ plan: { kind: 'create' }, ticket: null, isMirrored: false, mirroredHits: 0 });
    const view = await mirror.view(context.session, 'tickets', 0);
    expect((await view?.byIds([300]))?.size).toBe(0);
  });

  it('leaves nothing of its client, site and contact to the new one', async () => {
    const { row, confirm } = await setUp({ stands: null });
    expect([row.ticketId, row.psaIds]).toEqual([300, { clientId: 10, siteId: 20, userId: 200 }]);
    await confirm();
    expect([row.ticketId, row.psaIds]).toEqual([null, { clientId: null, siteId: null, userId: null }]);
  });

  it('is searched live if its id now belongs to another person', async () => {
    const world = await setUp({ stands: { ...ofAnother, ownKey: 'lb:other' } });
    world.psa.addTicket(leadTicket({ id: 301, ownKey, ...holdsAll }));
    await world.confirm();
    expect(world.row).toMatchObject({ ticket: { id: 301 }, isMirrored: false, plan: { kind: 'leave' } });
  });

  it('is not kept only because of our record if it is evidently about another person', async () => {
    const world = await setUp({});
    world.row.known = knownLead(world.row);
    world.psa.addTicket(leadTicket(ofAnother));
    await world.confirm();
    expect(world.row).toMatchObject({ ticket: null, isMirrored: false, plan: { kind: 'create' } });
  });

  it('is replaced by the live ticket together with its contact', async () => {
    const world = await setUp({ data: { ...lead, phone: '+12025550100' }, stands: null });
    world.psa.addTicket(leadTicket({ id: 301, ownKey, userId: 201 }));
    const contact = world.psa.addUser({ id: 201, email: 'alex@example.com' });
    await world.confirm();
    expect(world.row).toMatchObject({ ticket: { id: 301 }, contact });
  });

  it('is kept because of our record even if its address was corrected and the PSA stores no key of ours', async () => {
    const corrected = { email: 'alex.new@example.com', ...holdsAll };
    const world = await setUp({});
    world.row.known = knownLead(world.row);
    world.psa.addTicket(leadTicket({ ...corrected }));
    await world.confirm();
    expect(world.row).toMatchObject({ ticket: { id: 300, email: 'alex.new@example.com' }, isMirrored: true });
    expect(world.psa.calls).toEqual(['getTicketForUpdate']);
  });

  it('is chosen live if the mirror contains several of the person', async () => {
    const world = await setUp({ learnt: { mirroredHits: 2 } });
    world.psa.addTicket(leadTicket({ id: 301, ownKey, statusId: 4 }));
    await world.confirm();
    expect(world.row).toMatchObject({ ticket: { id: 301 }, plan: { kind: 'leave', result: 'preserved' } });
    expect(world.psa.calls).not.toContain('getTicketForUpdate');
    const view = await world.mirror.view(world.context.session, 'tickets', 0);
    expect((await view?.byIds([300]))?.size).toBe(1);
  });

  it('has its new contact read if people have changed it', async () => {
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

  it('has no contact, instead of its former one, if nothing is to be written to it', async () => {
    const world = await setUp({ stands: { userId: 201 } });
    world.row.contact = contactOf(world);
    world.row.contactObservedAt = 1;
    await world.confirm();
    expect(world.row).toMatchObject({ contact: null, contactObservedAt: null });
  });
});

describe('a person who has opted out by an address unknown to the mirror', () => {
  const optedOut = [{ kind: 'email', value: 'alex.new@example.com' }] as const;

  it('is left alone if people have added the address to the ticket since', async () => {
    const { row, confirm, store } = await setUp({ stands: { email: 'alex.new@example.com' } });
    store.optOut(optedOut);
    await confirm();
    expect(row.plan).toMatchObject({ kind: 'leave', result: 'preserved', reason: 'Do Not Contact' });
  });

  it('is left alone if the address is on the ticket found instead of the mirrored one', async () => {
    const { row, confirm, store, psa } = await setUp({ stands: null });
    psa.addTicket(leadTicket({ id: 301, ownKey, email: 'alex.new@example.com' }));
    store.optOut(optedOut);
    await confirm();
    expect(row).toMatchObject({ ticket: { id: 301 }, plan: { kind: 'leave', reason: 'Do Not Contact' } });
  });

  it('is not looked up again if the ticket has the same address as before', async () => {
    const { row, context } = await setUp({});
    const findOptedOut = async () => Promise.reject(new Error('Nobody is to be asked'));
    await confirmDecisions([row], { ...context, store: { ...context.store, findOptedOut } });
    expect(row.plan?.kind).toBe('update');
  });
});

describe('a PSA whose tickets have no field for an email', () => {
  it('gets the email from the known data of the same contact', async () => {
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

  it('does not get the email of a former contact', async () => {
    const { row, confirm } = await setUp({ hidesEmails: true, stands: { ...holdsAll, userId: 201 } });
    await confirm();
    expect(row.ticket).toMatchObject({ id: 300, email: null, lacksEmail: true });
  });
});

describe('tickets that can be checked together', () => {
  const standing = { session: () => ({ standingTickets: async () => Promise.resolve(new Set([300])) }) };

  it('are confirmed unchanged without being read one by one', async () => {
    const { row, confirm, psa, context } = await setUp({ ...standing, stands: holdsAll });
    await confirm();
    expect(psa.calls).toEqual([]);
    expect(row).toMatchObject({ plan: { kind: 'update' }, ticketObservedAt: null });
    expect(context.observed.all().tickets).toEqual([]);
  });

  it('are reported to the mirror if nothing is written', async () => {
    const { confirm, context } = await setUp({ ...standing, mirrored: holdsAll, ageMs: mirrorMaxAgeMs + 1 });
    await confirm();
    expect(context.observed.all().tickets).toMatchObject([{ id: 300, observedAt: context.clock.now() }]);
  });

  it.each<[string, MirroredRowGiven]>([
    ['without known custom fields', { mirrored: { lacksCustomFields: true }, stands: {} }],
    ['of which the mirror contains several', { learnt: { mirroredHits: 2 } }],
  ])('are not those %s', async (_which, given) => {
    const { confirm, psa } = await setUp({ ...standing, ...given });
    await confirm();
    expect(psa.calls).not.toEqual([]);
  });
});

it('include only tickets that are the only one of their person', async () => {
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
  await confirmDecisions([world.row, several], world.context);
  expect(asked).toEqual([300]);
  expect([world.row.isMirrored, several.isMirrored]).toEqual([true, false]);
});

describe('many doubtful tickets', () => {
  it('are observed by one scan of all tickets if that takes fewer requests', async () => {
    const { rows, context, psa } = await createMirroredRows(5);
    await confirmDecisions(rows, context);
    expect(psa.calls).toEqual([]);
    expect(rows.map(({ plan }) => plan?.kind)).toEqual(['leave', 'update', 'update', 'update', 'update']);
    expect(new Set(rows.map(({ ticketObservedAt }) => ticketObservedAt))).toEqual(
      new Set([context.clock.now()]),
    );
  });

  it.each<[string, (row: MatchedRow, moved: (ticket: Partial<TicketSnapshot>) => void) => void]>([
    [
      'that have another contact now',
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
    await confirmDecisions(rows, context);
    expect(psa.calls).not.toEqual([]);
    expect(rows[2]?.ticketObservedAt).toBe(context.clock.now());
    expect(row?.ticketObservedAt).toBeNull();
  });

  it('show in a scan, too, that their person has opted out by another address', async () => {
    const { rows, context, psa, store } = await createMirroredRows(5);
    const [, row] = rows;
    psa.addTicket({ ...leadTicket(), ...row?.ticket, email: 'alex.new@example.com' });
    store.optOut([{ kind: 'email', value: 'alex.new@example.com' }]);
    await confirmDecisions(rows, context);
    expect([row?.plan, psa.calls]).toMatchObject([{ kind: 'leave', reason: 'Do Not Contact' }, []]);
  });

  it.each<[string, number, MemoryPsaOptions]>([
    ['they are few', 2, {}],
    ['lists do not show their fields', 5, { listsHideFields: true }],
  ])('are read one by one if %s', async (_why, count, options) => {
    const { rows, context, psa } = await createMirroredRows(count, options);
    await confirmDecisions(rows, context);
    expect(psa.calls).toEqual(rows.map(() => 'getTicketForUpdate'));
    expect(rows[0]?.plan?.kind).toBe('leave');
  });

  it('include the rows waiting after the batch', async () => {
    const { rows, context, psa } = await createMirroredRows(2);
    await confirmDecisions(rows, { ...context, batch: { ...context.batch, upcoming: 100 } });
    expect(psa.calls).toEqual([]);
  });
});

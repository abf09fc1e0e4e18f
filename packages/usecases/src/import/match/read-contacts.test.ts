import type { TicketSnapshot } from '@leadbridge/domain';
import { describe, expect, it } from '@jest/globals';

import type { MirrorKind } from '../../ports/psa-mirror.js';
import type { PsaUser } from '../../ports/psa.js';
import type { MatchedRow } from '../import-row-state.js';
import { createCompleteMirror } from '../testing/complete-mirror.js';
import { alex, knownLead, leadTicket, robin, rowState } from '../testing/import-rows.js';
import { createImportWorld, stageContext } from '../testing/stage-context.js';
import { knownContacts, readContacts } from './read-contacts.js';

const withPhone = { ...alex, phone: '+12025550100' };

function rowWith(ticket: Partial<TicketSnapshot> | null, data: unknown = withPhone): MatchedRow {
  return rowState(data, { learnt: { ticket: ticket === null ? null : leadTicket(ticket) } });
}

async function setUp(options: { readonly lacks?: MirrorKind } = {}) {
  const world = createImportWorld();
  const kept = await createCompleteMirror(world.clock, options);
  const contact = world.psa.addUser({ id: 200, email: 'alex@example.com', phonenumber: '+12025550199' });
  const context = stageContext(world, { mirror: kept.mirror });
  return { ...world, ...kept, contact, context };
}

describe('the contact of a ticket', () => {
  it.each<[string, MatchedRow, boolean]>([
    ['a number', rowWith({}), true],
    ['a profile', rowWith({}, { ...alex, linkedin_url: 'linkedin.com/in/alex' }), true],
    ['nothing that a contact holds', rowWith({}, alex), false],
    ['a number, and the ticket is past the early stage', rowWith({ statusId: 3 }), false],
    ['a number, and the ticket has no contact', rowWith({ userId: null }), false],
    ['a number, and there is no ticket', rowWith(null), false],
  ])('is read, or not, for a lead that brings %s', async (_what, row, isRead) => {
    const { context, psa, contact } = await setUp();
    await readContacts([row], context);
    expect(psa.calls).toEqual(isRead ? ['getUser'] : []);
    expect(row.contact).toEqual(isRead ? contact : null);
  });

  it('is read for a lead whose record contains more than this import sends', async () => {
    const { context, contact } = await setUp();
    const row = rowWith({}, alex);
    row.known = knownLead(row);
    await readContacts([row], context);
    expect(row.contact).toEqual(contact);
  });

  it('is null if the PSA no longer has it, as of this run', async () => {
    const { context, psa } = await setUp();
    psa.users.clear();
    const row = rowWith({});
    row.contactObservedAt = 1;
    await readContacts([row], context);
    expect([row.contact, row.contactObservedAt]).toEqual([null, null]);
  });

  it('is read individually if a list shows only part of it; the part is used if it no longer exists', async () => {
    const whole = async (isGone: boolean): Promise<PsaUser | null> => {
      const { context, psa, contact } = await setUp();
      const partial = { ...contact, phonenumber: null, isPartial: true } as const;
      const find = async () => Promise.resolve(new Map([['id:200', [partial]]]));
      const users = { ...context.caches.users, find };
      if (isGone) {
        psa.users.clear();
      }
      const row = rowWith({});
      await readContacts([row], { ...context, caches: { ...context.caches, users } });
      return row.contact;
    };
    expect((await whole(false))?.phonenumber).toBe('+12025550199');
    expect(await whole(true)).toMatchObject({ id: 200, phonenumber: null, isPartial: true });
  });
});

describe('the contact of a ticket in the mirror', () => {
  const mirroredRow = (): MatchedRow => {
    const row = rowWith({});
    row.isMirrored = true;
    return row;
  };

  it('is taken from the mirror, with the age of its observation', async () => {
    const { context, psa, contact, knowsContact, clock } = await setUp();
    await knowsContact({ ...contact, phonenumber: null }, clock.now() - 5_000);
    const row = mirroredRow();
    await readContacts([row], context);
    expect(row).toMatchObject({
      contact: { id: 200, phonenumber: null },
      contactObservedAt: clock.now() - 5_000,
    });
    expect(psa.calls).toEqual([]);
  });

  it.each<[string, { readonly knows: Partial<PsaUser> | null; readonly lacks?: MirrorKind }]>([
    ['the mirror does not hold it', { knows: null }],
    ['the mirror holds a part of it', { knows: { isPartial: true } }],
    ['the mirror has not seen all contacts', { knows: {}, lacks: 'contacts' }],
  ])('is read live if %s', async (_why, { knows, ...options }) => {
    const { context, psa, contact, knowsContact } = await setUp(options);
    if (knows !== null) {
      await knowsContact({ ...contact, phonenumber: null, ...knows });
    }
    const row = mirroredRow();
    await readContacts([row], context);
    expect(psa.calls).toContain('getUser');
    expect(row).toMatchObject({ contact: { phonenumber: '+12025550199' }, contactObservedAt: null });
  });

  it('is not used for a live row in the same batch, whose search ignores waiting rows', async () => {
    const { context: own, psa, contact, knowsContact } = await setUp();
    const context = { ...own, batch: { ...own.batch, upcoming: 500 } };
    await knowsContact({ ...contact, phonenumber: null });
    const rows = [mirroredRow(), rowWith({}, { ...withPhone, technologies: 'AWS' })];
    await readContacts(rows, context);
    expect(rows.map((row) => row.contact?.phonenumber)).toEqual([null, '+12025550199']);
    expect(psa.calls).toEqual(['getUser']);
  });
});

it('reads all pages of contacts if many rows wait after those of the batch', async () => {
  const { context, psa } = await setUp();
  await readContacts([rowWith({})], { ...context, batch: { ...context.batch, upcoming: 500 } });
  expect([psa.calls, context.caches.users.readAt(0)]).toEqual([[], context.clock.now()]);
});

describe('whether a person is already a contact, according to the mirror', () => {
  const mirrored = (data: unknown, index = 0): MatchedRow =>
    rowState(data, { index, learnt: { isMirrored: true } });

  it('is known for each row that the mirror covers, also for a person who is none', async () => {
    const { context, contact, knowsContact } = await setUp();
    await knowsContact(contact);
    await knowsContact({ ...contact, id: 201 });
    const found = await knownContacts([mirrored(alex), mirrored(robin, 1)], context);
    expect([...found].map(([key, contacts]) => [key, contacts.map(({ id }) => id)])).toEqual([
      ['email:alex@example.com', [200, 201]],
      ['email:robin@example.org', []],
    ]);
  });

  it('is known by another address of a contact', async () => {
    const { context, contact, knowsContact } = await setUp();
    await knowsContact({ ...contact, email: 'a@example.com', otherEmails: ['alex@example.com'] });
    const found = await knownContacts([mirrored(alex)], context);
    expect(found.get('email:alex@example.com')).toMatchObject([{ id: 200 }]);
  });

  it.each<[string, MatchedRow]>([
    ['read live', rowState(alex)],
    ['without an email', mirrored({ first_name: 'Alex', last_name: 'Example', company: 'Example Inc' })],
  ])('is not said of a row %s', async (_which, row) => {
    const { context } = await setUp();
    expect((await knownContacts([row], context)).size).toBe(0);
  });

  it('is unknown while the mirror has not read all contacts', async () => {
    const { context } = await setUp({ lacks: 'contacts' });
    expect((await knownContacts([mirrored(alex)], context)).size).toBe(0);
  });
});

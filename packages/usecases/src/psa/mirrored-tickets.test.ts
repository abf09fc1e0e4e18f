import { describe, expect, it } from '@jest/globals';
import type { DedupeKey, TicketSnapshot } from '@leadbridge/domain';

import { observationOf } from '../mirror/mirror-keys.js';
import type { MirrorView } from '../mirror/psa-mirror.js';
import type { MirroredItems, MirrorKind } from '../ports/psa-mirror.js';
import type { PsaUser } from '../ports/psa.js';
import { completeTickets, mirroredTickets } from './mirrored-tickets.js';
import { ownKeyOf } from './own-key.js';

const observedAt = 1_000;

const ticketOf = (id: number, changes: Partial<TicketSnapshot> = {}): TicketSnapshot => ({
  id,
  tickettypeId: 1,
  statusId: 1,
  summary: 'Call back',
  clientId: 7,
  siteId: null,
  userId: id + 100,
  email: `person.${id}@example.com`,
  userName: null,
  clientName: null,
  lastUpdatedBy: null,
  customFields: {},
  ...changes,
});
const silent = (id: number, changes: Partial<TicketSnapshot> = {}) =>
  ticketOf(id, { email: null, lacksEmail: true, ...changes });
const contactOf = (id: number, email: string): PsaUser => ({
  id,
  clientId: 7,
  siteId: null,
  email,
  firstName: 'Alex',
  lastName: 'Example',
  clientName: null,
  phonenumber: null,
  linkedinUrl: null,
});
const keyOf = (email: string): DedupeKey => ({ key: `email:${email}`, kind: 'email' }) as DedupeKey;

function viewOf<K extends MirrorKind>(kind: K, items: readonly MirroredItems[K][]): MirrorView<K> {
  const found = items.map((item) => observationOf(kind, item, observedAt));
  return {
    provesAbsence: true,
    byKeys: async (keys) =>
      Promise.resolve(
        new Map(keys.map((key) => [key, found.filter((each) => each.keys.includes(key))] as const)),
      ),
    byIds: async (ids) =>
      Promise.resolve(new Map(found.filter(({ id }) => ids.includes(id)).map((each) => [each.id, each]))),
  };
}

function viewsOf(tickets: readonly TicketSnapshot[], contacts: readonly PsaUser[] = []) {
  return { tickets: viewOf('tickets', tickets), contacts: viewOf('contacts', contacts) };
}

const idsFor = async (views: ReturnType<typeof viewsOf>, email: string) =>
  ((await mirroredTickets(views, [keyOf(email)])).get(`email:${email}`) ?? []).map(({ id }) => id);

describe('the mirrored tickets of a key', () => {
  it('are those with its email, whichever contact they have', async () => {
    const views = viewsOf([ticketOf(1), ticketOf(2), ticketOf(3, { email: 'person.1@example.com' })]);
    expect(await idsFor(views, 'person.1@example.com')).toEqual([1, 3]);
    expect(await idsFor(views, 'nobody@example.com')).toEqual([]);
  });

  it('include a ticket that has our own key for it, once', async () => {
    const ownKey = ownKeyOf('email:person.1@example.com');
    const views = viewsOf([ticketOf(1, { ownKey }), ticketOf(2, { ownKey, email: null })]);
    expect(await idsFor(views, 'person.1@example.com')).toEqual([1, 2]);
  });

  it('include tickets without an email by the email of their contact', async () => {
    const views = viewsOf([silent(1), silent(2)], [contactOf(101, 'person.1@example.com')]);
    expect(await idsFor(views, 'person.1@example.com')).toEqual([1]);
  });

  it('exclude a ticket whose contact has another email by now', async () => {
    const views = viewsOf([silent(1)], [contactOf(101, 'renamed@example.com')]);
    expect(await idsFor(views, 'person.1@example.com')).toEqual([]);
    expect(await idsFor(views, 'renamed@example.com')).toEqual([1]);
  });
});

describe('a mirrored ticket without an email', () => {
  const complete = async (ticket: TicketSnapshot, contacts: readonly PsaUser[]) => {
    const { tickets, contacts: people } = viewsOf([ticket], contacts);
    return (await completeTickets(people, [...(await tickets.byIds([ticket.id])).values()])).get(ticket.id);
  };

  it('gets the email and names of its contact, and keeps its age', async () => {
    expect(await complete(silent(1), [contactOf(101, 'person.1@example.com')])).toMatchObject({
      observedAt,
      item: { id: 1, email: 'person.1@example.com' },
    });
  });

  it.each([
    ['has no contact', silent(1, { userId: null }), []],
    ['has a contact that is not mirrored', silent(1), []],
  ])('stays as it is if it %s', async (_what, ticket, contacts) => {
    expect((await complete(ticket, contacts))?.item).toEqual(ticket);
  });

  it('is not overwritten if the PSA shows its email itself', async () => {
    const ticket = ticketOf(1);
    expect((await complete(ticket, [contactOf(101, 'other@example.com')]))?.item).toEqual(ticket);
  });
});

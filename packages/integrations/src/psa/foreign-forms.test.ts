import { describe, expect, it } from '@jest/globals';
import { PsaUnavailableError } from '@leadbridge/usecases';

import type { PsaOperations } from './psa-dialect.js';
import { createSpecDialect } from './spec-dialect.js';
import { cannedIo } from './testing/canned-io.js';
import { foreignResponses, inForm, strangeForms, type StrangeForm } from './testing/strange-forms.js';

const lead = {
  id: 9,
  tickettype_id: 1,
  status_id: 2,
  summary: 'Alex Example - Example Software',
  details: 'Reference: r',
  client_id: 2,
  site_id: 8,
  user_id: 4,
  user_email: 'alex@example.com',
  last_updated_by: 7,
  customfields: [
    { id: 101, value: 'Provider A' },
    { id: 105, value: true },
    { id: 112, value: 1998 },
  ],
};
const user = {
  id: 4,
  firstname: 'Alex',
  surname: 'Example',
  emailaddress: 'alex@example.com',
  phonenumber: '+1 212 555 0100',
  client_id: 2,
  site_id: 8,
};
const opportunity = {
  id: 10,
  summary: 'A deal',
  client_id: 2,
  user_id: 4,
  customfields: [{ id: 301, value: 'Cloud' }],
};
const held = {
  '/Tickets': { record_count: 1, tickets: [lead] },
  '/Tickets/9': lead,
  '/Users': { record_count: 1, users: [user] },
  '/Users/4': user,
  '/Client': { record_count: 1, clients: [{ id: 2, name: 'Example Software' }] },
  '/Site': { record_count: 1, sites: [{ id: 8, name: 'Main', client_id: 2 }] },
  '/Lists': { record_count: 1, lists: [{ id: 5, name: 'Cold' }] },
  '/Lists/5/items': { record_count: 1, items: [{ id: 11, ticket_id: 9 }] },
  '/Actions': { record_count: 1, actions: [{ id: 1, ticket_id: 9, note: 'Called' }] },
  '/Status': [{ id: 2, name: 'Researching' }],
  '/Opportunities': { record_count: 1, opportunities: [opportunity] },
  '/Opportunities/10': opportunity,
};

const dialect = createSpecDialect({
  url: 'https://psa.test',
  clientId: 'client-id',
  clientSecret: 'client-secret',
  scope: 'all',
});

async function told(form: StrangeForm): Promise<unknown> {
  const canned = cannedIo(inForm(held, form));
  const session: PsaOperations = dialect.open(canned.io);
  const found = {
    byEmail: await session.findTickets({ email: 'alex@example.com' }),
    ticket: await session.getTicket(9),
    page: (await session.listPage('tickets', { page: 1, order: 'oldest_first' })).items,
    users: await session.findUsers({ email: 'alex@example.com' }),
    user: await session.getUser(4),
    clients: await session.searchClients('Example'),
    sites: await session.sitesOfClient(2),
    lists: await session.lists(),
    onList: await session.onList(5, [9]),
    places: await session.listPlaces(5, new Set([9])),
    notes: await session.actionsOfTicket(9),
    statuses: await session.statuses(),
    opportunities: await session.searchOpportunities('deal'),
    opportunity: await session.getOpportunity(10),
  };
  canned.respondWith(inForm({ '/Tickets': { record_count: 0, tickets: [] } }, form));
  return { ...found, none: await session.findTickets({ clientId: 2 }) };
}

describe('a PSA of the specification with another response format', () => {
  it.each(Object.keys(strangeForms))('returns the same: %s', async (name) => {
    const form = strangeForms[name] ?? ((response) => response);
    expect(await told(form)).toEqual(await told((response) => response));
  });

  it('is understood', async () => {
    expect(await told((response) => response)).toMatchObject({
      byEmail: [{ id: 9, tickettypeId: 1, statusId: 2, email: 'alex@example.com', lastUpdatedBy: 7 }],
      ticket: { customFields: { 101: 'Provider A', 105: true, 112: 1998 } },
      users: [{ id: 4, email: 'alex@example.com', clientId: 2 }],
      onList: new Set([9]),
      places: new Map([[9, [11]]]),
      notes: [{ note: 'Called' }],
      statuses: [{ id: 2, name: 'Researching' }],
      opportunity: { id: 10, customFields: { 301: 'Cloud' } },
      none: [],
    });
  });
});

describe('a read by id whose response has another id', () => {
  const reads = [
    ['/Tickets/9', async (session: PsaOperations) => session.getTicket(9)],
    ['/Tickets/9', async (session: PsaOperations) => session.getTicketForUpdate(9)],
    ['/Users/4', async (session: PsaOperations) => session.getUser(4)],
    ['/Opportunities/10', async (session: PsaOperations) => session.getOpportunity(10)],
  ] as const;

  it.each(
    reads.flatMap(([path, read]) => foreignResponses.map(([form, of]) => [path, form, read, of] as const)),
  )('%s, %s, is unreadable', async (path, _form, read, of) => {
    const session = dialect.open(cannedIo({ ...held, [path]: of(held[path]) }).io);
    await expect(read(session)).rejects.toThrow(PsaUnavailableError);
  });
});

import { describe, expect, it } from '@jest/globals';
import { silentLogger } from '@leadbridge/platform';
import { PsaUnavailableError, type PsaSession } from '@leadbridge/usecases';

import { haloSettings, psaDialectDefaults } from '../psa-variables.js';
import { cannedIo } from '../psa/testing/canned-io.js';
import { foreignResponses, inForm, strangeForms, type StrangeForm } from '../psa/testing/strange-forms.js';
import { createHaloDialect } from './halo-dialect.js';
import { preparedHalo } from './testing/prepared-halo.js';
import { unsharedTickets } from './testing/unshared-tickets.js';

const settings = haloSettings({ ...psaDialectDefaults, psaDialect: 'halopsa' });
const key = 'lb:00000000000000000000000000000001';

/** A complete tenant with one lead. */
const tenant = {
  ...preparedHalo,
  '/DistributionLists': [{ id: 5, name: 'Cold' }],
  '/DistributionLists/5': { id: 5, name: 'Cold', members: [{ user_id: 4 }] },
};
const lead = {
  id: 9,
  tickettype_id: 31,
  status_id: 61,
  summary: 'Alex Example - Example Software',
  details: 'Reference: r',
  client_id: 2,
  site_id: 8,
  user_id: 4,
  hasbeenclosed: false,
  third_party_id_string: key,
  customfields: [
    { id: 201, value: 1 },
    { id: 202, value: 'Cloud' },
    { id: 205, value: false },
    { id: 212, value: 1998 },
  ],
  tags: [{ text: 'Warm' }],
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
const held = {
  '/Tickets': { record_count: 1, tickets: [lead] },
  '/Tickets/9': lead,
  '/Users': { record_count: 1, users: [user] },
  '/Users/4': user,
  '/Client': { record_count: 1, clients: [{ id: 2, name: 'Example Software', main_site_id: 8 }] },
  '/Site': { record_count: 1, sites: [{ id: 8, name: 'Main', client_id: 2 }] },
  '/Actions': {
    record_count: 2,
    actions: [
      { id: 1, ticket_id: 9, note: 'Called', who_agentid: 12 },
      { id: 2, ticket_id: 9, note: 'Noted', who_agentid: 7 },
    ],
  },
  '/Opportunities': {
    record_count: 1,
    tickets: [{ ...lead, id: 10, tickettype_id: 33, oppproductchosen: 'Cloud' }],
  },
  '/Opportunities/10': { ...lead, id: 10, tickettype_id: 33, oppproductchosen: 'Cloud' },
};

function sessionIn(form: StrangeForm, lists: 'tags' | 'distribution') {
  const canned = cannedIo(inForm(tenant, form));
  const dialect = createHaloDialect({
    client: {
      url: 'https://acme.halopsa.test',
      clientId: 'client-id',
      clientSecret: 'client-secret',
      scope: 'all',
    },
    settings: { ...settings, lists },
    listNames: () => ['Cold', 'Warm'],
    doNotContactList: () => 'Do Not Contact',
    sourceLabels: () => ['Provider A'],
    takesArrays: () => false,
    withTicketLock: unsharedTickets,
    clock: { now: () => 0 },
    logger: silentLogger,
  });
  return { canned, session: dialect.open(canned.io) };
}

/** Everything that the use cases read from a PSA, for a tenant whose responses have the given format. */
async function told(form: StrangeForm): Promise<unknown> {
  const { canned, session } = sessionIn(form, 'distribution');
  const { session: tagged, canned: ofTagged } = sessionIn(form, 'tags');
  const statuses = await session.statuses();
  await tagged.statuses();
  canned.respondWith(inForm(held, form));
  ofTagged.respondWith(inForm(held, form));
  const found = await responsesOf(session);
  const warm = (await tagged.lists()).find(({ name }) => name === 'Warm')?.id ?? 0;
  const onTag = await tagged.onList(warm, [9]);
  await tagged.addListItems((await tagged.lists()).find(({ name }) => name === 'Cold')?.id ?? 0, [
    { ticket_id: 9, added_by: 'Leadbridge', notes: '' },
  ]);
  canned.respondWith(inForm({ '/Tickets': { record_count: 0, tickets: [] } }, form));
  const none = await session.findTickets({ clientId: 2 });
  return { statuses, found, onTag, tags: ofTagged.written.map(({ body }) => body), none };
}

async function responsesOf(
  session: Omit<PsaSession, 'settleMilliseconds' | 'expectCalls'>,
): Promise<unknown> {
  return {
    byKey: await session.findTickets({ key }),
    byEmail: await session.findTickets({ email: 'alex@example.com' }),
    ticket: await session.getTicket(9),
    forUpdate: await session.getTicketForUpdate(9),
    page: (await session.listPage('tickets', { page: 1, order: 'oldest_first' })).items,
    users: await session.findUsers({ email: 'alex@example.com' }),
    user: await session.getUser(4),
    clients: await session.searchClients('Example'),
    sites: await session.sitesOfClient(2),
    lists: await session.lists(),
    onList: await session.onList(5, [9]),
    notes: await session.actionsOfTicket(9),
    opportunities: await session.searchOpportunities('Example'),
    opportunity: await session.getOpportunity(10),
  };
}

describe('a HaloPSA with another response format', () => {
  it.each(Object.keys(strangeForms))('returns the same: %s', async (name) => {
    const form = strangeForms[name] ?? ((response) => response);
    expect(await told(form)).toEqual(await told((response) => response));
  });

  it('is understood: the lead, its contact, its company, its fields and its lists', async () => {
    expect(await told((response) => response)).toMatchObject({
      found: {
        byKey: [{ id: 9, tickettypeId: 1, statusId: 1, ownKey: key }],
        byEmail: [{ id: 9 }],
        ticket: { customFields: { 101: 'Provider A', 102: 'Cloud', 105: false, 112: 1998 } },
        forUpdate: { lastUpdatedBy: 12 },
        page: [{ id: 9, doNotContact: false }],
        users: [{ id: 4, email: 'alex@example.com', siteId: 8 }],
        clients: [{ id: 2 }],
        sites: [{ id: 8, clientId: 2 }],
        lists: [{ id: 5, name: 'Cold' }],
        onList: new Set([9]),
        notes: [{ note: 'Called' }, { note: 'Noted' }],
        opportunities: [{ id: 10, customFields: { 301: 'Cloud' } }],
      },
      onTag: new Set([9]),
      tags: [[{ id: 9, tags: [{ text: 'Warm' }, { text: 'Cold' }] }]],
      none: [],
    });
  });
});

describe('a read by id whose response has another id', () => {
  type Session = Omit<PsaSession, 'settleMilliseconds' | 'expectCalls'>;
  const item = { ticket_id: 9, added_by: 'Leadbridge', notes: '' };
  const reads = [
    ['/Tickets/9', async (session: Session) => session.getTicket(9)],
    ['/Tickets/9', async (session: Session) => session.getTicketForUpdate(9)],
    ['/Tickets/9', async (session: Session) => session.addListItems(5, [item])],
    ['/Users/4', async (session: Session) => session.getUser(4)],
    ['/Opportunities/10', async (session: Session) => session.getOpportunity(10)],
    ['/DistributionLists/5', async (session: Session) => session.onList(5, [9])],
  ] as const;

  it.each(
    reads.flatMap(([path, read]) => foreignResponses.map(([form, of]) => [path, form, read, of] as const)),
  )('%s, %s, is unreadable', async (path, _form, read, of) => {
    const { canned, session } = sessionIn((response) => response, 'distribution');
    await session.statuses();
    canned.respondWith({ ...held, [path]: of({ ...tenant, ...held }[path]) });
    await expect(read(session)).rejects.toThrow(PsaUnavailableError);
    expect(canned.written).toEqual([]);
  });
});

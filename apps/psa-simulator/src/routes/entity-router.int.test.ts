import { beforeEach, describe, expect, it } from '@jest/globals';

import { psaCaller, type Call } from '../testing/psa-caller.js';
import { startSimulator } from '../testing/start-simulator.js';

const idOf = (body: unknown): number => (body as { id: number }).id;

describe('entities', () => {
  const psa = startSimulator();
  let call: Call;
  beforeEach(async () => {
    call = await psaCaller(psa);
  });

  it('are created in order: client, site, user, ticket', async () => {
    const client = await call('POST', '/Client', { clientname: 'Example', website: 'example.com' });
    expect([client.status, client.body]).toEqual([201, expect.objectContaining({ name: 'Example' })]);
    const site = await call('POST', '/Site', { name: 'Main', client_id: idOf(client.body) });
    const user = await call('POST', '/Users', {
      site_id: idOf(site.body),
      firstname: 'Jo',
      surname: 'Ann',
      emailaddress: 'jo.ann@example.com',
      jobtitle: 'Director',
      phonenumber: '+12025550143',
      linkedin_url: 'https://linkedin.example.com/in/jo',
    });
    const ticket = await call('POST', '/Tickets', {
      client_id: idOf(client.body),
      user_id: idOf(user.body),
      summary: 'Jo Ann - Example',
      tickettype_id: 1,
      status_id: 1,
      priority_id: 3,
      category_1: 'Lead',
      category_2: 'Provider A',
      customfields: [{ id: 101, value: 'Provider A' }],
    });
    expect(ticket.status).toBe(201);
    const read = await call('GET', `/Tickets/${idOf(ticket.body)}?include_custom_fields=101`);
    expect(read.body).toEqual({
      id: idOf(ticket.body),
      summary: 'Jo Ann - Example',
      details: '',
      notes: '',
      tickettype_id: 1,
      status_id: 1,
      priority_id: 3,
      agent_id: 1,
      category_1: 'Lead',
      category_2: 'Provider A',
      client_id: idOf(client.body),
      site_id: idOf(site.body),
      user_id: idOf(user.body),
      created_at: expect.any(String),
      last_update_date: expect.any(String),
      last_updated_by: 1,
      user_name: 'Jo Ann',
      user_email: 'jo.ann@example.com',
      client_name: 'Example',
      customfields: [{ id: 101, name: 'Lead Source', value: 'Provider A' }],
    });
  });

  it('are refused out of order, and without what they need', async () => {
    const { client_id: clientId, site_id: siteId, user_id: userId } = psa.seedContact();
    const other = psa.seedContact();
    const refused: [path: string, body: object, named: string][] = [
      ['/Client', {}, 'name'],
      ['/Site', { name: 'Main' }, 'client_id'],
      ['/Site', { name: 'Main', client_id: 9_999_999 }, 'client_id'],
      ['/Users', { firstname: 'Jo' }, 'site_id'],
      ['/Users', { firstname: 'Jo', site_id: siteId, client_id: other.client_id }, 'client'],
      ['/Users', { site_id: siteId }, 'name'],
      ['/Tickets', { summary: 'A', user_id: userId }, 'client_id'],
      ['/Tickets', { summary: 'A', client_id: clientId }, 'user_id'],
      ['/Tickets', { summary: 'A', client_id: clientId, user_id: other.user_id }, 'user'],
      ['/Tickets', { client_id: clientId, user_id: userId }, 'summary'],
      ['/Tickets', { summary: 'A', client_id: clientId, user_id: userId, status_id: 99 }, 'status_id'],
      ['/Tickets', { summary: 'A', client_id: clientId, user_id: userId, status_id: 'new' }, 'status_id'],
      ['/Tickets', { summary: 'A', client_id: clientId, user_id: userId, tickettype_id: 9 }, 'tickettype_id'],
      ['/Tickets', { summary: {}, client_id: clientId, user_id: userId }, 'summary'],
      ['/Opportunities', { summary: 'A', client_id: clientId }, 'user_id'],
      ['/Actions', { ticket_id: 1, outcome: 'Internal Note' }, 'ticket_id'],
    ];
    for (const [path, body, named] of refused) {
      const response = await call('POST', path, body);
      expect([path, response.status, response.body]).toEqual([
        path,
        400,
        { Message: expect.stringContaining(named) },
      ]);
    }
    expect([psa.tickets(), psa.clients().length, psa.users().length]).toEqual([[], 2, 2]);
  });

  it('are changed by path or by the id in the body, in the fields that were sent alone', async () => {
    const id = psa.seedTicket({ summary: 'Before', customfields: { 106: 'Old', 112: 1999 } });
    const byPath = await call('PUT', `/Tickets/${id}`, { customfields: [{ id: 106, value: 'New' }] });
    expect(byPath.status).toBe(200);
    await call('PUT', '/Tickets', { id, tickettype_id: 2, status_id: 10, category_1: 'Prospect' });
    expect(psa.ticket(id)).toMatchObject({
      summary: 'Before',
      tickettype_id: 2,
      status_id: 10,
      category_1: 'Prospect',
      customfields: { 106: 'New', 112: 1999 },
    });
    const { user_id: userId, client_id: clientId } = psa.tickets()[0] ?? { user_id: 0, client_id: 0 };
    await call('PUT', `/Users/${userId}`, { phonenumber: '+12025550143' });
    await call('PUT', `/Client/${clientId}`, { website: 'example.com' });
    expect(psa.users()[0]).toMatchObject({ phonenumber: '+12025550143', firstname: 'Person' });
    expect(psa.clients()[0]).toMatchObject({ website: 'example.com' });
  });

  it('respond with 404 for ids that nobody has, and 400 for bodies that are none', async () => {
    expect((await call('GET', '/Tickets/5')).status).toBe(404);
    expect((await call('PUT', '/Tickets/5', { summary: 'A' })).status).toBe(404);
    expect((await call('PUT', '/Tickets', [{ id: 5 }])).status).toBe(400);
    expect((await call('POST', '/Tickets')).status).toBe(400);
    expect((await call('GET', '/Nothing')).status).toBe(404);
  });

  it('are found loosely, and again under what has changed', async () => {
    const anne = psa.seedTicket({ emailaddress: 'anne@example.com', company: 'First Example' });
    const joanne = psa.seedTicket({ emailaddress: 'joanne@example.com', phonenumber: '+12025550143' });
    const found = async (search: string): Promise<number[]> => {
      const response = await call('GET', `/Tickets?search=${encodeURIComponent(search)}`);
      return (response.body as { tickets: { id: number }[] }).tickets.map((ticket) => ticket.id);
    };
    expect(await found('Anne@Example.com')).toEqual([anne, joanne]);
    expect(await found('joanne@example.com')).toEqual([joanne]);
    expect(await found('12025550143')).toEqual([joanne]);
    expect(await found('first ex')).toEqual([anne]);
    const ticket = psa.ticket(anne);
    await call('PUT', `/Users/${ticket?.user_id}`, { emailaddress: 'moved@example.com' });
    await call('PUT', `/Client/${ticket?.client_id}`, { name: 'Second Example' });
    await call('PUT', `/Tickets/${anne}`, { summary: 'Moved' });
    expect(await found('anne@example.com')).toEqual([joanne]);
    expect(await found('moved@example.com')).toEqual([anne]);
    expect(await found('first ex')).toEqual([]);
    expect(await found('second ex')).toEqual([anne]);
    const users = await call('GET', '/Users?search=joanne%40example.com');
    expect((users.body as { users: object[] }).users).toMatchObject([{ emailaddress: 'joanne@example.com' }]);
    psa.changeContact(ticket?.user_id ?? 0, { emailaddress: 'once.more@example.com' });
    psa.renameClient(ticket?.client_id ?? 0, 'Third Example');
    expect(await found('once.more@example.com')).toEqual([anne]);
    expect(await found('moved@example.com')).toEqual([]);
    expect(await found('third ex')).toEqual([anne]);
  });

  it('are filtered by what the PSA knows, and by nothing else', async () => {
    psa.seedTicket();
    const prospect = psa.seedTicket({ tickettype_id: 2, status_id: 10 });
    const clientId = psa.ticket(prospect)?.client_id;
    const ids = async (query: string): Promise<unknown> => {
      const response = await call('GET', `/Tickets?${query}`);
      return (response.body as { tickets: { id: number }[] }).tickets.map((ticket) => ticket.id);
    };
    expect(await ids('tickettype_id=2')).toEqual([prospect]);
    expect(await ids('status_id=10')).toEqual([prospect]);
    expect(await ids(`client_id=${clientId}&tickettype_id=1`)).toEqual([]);
    expect(await ids('colour=red')).toHaveLength(2);
    psa.setDialect({ ignoredFilters: ['tickettype_id'] });
    expect(await ids('tickettype_id=2')).toHaveLength(2);
  });

  it('leaves closed opportunities out where only open ones are asked for', async () => {
    const { client_id: clientId, user_id: userId } = psa.seedContact();
    const create = (summary: string): Promise<unknown> =>
      call('POST', '/Opportunities', {
        summary,
        client_id: clientId,
        user_id: userId,
        details: 'Details',
        value: 5000,
        customfields: [{ id: 301, value: 'Consulting' }],
      }).then((response) => response.body);
    const open = idOf(await create('Open'));
    const won = idOf(await create('Won'));
    await call('PUT', `/Opportunities/${won}`, { status_id: 23 });
    const listed = await call('GET', '/Opportunities?open_only=true&include_custom_fields=301');
    expect(listed.body).toMatchObject({
      record_count: 1,
      opportunities: [{ id: open, value: 5000, customfields: [{ id: 301, value: 'Consulting' }] }],
    });
    expect((await call('GET', '/Opportunities')).body).toMatchObject({ record_count: 2 });
  });

  it('takes Actions with an outcome, one or many, and shows those of a ticket', async () => {
    const id = psa.seedTicket();
    psa.seedAction(psa.seedTicket(), 'Of another ticket');
    expect((await call('POST', '/Actions', { ticket_id: id, note: 'Lost' })).status).toBe(400);
    await call('POST', '/Actions', {
      ticket_id: id,
      outcome: 'Internal Note',
      note: 'One',
      hiddenfromuser: true,
    });
    await call('POST', '/Actions', [{ ticket_id: id, outcome: 'Internal Note', note: 'Two' }]);
    const listed = await call('GET', `/Actions?ticket_id=${id}`);
    expect(listed.body).toMatchObject({
      record_count: 2,
      actions: [
        { ticket_id: id, outcome: 'Internal Note', note: 'One', hiddenfromuser: true, who: 'Leadbridge' },
        { ticket_id: id, note: 'Two', who_agentid: 1 },
      ],
    });
  });

  it('are looked up: statuses, ticket types, agents', async () => {
    expect((await call('GET', '/Status')).body).toEqual(
      expect.arrayContaining([
        { id: 1, name: 'New Lead' },
        { id: 6, name: 'Do Not Contact' },
        { id: 10, name: 'New Prospect' },
      ]),
    );
    expect((await call('GET', '/TicketType/2')).body).toEqual({ id: 2, name: 'Prospect' });
    expect((await call('GET', '/Agent')).body).toContainEqual({ id: 1, name: 'Leadbridge' });
    psa.setDialect({ lookUps: 'envelope' });
    expect((await call('GET', '/TicketType')).body).toEqual({
      record_count: 3,
      tickettypes: [
        { id: 1, name: 'Lead' },
        { id: 2, name: 'Prospect' },
        { id: 3, name: 'Opportunity' },
      ],
    });
  });
});

import { beforeEach, describe, expect, it } from '@jest/globals';

import { askForToken, psaCaller, send, type HaloResponse, type Call } from '../testing/psa-caller.js';
import { startSimulator } from '../testing/start-simulator.js';

type Row = Readonly<Record<string, unknown>> & { readonly id: number };

const rowsOf = (response: HaloResponse, key = 'tickets'): readonly Row[] =>
  (response.body as Record<string, Row[]>)[key] ?? [];
const rowOf = (response: HaloResponse): Row => response.body as Row;

describe('a simulated HaloPSA', () => {
  const psa = startSimulator({ psaDialect: 'halopsa' });
  const { halo } = psa;
  let call: Call;
  beforeEach(async () => {
    call = await psaCaller(psa);
  });

  /** A contact with a client and a site of its own. */
  const contact = async (): Promise<{ client_id: number; site_id: number; user_id: number }> => {
    const client = rowOf(await call('POST', '/Client', [{ name: 'Example Works' }]));
    const user = rowOf(
      await call('POST', '/Users', [
        {
          firstname: 'Alex',
          surname: 'Example',
          emailaddress: 'alex@example.com',
          site_id: client['main_site_id'],
        },
      ]),
    );
    return { client_id: client.id, site_id: Number(client['main_site_id']), user_id: user.id };
  };
  const lead = async (fields: object = {}): Promise<Row> =>
    rowOf(
      await call('POST', '/Tickets', [
        { summary: 'Alex Example', tickettype_id: 31, status_id: 60, ...(await contact()), ...fields },
      ]),
    );

  it('takes arrays by POST alone, and returns the last object, or all of them', async () => {
    expect((await call('PUT', '/Client/100', { name: 'Example' })).status).toBe(405);
    expect(await call('POST', '/Client', { name: 'Example' })).toMatchObject({
      status: 400,
      body: { ClassName: 'System.Exception', Message: expect.stringContaining('JSON array') },
    });
    const two = [{ name: 'North' }, { name: 'South' }];
    expect(await call('POST', '/Client?bulkresponse=true', two)).toMatchObject({
      status: 201,
      body: { name: 'South' },
    });
    expect((await call('POST', '/Client?returnall=true', two)).body).toMatchObject(two);
    const { id } = rowOf(await call('POST', '/Client', [{ name: 'East', unheardOf: 1 }]));
    expect((await call('POST', '/Client', [{ id, website: 'east.example.com' }])).body).toMatchObject({
      id,
      name: 'East',
      website: 'east.example.com',
    });
    expect((await call('POST', '/Client', [{ id: 9999, name: 'Nobody' }])).status).toBe(404);
  });

  it('has types, statuses and fields under ids of its own, and keeps them as the specification has them', async () => {
    const types = (await call('GET', '/TicketType')).body;
    expect(types).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: 1, name: 'Incident' }),
        expect.objectContaining({ id: 31, name: 'Lead' }),
        expect.objectContaining({ id: 32, name: 'Prospect' }),
        expect.objectContaining({ id: 33, name: 'Opportunity' }),
      ]),
    );
    const statuses = (await call('GET', '/Status')).body as Row[];
    expect(statuses.map(({ id, name }) => [id, name])).toEqual(
      expect.arrayContaining([
        [1, 'New'],
        [2, 'Working'],
        [9, 'Closed'],
        [10, 'With CAB'],
        [60, 'New Lead'],
      ]),
    );
    const fields = (await call('GET', '/FieldInfo?includevalues=true')).body as Row[];
    expect(fields[0]).toMatchObject({ id: 214, name: 'CFLeadSource', label: 'Lead Source', type: 2 });
    const option = (fields[0]?.['values'] as Row[]).find(({ name }) => name === 'CSV');
    const { id } = await lead({ customfields: [{ id: 214, value: option?.id }] });
    expect(psa.ticket(id)).toMatchObject({ tickettype_id: 1, status_id: 1, customfields: { 101: 'CSV' } });
    expect((await call('GET', `/Tickets/${id}?includedetails=true`)).body).toMatchObject({
      tickettype_id: 31,
      customfields: expect.arrayContaining([
        expect.objectContaining({ id: 214, value: option?.id, display: 'CSV' }),
      ]),
    });
    expect((await call('GET', `/Tickets/${id}`)).body).not.toHaveProperty('customfields');
  });

  it('defaults every mistake in a ticket but a missing summary', async () => {
    expect((await call('POST', '/Tickets', [{ details: 'No summary' }])).status).toBe(400);
    const { id } = rowOf(
      await call('POST', '/Tickets', [
        {
          summary: 'Odd',
          tickettype_id: 3,
          status_id: 999,
          user_id: 77,
          customfields: [{ id: 214, value: 'CSV' }],
        },
      ]),
    );
    const read = rowOf(await call('GET', `/Tickets/${id}`));
    expect(read).toMatchObject({ tickettype_id: 3, status_id: 1, client_name: 'Unknown' });
    expect(psa.ticket(id)?.customfields).toEqual({});
  });

  it('lists rows without people, dates without zones, and custom fields only by their ids', async () => {
    const { id } = await lead({ customfields: [{ id: 215, value: 'Repairs' }] });
    const [row] = rowsOf(await call('GET', '/Tickets'));
    expect(row).toMatchObject({ id, dateclosed: '1900-01-01T00:00:00' });
    expect(row?.['dateoccurred']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?$/);
    for (const name of ['user_email', 'user_name', 'client_name', 'customfields', 'status_name']) {
      expect(row).not.toHaveProperty(name);
    }
    expect(rowsOf(await call('GET', '/Tickets?include_custom_fields=all'))[0]).not.toHaveProperty(
      'customfields',
    );
    expect(rowsOf(await call('GET', '/Tickets?include_custom_fields=215,216'))[0]).toMatchObject({
      customfields: [
        { id: 215, value: 'Repairs' },
        { id: 216, value: null },
      ],
    });
  });

  it('returns everything for a filter that it does not know, and counts what was read of the service desk', async () => {
    const mine = await lead({ third_party_id_string: 'lb:1' });
    const theirs = halo?.seedIncident();
    const ids = async (query: string): Promise<readonly number[]> =>
      rowsOf(await call('GET', `/Tickets?${query}`)).map(({ id }) => id);
    expect(await ids('tickettype_id=31')).toEqual([theirs, mine.id]);
    expect(await ids('unheard_of=1')).toEqual([theirs, mine.id]);
    expect([halo?.foreignPages, halo?.foreignRows]).toEqual([2, 2]);
    expect(await ids('requesttype_id=31&domain=reqs')).toEqual([mine.id]);
    expect(await ids('third_party_id_string=lb:1')).toEqual([mine.id]);
    expect(await ids('third_party_id_string=lb:2')).toEqual([]);
    expect(await ids('order=id&orderdesc=false')).toEqual([mine.id, theirs]);
    expect(await ids('order=id&orderdesc=true&pageinate=true&page_size=1')).toEqual([theirs]);
    expect(halo?.foreignPages).toBe(4);
    halo?.setQuirks({ ignoredParameters: ['third_party_id_string'] });
    expect(await ids('third_party_id_string=lb:2')).toEqual([theirs, mine.id]);
    expect(halo?.ticketsPerPerson()).toEqual(new Map([['alex@example.com', 1]]));
  });

  it('cuts pages at 100, and lists without pages at 50', async () => {
    psa.seedTickets(120, { companies: 1 });
    expect(rowsOf(await call('GET', '/Tickets'))).toHaveLength(50);
    const paged = await call('GET', '/Tickets?pageinate=true&page_size=500&page_no=2');
    expect(paged.body).toMatchObject({ page_no: 2, page_size: 100, record_count: 120 });
    expect(rowsOf(paged)).toHaveLength(20);
  });

  it('demands an outcome of a note, as a whole number', async () => {
    const { id } = await lead();
    const note = (fields: object): Promise<HaloResponse> =>
      call('POST', '/Actions', [{ ticket_id: id, note: 'Called', hiddenfromuser: true, ...fields }]);
    expect((await note({})).status).toBe(400);
    expect((await note({ outcome_id: 'Internal Note' })).status).toBe(400);
    expect((await note({ outcome_id: 7 })).status).toBe(201);
    expect(
      rowsOf(await call('GET', `/Actions?ticket_id=${id}&count=200&excludesys=true`), 'actions'),
    ).toEqual([expect.objectContaining({ note: 'Called', outcome_id: 7, who_agentid: 1 })]);
  });

  it('keeps tags, of which one with the name of a list is that list', async () => {
    const list = psa.lists()[0]?.name ?? '';
    const { id } = await lead({ tags: [{ text: list }, { text: 'Other' }] });
    expect([psa.listNames(id), halo?.tags(id)]).toEqual([[list], [list, 'Other']]);
    await call('POST', '/Tickets', [{ id, tags: [{ text: 'Other' }] }]);
    expect([psa.listNames(id), halo?.tags(id)]).toEqual([[], ['Other']]);
  });

  it('has opportunities as tickets with fields of their own, and lists for users', async () => {
    const ticket = await lead();
    const created = rowOf(
      await call('POST', '/Opportunities', [
        {
          summary: 'Big',
          tickettype_id: 33,
          user_id: ticket['user_id'],
          oppvalue: 1200,
          targetdate: '2026-12-01T12:00:00',
        },
      ]),
    );
    expect(created).toMatchObject({ tickettype_id: 33, oppvalue: 1200, client_id: ticket['client_id'] });
    const listed = (query: string): Promise<HaloResponse> => call('GET', `/Opportunities?${query}`);
    expect(rowsOf(await listed('search=Big')).map(({ id }) => id)).toEqual([created.id]);
    expect(psa.opportunities()).toMatchObject([{ extras: { oppvalue: 1200 } }]);
    const list = ((await call('GET', '/DistributionLists')).body as Row[])[0];
    const members = await call('POST', '/DistributionLists', [
      { id: list?.id, addtheseusers: [{ id: ticket['user_id'] }] },
    ]);
    expect(members.body).toMatchObject({ members: [{ user_id: ticket['user_id'] }] });
    expect(psa.listNames(ticket.id)).toEqual([list?.['name']]);
  });

  it('says who asks, where tokens are issued, and what a token may', async () => {
    const info = await send(`${psa.url}/api/AuthInfo`);
    expect(info.body).toMatchObject({ auth_url: `${psa.url}/auth` });
    expect((await call('GET', '/Agent/me')).body).toMatchObject({ id: 1, name: 'Leadbridge' });
    const { access_token: token } = (await askForToken(psa, { scope: 'read:tickets' })).body as {
      access_token: string;
    };
    const asReader = (method: string): Promise<HaloResponse> =>
      send(`${psa.url}/api/Tickets`, {
        method,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        ...(method === 'GET' ? {} : { body: '[{"summary":"x"}]' }),
      });
    expect([(await asReader('GET')).status, (await asReader('POST')).status]).toEqual([200, 401]);
  });
});

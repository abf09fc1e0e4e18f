import { beforeEach, describe, expect, it } from '@jest/globals';

import { askForToken, psaCaller, send, switchCaller } from '../testing/psa-caller.js';
import type { HaloResponse, Call } from '../testing/psa-caller.js';
import { startReceiver } from '../testing/receiver.js';
import { startSimulator } from '../testing/start-simulator.js';
import type { HaloQuirks } from '../switches.js';

type Row = Readonly<Record<string, unknown>> & { readonly id: number };

const rowOf = (response: HaloResponse): Row => response.body as Row;
const rowsOf = (response: HaloResponse): readonly Row[] => (response.body as { tickets: Row[] }).tickets;

describe('the quirks of a HaloPSA', () => {
  const psa = startSimulator({ psaDialect: 'halopsa', foreignIncidents: 3 });
  let call: Call;
  beforeEach(async () => {
    call = await psaCaller(psa);
  });

  const set = (quirks: Partial<HaloQuirks>): void => {
    psa.halo?.setQuirks(quirks);
  };
  const statusOf = async (response: Promise<HaloResponse>): Promise<number> => (await response).status;
  const names = (response: HaloResponse): unknown[] => (response.body as Row[]).map(({ name }) => name);

  it('put and bareObjects: takes what others refuse', async () => {
    set({ put: 'accepted', bareObjects: 'accepted' });
    const { id } = rowOf(await call('POST', '/Client', { name: 'East' }));
    expect((await call('PUT', `/Client/${id}`, { name: 'West' })).body).toMatchObject({ id, name: 'West' });
  });

  it('returnAll: responds with less, in another order, with an object of others, or not at all', async () => {
    await call('POST', '/Client', [{ name: 'Before' }]);
    const create = async (returnAll: HaloQuirks['returnAll']): Promise<unknown> => {
      set({ returnAll });
      return (await call('POST', '/Client?returnall=true', [{ name: 'A' }, { name: 'B' }, { name: 'C' }]))
        .body;
    };
    expect(await create('short')).toMatchObject([{ name: 'A' }]);
    expect(await create('shuffled')).toMatchObject([{ name: 'B' }, { name: 'C' }, { name: 'A' }]);
    expect(names({ body: await create('foreign') } as HaloResponse)).not.toContain('C');
    expect(await create('ignored')).toMatchObject({ name: 'C' });
    expect(psa.clients().filter(({ name }) => name === 'C')).toHaveLength(4);
  });

  it('ends an array at its first refusal', async () => {
    const three = [{ name: 'A' }, { website: 'none.example.com' }, { name: 'C' }];
    expect(await statusOf(call('POST', '/Client?returnall=true', three))).toBe(400);
    expect(psa.clients().at(-1)).toMatchObject({ name: 'A' });
  });

  it('listFields, rowNames, rowKeys and fieldValues: dresses rows in other ways', async () => {
    const id = psa.seedTicket({ customfields: { 105: true, 112: 1999 } });
    await call('POST', '/Tickets', [{ id, third_party_id_string: 'lb:1' }]);
    const query = '/Tickets?requesttype_id=31&include_custom_fields=218,225';
    const row = async (quirks: Partial<HaloQuirks>): Promise<Row | undefined> => {
      set(quirks);
      return rowsOf(await call('GET', query))[0];
    };
    const first = await row({});
    expect(first).toMatchObject({ third_party_id_string: 'lb:1' });
    expect(first?.['customfields']).toMatchObject([{ value: true }, { value: 1999 }]);
    expect((await row({ fieldValues: 'text' }))?.['customfields']).toMatchObject([
      { value: 'true' },
      { value: '1999' },
    ]);
    expect(await row({ rowNames: true, rowKeys: false, listFields: 'empty' })).toMatchObject({
      user_name: 'Person 4',
      customfields: [],
    });
    const bare = await row({ listFields: 'absent' });
    expect(bare).not.toHaveProperty('customfields');
    expect(bare).not.toHaveProperty('third_party_id_string');
  });

  it('singleLineFields: cuts long texts, and drops unknown options', async () => {
    const id = psa.seedTicket();
    const write = (field: number, value: unknown): Promise<number> =>
      statusOf(call('POST', '/Tickets', [{ id, customfields: [{ id: field, value }] }]));
    const long = 'x'.repeat(300);
    set({ singleLineFields: [102] });
    expect([await write(214, 999), await write(215, long), await write(216, long)]).toEqual([201, 201, 201]);
    expect(psa.ticket(id)?.customfields).toEqual({ 102: 'x'.repeat(255), 103: long });
  });

  it('errors: keys refusals by position and field', async () => {
    set({ errors: 'keyed' });
    expect(await call('POST', '/Actions', [{ ticket_id: 1 }])).toMatchObject({
      status: 400,
      body: { '[0].outcome_id': [expect.any(String)] },
    });
  });

  it('mainSite: tells of the site of a new client, keeps it to itself, or makes none', async () => {
    const create = async (mainSite: HaloQuirks['mainSite']): Promise<[unknown, number]> => {
      set({ mainSite });
      const row = rowOf(await call('POST', '/Client', [{ name: mainSite }]));
      const sites = (await call('GET', `/Site?client_id=${row.id}`)).body as { record_count: number };
      return ['main_site_id' in row, sites.record_count];
    };
    expect([await create('told'), await create('untold'), await create('none')]).toEqual([
      [true, 1],
      [false, 1],
      [false, 0],
    ]);
  });

  it('typeChange: empties the categories', async () => {
    const id = psa.seedTicket({ category_1: 'Lead', category_2: 'Manual' });
    const change = [{ id, tickettype_id: 32, status_id: 67, category_1: 'Prospect' }];
    set({ typeChange: 'resets_category' });
    await call('POST', '/Tickets', change);
    expect(psa.ticket(id)).toMatchObject({ tickettype_id: 2, status_id: 10, category_1: '', category_2: '' });
    await call('POST', '/Tickets', change);
    expect(psa.ticket(id)).toMatchObject({ category_1: 'Prospect' });
  });

  it('deleted: shows what was deleted and merged, marked so, or hides what was deleted', async () => {
    const [one = 0, other = 0] = psa.seedTickets(2);
    await call('DELETE', `/Tickets/${one}`);
    psa.halo?.markTicket(other, { merged_into_id: 7 });
    const list = async (): Promise<readonly Row[]> => rowsOf(await call('GET', '/Tickets?requesttype_id=31'));
    expect(await list()).toMatchObject([
      { id: other, deleted: false, merged_into_id: 7 },
      { id: one, deleted: true },
    ]);
    set({ deleted: 'hidden' });
    expect(await list()).toMatchObject([{ id: other }]);
  });

  it('absent and doubled: lacks names until they are made, and has some twice', async () => {
    set({
      absent: ['Lead', 'New Lead', 'Lead Source: CSV', 'Do Not Contact', 'Internal Note'],
      doubled: ['Prospect'],
    });
    const types = names(await call('GET', '/TicketType'));
    expect(types.filter((name) => name === 'Prospect')).toHaveLength(2);
    expect(types).not.toContain('Lead');
    const { id } = rowOf(
      await call('POST', '/Tickets', [{ summary: 'x', tickettype_id: 31, status_id: 60 }]),
    );
    expect((await call('GET', `/Tickets/${id}`)).body).toMatchObject({ tickettype_id: 1, status_id: 1 });
    await call('POST', '/TicketType', [{ name: 'Lead' }]);
    await call('POST', '/Outcome', [{ outcome: 'Internal Note' }]);
    await call('POST', '/FieldInfo', [{ label: 'Lead Source', values: [{ name: 'CSV' }] }]);
    expect(names(await call('GET', '/TicketType'))).toContain('Lead');
    expect(await statusOf(call('POST', '/Status', [{ name: 'Unheard Of' }]))).toBe(400);
    const field = ((await call('GET', '/FieldInfo?includevalues=true')).body as Row[])[0];
    expect(names({ body: field?.['values'] } as HaloResponse)).toContain('CSV');
  });

  it('lookUpIds: writes them as decimals', async () => {
    set({ lookUpIds: 'decimal' });
    expect((await call('GET', '/TicketType')).text).toContain('"id":31.0,"name":"Lead"');
  });

  it('tenant and authHost: wants the tenant in the query, and another host', async () => {
    set({ tenant: 'example', authHost: 'other', build: '2.236.7' });
    expect(await statusOf(askForToken(psa))).toBe(404);
    const { auth_url: authUrl, version } = (await send(`${psa.url}/api/AuthInfo`)).body as Record<
      string,
      string
    >;
    expect([authUrl, version]).toEqual([`http://localhost:${psa.port}/auth`, '2.236.7']);
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: psa.clientId,
      client_secret: psa.clientSecret,
      scope: 'all',
    });
    const token = (query: string): Promise<number> =>
      statusOf(send(`${authUrl}/token${query}`, { method: 'POST', body: form }));
    expect([await token(''), await token('?tenant=example')]).toEqual([400, 200]);
  });

  it('agentMayWrite: responds with 403 to writes', async () => {
    set({ agentMayWrite: false });
    expect(await statusOf(call('GET', '/Tickets'))).toBe(200);
    expect(await statusOf(call('POST', '/Client', [{ name: 'East' }]))).toBe(403);
  });

  it('tells a webhook the whole ticket and its newest action, single or batched, with a bearer secret', async () => {
    const receiver = await startReceiver();
    const bodies = (): unknown[] => receiver.received.map(({ raw }) => JSON.parse(raw.toString()) as unknown);
    psa.notifications.configure({ url: receiver.url, authorization: 'Bearer example', apiWrites: true });
    const id = psa.seedTicket();
    psa.actAsAgent(id, { status_id: 6, customfields: { 105: true } });
    await receiver.waitFor(1);
    expect(receiver.received[0]?.headers).toMatchObject({ authorization: 'Bearer example' });
    expect(receiver.received[0]?.headers).not.toHaveProperty('x-webhook-signature');
    expect(bodies()[0]).toMatchObject({
      event: 'Ticket Updated',
      ticket: {
        id,
        status_id: 65,
        customfields: expect.arrayContaining([expect.objectContaining({ value: true })]),
      },
      action: { who_agentid: 2, outcome: 'Changed by Agent' },
    });
    psa.notifications.configure({ batchSize: 2 });
    await call('POST', '/Tickets', [{ id, details: 'silent', _dont_fire_automations: true }]);
    await call('POST', '/Tickets', [
      { id, details: 'one' },
      { id, details: 'two' },
    ]);
    await receiver.waitFor(2);
    expect(bodies()[1]).toMatchObject([{ ticket: { id } }, { ticket: { id } }]);
    await receiver.stop();
  });

  it('is switched while it runs, and keeps its incidents over a reset', async () => {
    const page = switchCaller(psa);
    expect((await page('PATCH', '/halopsa', { pageCap: 2 })).body).toMatchObject({ pageCap: 2 });
    expect((await page('PATCH', '/halopsa', { pageCap: 'few' })).status).toBe(400);
    await call('GET', '/Tickets');
    expect((await page('GET', '/halopsa')).body).toMatchObject({
      foreign_pages: 1,
      foreign_rows: 2,
      tickets_per_person: {},
    });
    psa.faults.set({
      kind: 'error',
      path: '/api/Tickets',
      status: 400,
      message: 'Transaction was deadlocked',
    });
    expect((await call('POST', '/Tickets', [{ summary: 'x' }])).body).toEqual({
      Message: 'Transaction was deadlocked',
    });
    psa.reset();
    expect(psa.tickets()).toHaveLength(3);
    expect(psa.halo?.quirks.pageCap).toBe(100);
  });
});

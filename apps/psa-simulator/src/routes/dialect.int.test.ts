import { beforeEach, describe, expect, it } from '@jest/globals';

import { psaCaller, type Call } from '../testing/psa-caller.js';
import { startSimulator } from '../testing/start-simulator.js';

interface Field {
  readonly id: number;
  readonly value: unknown;
  readonly display?: string;
}

describe('the habits of a PSA', () => {
  const psa = startSimulator();
  let call: Call;
  beforeEach(async () => {
    call = await psaCaller(psa);
  });

  const fieldsOf = async (id: number, selection = 'all'): Promise<readonly Field[]> => {
    const response = await call('GET', `/Tickets/${id}?include_custom_fields=${selection}`);
    return (response.body as { customfields: Field[] }).customfields;
  };
  const fieldOf = async (id: number, field: number): Promise<Field | undefined> =>
    (await fieldsOf(id)).find((each) => each.id === field);

  it('may leave custom fields out of lists, and give each client a site of its own', async () => {
    const id = psa.seedTicket();
    psa.setDialect({ customFieldsInLists: false, clientSites: 'own' });
    const [row] = ((await call('GET', '/Tickets?include_custom_fields=all')).body as { tickets: object[] })
      .tickets;
    expect(row).not.toHaveProperty('customfields');
    expect(await fieldsOf(id)).not.toEqual([]);

    const client = (await call('POST', '/Client', { name: 'Example' })).body as { id: number };
    const { sites } = (await call('GET', `/Site?client_id=${client.id}`)).body as { sites: object[] };
    expect(sites).toMatchObject([{ name: 'Main' }]);
    expect((await call('POST', '/Site', { client_id: client.id, name: 'Main' })).status).toBe(400);
    expect((await call('POST', '/Site', { client_id: client.id, name: 'North' })).status).toBe(201);
  });

  it('may find late and loosely what it has just created', async () => {
    psa.setDialect({ search: 'words', searchLagMilliseconds: 600 });
    const { id } = (await call('POST', '/Client', { name: 'North Example Works' })).body as { id: number };
    const found = async (text: string): Promise<unknown> => {
      const { body } = await call('GET', `/Client?search=${text}`);
      return (body as { clients: { id: number }[] }).clients.map((client) => client.id);
    };
    expect(await found('works')).toEqual([]);
    expect((await call('GET', `/Client/${id}`)).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 610));
    expect(await found('works%20north')).toEqual([id]);
    const seeded = psa.seedContact({ company: 'South Works' });
    expect(await found('south')).toEqual([seeded.client_id]);
  });

  it('dress a single entity in any of four forms', async () => {
    const id = psa.seedTicket();
    const read = async (): Promise<unknown> => (await call('GET', `/Tickets/${id}`)).body;
    expect(await read()).toMatchObject({ id });
    psa.setDialect({ reads: 'wrapped' });
    expect(await read()).toMatchObject({ ticket: { id } });
    psa.setDialect({ reads: 'array' });
    expect(await read()).toMatchObject([{ id }]);
    psa.setDialect({ reads: 'envelope', writes: 'array' });
    expect(await read()).toMatchObject({ record_count: 1, tickets: [{ id }] });
    expect((await call('POST', '/Client', { name: 'Example' })).body).toMatchObject([{ name: 'Example' }]);
    expect((await call('PUT', `/Tickets/${id}`, { notes: 'New' })).body).toMatchObject([
      { id, notes: 'New' },
    ]);
  });

  it('show custom fields only where they are asked for, and null where there is no value', async () => {
    const id = psa.seedTicket({ customfields: { 106: 'Example', 112: 1999 } });
    expect((await call('GET', `/Tickets/${id}`)).body).not.toHaveProperty('customfields');
    expect(await fieldsOf(id, '106,112,999')).toEqual([
      { id: 106, name: 'Technology Stack', value: 'Example' },
      { id: 112, name: 'Company Founded Year', value: 1999 },
    ]);
    expect((await fieldsOf(id)).map((field) => field.id)).toHaveLength(19);
    expect(await fieldOf(id, 113)).toMatchObject({ value: null });
    psa.setDialect({ unsetCustomFields: 'omitted' });
    expect((await fieldsOf(id)).map((field) => field.id)).toEqual([106, 112]);
  });

  it('read dropdowns as option ids, or every value as text', async () => {
    const first = psa.seedTicket({ customfields: { 105: true, 108: '10-50', 112: 1999 } });
    const second = psa.seedTicket({ customfields: { 108: '51-200' } });
    psa.setDialect({ customFieldValues: 'option_ids' });
    expect(await fieldOf(first, 108)).toMatchObject({ value: 1, display: '10-50' });
    expect(await fieldOf(second, 108)).toMatchObject({ value: 2, display: '51-200' });
    expect(await fieldOf(first, 112)).toEqual({ id: 112, name: 'Company Founded Year', value: 1999 });
    await call('PUT', `/Tickets/${second}`, { customfields: [{ id: 108, value: 1 }] });
    expect(psa.ticket(second)?.customfields[108]).toBe('10-50');
    psa.setDialect({ customFieldValues: 'text' });
    expect([(await fieldOf(first, 105))?.value, (await fieldOf(first, 112))?.value]).toEqual([
      'true',
      '1999',
    ]);
  });

  it('take what fits the kind of a field, empty it with null, and drop fields that they do not have', async () => {
    const id = psa.seedTicket({ customfields: { 106: 'Example' } });
    const put = (field: number, value: unknown): Promise<number> =>
      call('PUT', `/Tickets/${id}`, { customfields: [{ id: field, value }] }).then(
        (response) => response.status,
      );
    expect(await put(105, 'true')).toBe(200);
    expect(await put(112, '1999')).toBe(200);
    expect(await put(106, null)).toBe(200);
    expect(await put(999, 'dropped')).toBe(200);
    expect(psa.ticket(id)?.customfields).toEqual({ 105: true, 112: 1999 });
    expect(await put(105, 'perhaps')).toBe(400);
    expect(await put(112, 'long ago')).toBe(400);
    expect(await put(106, { text: 'x' })).toBe(400);
    expect(psa.ticket(id)?.customfields).toEqual({ 105: true, 112: 1999 });
  });

  it('tell who changed a ticket by id, by name, or not at all', async () => {
    const id = psa.seedTicket();
    psa.actAsAgent(id, { status_id: 2 }, 2);
    const read = async (): Promise<unknown> => (await call('GET', `/Tickets/${id}`)).body;
    expect(await read()).toMatchObject({ last_updated_by: 2, status_id: 2 });
    psa.setDialect({ lastUpdatedBy: 'name' });
    expect(await read()).toMatchObject({ last_updated_by: 'Sales Agent' });
    psa.setDialect({ lastUpdatedBy: 'omitted', ticketPeople: false });
    const bare = await read();
    for (const field of ['last_updated_by', 'user_email', 'user_name', 'client_name']) {
      expect(bare).not.toHaveProperty(field);
    }
    const actions = (await call('GET', `/Actions?ticket_id=${id}`)).body;
    expect(actions).toMatchObject({ actions: [{ who: 'Sales Agent', who_agentid: 2 }] });
    await call('PUT', `/Tickets/${id}`, { notes: 'From the integration' });
    expect(psa.ticket(id)?.last_updated_by).toBe(1);
  });

  it('word their refusals in any of four forms', async () => {
    const refused = async (): Promise<unknown> => (await call('POST', '/Site', { name: 'Main' })).body;
    const message = expect.stringContaining('client_id');
    expect(await refused()).toEqual({ Message: message });
    psa.setDialect({ errors: 'errorMessage' });
    expect(await refused()).toEqual({ errorMessage: message });
    psa.setDialect({ errors: 'error' });
    expect(await refused()).toEqual({ error: message });
    psa.setDialect({ errors: 'fields' });
    expect(await refused()).toEqual({ client_id: [message] });
  });

  it('differ in what a second adding to a list does', async () => {
    const id = psa.seedTicket();
    const add = (): Promise<number> =>
      call('POST', '/Lists/1/items', { ticket_id: id }).then((response) => response.status);
    expect([await add(), await add()]).toEqual([201, 201]);
    expect(psa.listItems(1)).toHaveLength(2);
    psa.setDialect({ repeatedListItems: 'same' });
    expect([await add(), psa.listItems(1).length]).toEqual([201, 2]);
    psa.setDialect({ repeatedListItems: 'refused' });
    expect([await add(), psa.listItems(1).length]).toEqual([400, 2]);
  });
});

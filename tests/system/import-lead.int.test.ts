import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { until, type TestSystem } from '@leadbridge/devkit';
import type { LoggedRequest } from '@leadbridge/psa-simulator';

import { eachDialect, haloAsSpecifiedEnv, useDialect } from '../support/each-psa.js';
import { writesTo } from '../support/writes-to.js';
import { callerOf, flatLead, type Caller } from '../support/caller.js';
import { startHaloSystem } from '../support/halo-system.js';
import { startSystemHere } from '../support/start-system-here.js';

let system: TestSystem;
let api: Caller;
let number = 0;

beforeAll(async () => {
  system = await startSystemHere({ env: { PSA_RATE_LIMIT: '100000' }, simulator: { rateLimit: 0 } });
  api = callerOf(system);
});

afterAll(async () => {
  await system.stop();
});

const places = {
  get: () => system,
  set: (other: TestSystem) => {
    system = other;
    api = callerOf(other);
  },
  openHalo: async () => (await startHaloSystem({}, haloAsSpecifiedEnv)).system,
};

beforeEach(() => {
  number += 1;
  system.simulator.requests.clear();
});

/** Concurrent imports of one person. */
const atOnce = { usual: 50, bare: 20, failing: 20, halopsa: 8 } as const;

const writes = (): number => writesTo(system.simulator).length;

const ticketsOf = (email: string) =>
  system.simulator.tickets().filter((ticket) => ticket.user_email === email);

describe.each(eachDialect)('POST /sync/leads, on the $name PSA', (kind) => {
  useDialect(kind, places);

  it('creates one ticket with its client, site, contact, custom fields and lists', async () => {
    const lead = flatLead(number);
    const { status, body } = await api.importLead(lead);

    expect(body).toMatchObject({
      success: true,
      result: 'created',
      actions_taken: ['lead_created', 'custom_fields_populated', 'list_assigned'],
      quality_score: 85,
    });
    expect(status).toBe(201);
    const [ticket, ...others] = ticketsOf(lead.email);
    expect(others).toEqual([]);
    expect(ticket).toMatchObject({
      id: body['psa_ticket_id'],
      tickettype_id: 1,
      status_id: 1,
      priority_id: 3,
      category_1: 'Lead',
      category_2: 'Provider A',
      summary: `Ada Number${number} - Company ${number}`,
    });
    expect(ticket?.customfields).toMatchObject({ 101: 'Provider A', 105: false });
    expect(system.simulator.listNames(Number(body['psa_ticket_id'])).sort()).toEqual([
      'Cold',
      'Industry: Software',
      'Mid-Market',
      'Source: Provider A',
    ]);
  });

  it('skips the same lead the second time and writes nothing', async () => {
    const lead = flatLead(number);
    await api.importLead(lead);
    system.simulator.requests.clear();

    const { status, body } = await api.importLead(lead);

    expect(status).toBe(200);
    expect(body).toMatchObject({ result: 'skipped', reason: 'No new data to update', actions_taken: [] });
    expect(writes()).toBe(0);
  });

  it('updates a changed field and adds one Action', async () => {
    const lead = flatLead(number);
    const created = await api.importLead(lead);
    system.simulator.requests.clear();

    const { status, body } = await api.importLead({ ...lead, headcount: 4_000 });

    expect(status).toBe(200);
    expect(body).toMatchObject({ result: 'updated', manual_work_detected: false });
    expect(body['fields_updated']).toEqual(expect.arrayContaining(['CF_108']));
    const actions = system.simulator.actions(Number(created.body['psa_ticket_id']));
    expect(actions).toHaveLength(1);
    expect(actions[0]?.note).toContain('CF_108');
    expect(writes()).toBe(2);
  });

  it('preserves a ticket that people have advanced, and writes nothing', async () => {
    const lead = flatLead(number);
    const created = await api.importLead(lead);
    system.simulator.actAsAgent(Number(created.body['psa_ticket_id']), { status_id: 3 });
    system.simulator.requests.clear();

    const { status, body } = await api.importLead({ ...lead, headcount: 9_000 });

    expect(status).toBe(200);
    expect(body).toMatchObject({ result: 'preserved', ticket_id: created.body['psa_ticket_id'] });
    expect(writes()).toBe(0);
  });

  it('preserves a person who is already a prospect in the PSA', async () => {
    const email = `known${number}@example.com`;
    const ticketId = system.simulator.seedTicket({ emailaddress: email, tickettype_id: 2, status_id: 10 });

    const { body } = await api.importLead(flatLead(number, { email }));

    expect(body).toMatchObject({ result: 'preserved', psa_ticket_id: ticketId });
    expect(ticketsOf(email)).toHaveLength(1);
  });

  it('adopts the contact, its client and its site if the person is already a contact', async () => {
    const email = `contact${number}@example.com`;
    const contact = system.simulator.seedContact({ emailaddress: email, company: `Known ${number}` });

    const { body } = await api.importLead(flatLead(number, { email }));

    const ticket = system.simulator.ticket(Number(body['psa_ticket_id']));
    expect(ticket).toMatchObject({ user_id: contact.user_id, client_id: contact.client_id });
    expect(system.simulator.users().filter((user) => user.emailaddress === email)).toHaveLength(1);
  });

  it('makes one ticket for many concurrent imports of one person', async () => {
    const lead = flatLead(number);
    const count = atOnce[kind.name];
    const responses = await Promise.all(Array.from({ length: count }, async () => api.importLead(lead)));

    const results = responses.map(({ body }) => body['result']);
    expect(results.filter((result) => result === 'created')).toHaveLength(1);
    expect(results.filter((result) => result === 'skipped')).toHaveLength(count - 1);
    expect(ticketsOf(lead.email)).toHaveLength(1);
    expect(system.simulator.clients().filter(({ name }) => name === lead.company)).toHaveLength(1);
  });

  it('creates a company once for many concurrent people of it', async () => {
    const company = `Crowded ${number}`;
    const responses = await Promise.all(
      Array.from({ length: kind.name === 'halopsa' ? 10 : 40 }, async (_, index) =>
        api.importLead(flatLead(number * 1_000 + index, { company })),
      ),
    );

    expect(responses.map(({ body }) => body['result'])).toEqual(responses.map(() => 'created'));
    const clients = system.simulator.clients().filter(({ name }) => name === company);
    expect(clients).toHaveLength(1);
    expect(system.simulator.sites().filter((site) => site.client_id === clients[0]?.id)).toHaveLength(1);
  });

  it("finds a lead that has only a phone by the contact's phone", async () => {
    const phone = `+1202555${String(9_000 + number)}`;
    const nameless = { firstname: phone, surname: '', emailaddress: '' };
    const ticketId = system.simulator.seedTicket({
      ...nameless,
      phonenumber: phone,
      details: `Phone: ${phone}`,
    });
    // A person known by name and email shares the phone: another key, another lead.
    system.simulator.seedTicket({ phonenumber: phone, details: `Phone: ${phone}` });

    const { body } = await api.importLead({ phone });

    expect(body).toMatchObject({ psa_ticket_id: ticketId });
    expect(body['result']).not.toBe('created');
  });

  it('always creates with deduplication off, and changes nothing with update_existing off', async () => {
    const lead = flatLead(number);
    await api.importLead(lead);
    const second = await api.importLead(lead, { options: { deduplication: false } });
    expect(second.body).toMatchObject({ result: 'created' });
    expect(ticketsOf(lead.email)).toHaveLength(2);

    const third = await api.importLead({ ...lead, headcount: 3 }, { options: { update_existing: false } });
    expect(third.body).toMatchObject({ result: 'skipped', reason: 'Existing lead left unchanged' });
  });

  it('imports without an unreadable phone, with a warning', async () => {
    const { status, body } = await api.importLead(flatLead(number, { phone: 'call me' }));
    expect(status).toBe(201);
    expect(body['warnings']).toHaveLength(1);
  });

  it('returns 202 for respond-async, and the job has the result', async () => {
    const lead = flatLead(number);
    const { status, body, headers } = await api.importLead(lead, { headers: { prefer: 'respond-async' } });
    expect(status).toBe(202);
    expect(headers.get('preference-applied')).toBe('respond-async');
    const job = await api.finished(String(body['job_id']));
    expect(job).toMatchObject({ status: 'completed', type: 'lead_import', result: { result: 'created' } });
  });

  it.each(['first_name', 'last_name', 'company', 'email', 'phone'] as const)(
    'takes a lead without %s, as its validation says',
    async (field) => {
      const lead = flatLead(number, { [field]: '' });
      const validated = await api.call('POST', '/validate/leads', { source: 'manual', data: lead });
      expect(validated.body).toMatchObject({ valid: true });
      expect((await api.importLead(lead)).body).toMatchObject({ result: 'created' });
    },
  );

  it.each([
    ['no key', {}, 'Insufficient data for deduplication'],
    ['a malformed email', { email: 'nobody' }, 'Invalid email address'],
  ])('rejects %s', async (_, data, message) => {
    const { status, body } = await api.importLead(data);
    expect(status).toBe(400);
    expect(body['error']).toMatchObject({ code: 'VALIDATION_ERROR', message });
    expect(writes()).toBe(0);
  });

  it("passes on the PSA's objection", async () => {
    system.simulator.faults.set({
      kind: 'error',
      status: 400,
      method: 'POST',
      path: '/api/Tickets',
      times: 1,
    });
    const { status, body } = await api.importLead(flatLead(number));
    expect(status).toBe(502);
    expect(body['error']).toMatchObject({ code: 'EXTERNAL_API_ERROR' });
  });
});

describe('a lead that a caller waits for', () => {
  it('has its ticket, contact and client looked up concurrently, each once', async () => {
    const lead = flatLead(number);
    const nameOf = (path: string) => path.replace(/\d+$/u, 'N');
    // The mirror of a PSA with few leads reads its lists every minute. Those pages are no searches.
    const isPage = ({ path, query }: LoggedRequest) =>
      ['/api/Tickets', '/api/Users', '/api/Client'].includes(path) &&
      !new URLSearchParams(query).has('search');
    const reads = () => system.simulator.requests.list({ method: 'GET' });
    const lookUps = async () => {
      system.simulator.faults.set({
        kind: 'latency',
        milliseconds: 700,
        path: '/api/Tickets',
        method: 'GET',
      });
      await api.importLead(lead);
      system.simulator.faults.clear();
      const ofLead = reads().filter((request) => !isPage(request));
      const tickets = ofLead.find(({ path }) => path === '/api/Tickets');
      const respondedAt = (tickets?.time ?? 0) + (tickets?.milliseconds ?? 0);
      return ofLead
        .map(({ path, time }) => `${nameOf(path)} ${time < respondedAt ? 'meanwhile' : 'after'}`)
        .filter((read) => !/Lists|Status|Tickets\/N/u.test(read))
        .sort();
    };
    expect((await api.call('POST', '/mirror/rebuild')).status).toBe(202);
    await until(() => reads().some(isPage));
    expect(await lookUps()).toEqual([
      '/api/Client meanwhile',
      '/api/Tickets meanwhile',
      '/api/Users meanwhile',
    ]);
    system.simulator.requests.clear();
    expect(await lookUps()).toEqual(['/api/Tickets meanwhile', '/api/Users/N meanwhile']);
  });
});

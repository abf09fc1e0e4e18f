import { describe, expect, it } from '@jest/globals';

import { psaCaller, send, switchCaller } from '../testing/psa-caller.js';
import { startSimulator } from '../testing/start-simulator.js';

describe('the page', () => {
  const psa = startSimulator();
  const switches = switchCaller(psa);

  it('comes with its files alone, under a strict policy', async () => {
    const page = await send(psa.url);
    expect([page.status, page.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = page.headers.get('Content-Security-Policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    expect(page.text).not.toMatch(/<script(?![^>]*src=)|\sstyle=|\son\w+=|https?:\/\//);
    const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file ?? '');
    expect(files).toContain('simulator.js');
    for (const file of [...files, 'elements.js', 'ticket-form.js', 'ticket-panel.js']) {
      expect([file, (await send(`${psa.url}/${file}`)).status]).toEqual([file, 200]);
    }
    expect((await send(`${psa.url}/nothing.js`)).status).toBe(404);
    expect((await send(`${psa.url}/%2e%2e/package.json`)).status).toBe(404);
  });

  it('reads tickets, the newest first, and searches them', async () => {
    const [first, ...others] = psa.seedTickets(60);
    const newest = await switches('GET', '/tickets');
    expect(newest.body).toMatchObject({ total: 60 });
    const { tickets } = newest.body as { tickets: { id: number }[] };
    expect(tickets.map(({ id }) => id)).toEqual(others.slice(9).reverse());
    const oldest = (await switches('GET', '/tickets?page=2')).body as { tickets: { id: number }[] };
    expect(oldest.tickets.at(-1)?.id).toBe(first);
    psa.seedTicket({ emailaddress: 'searched@example.com' });
    expect((await switches('GET', '/tickets?search=searched@')).body).toMatchObject({
      total: 1,
      tickets: [{ email: 'searched@example.com', status: 'New Lead', type: 'Lead' }],
    });
  });

  it('reads a ticket with contact, custom fields, lists, Actions and opportunities', async () => {
    const id = psa.seedTicket({
      firstname: 'Jo',
      surname: 'Ann',
      emailaddress: 'jo.ann@example.com',
      company: 'Example',
      customfields: { 101: 'Provider A', 105: false },
    });
    const ticket = psa.ticket(id);
    const call = await psaCaller(psa);
    await call('POST', '/Lists/1/items', { ticket_id: id });
    await call('POST', '/Actions', { ticket_id: id, outcome: 'Internal Note', note: 'Imported' });
    await call('POST', '/Opportunities', {
      summary: 'Example deal',
      client_id: ticket?.client_id,
      user_id: ticket?.user_id,
      customfields: [{ id: 301, value: 'Consulting' }],
    });
    const { body } = await switches('GET', `/tickets/${id}`);
    expect(body).toMatchObject({
      contact: 'Jo Ann',
      email: 'jo.ann@example.com',
      company: 'Example',
      lists: ['Hot'],
      last_updated_by: 'Leadbridge',
      actions: [{ outcome: 'Internal Note', note: 'Imported', who: 'Leadbridge' }],
      opportunities: [
        {
          summary: 'Example deal',
          status: 'New Opportunity',
          customfields: [{ name: 'Products/Services', value: 'Consulting' }],
        },
      ],
    });
    const { customfields } = body as { customfields: { id: number }[] };
    expect(customfields.find((field) => field.id === 101)).toEqual({
      id: 101,
      name: 'Lead Source',
      type: 'dropdown',
      value: 'Provider A',
      options: ['Provider A'],
    });
    expect((await switches('GET', '/tickets/5')).status).toBe(404);
  });

  it('lets a person act as an agent', async () => {
    const id = psa.seedTicket();
    const changed = await switches('POST', `/tickets/${id}/agent-changes`, {
      agent_id: 2,
      status_id: 6,
      customfields: [{ id: 105, value: true }],
    });
    expect(changed.body).toMatchObject({
      status: 'Do Not Contact',
      last_updated_by: 'Sales Agent',
      actions: [{ who: 'Sales Agent', note: 'Changed: status_id, CF_105' }],
    });
    expect(psa.ticket(id)).toMatchObject({ status_id: 6, last_updated_by: 2, customfields: { 105: true } });
    const refused = await switches('POST', `/tickets/${id}/agent-changes`, { agent_id: 2, status_id: 99 });
    expect([refused.status, psa.ticket(id)?.status_id, psa.actions(id).length]).toEqual([400, 6, 1]);
    expect((await switches('POST', `/tickets/${id}/agent-changes`, { status_id: 1 })).status).toBe(400);
  });

  it('is told of changes as they happen', async () => {
    const aborter = new AbortController();
    const stream = await fetch(`${psa.url}/simulator/events`, { signal: aborter.signal });
    expect(stream.headers.get('Content-Type')).toBe('text/event-stream');
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toMatch(/event: changed\ndata: \d+\n\n$/);
    psa.seedTickets(3);
    expect((await reader?.read())?.value).toMatch(/^event: changed\ndata: \d+\n\n$/);
    aborter.abort();
  });
});

describe('the switches', () => {
  const psa = startSimulator();
  const switches = switchCaller(psa);

  it('show the state of the simulator at a glance', async () => {
    psa.seedTickets(3, { companies: 2 });
    psa.faults.set({ kind: 'error', times: 1 });
    expect((await switches('GET', '/overview')).body).toMatchObject({
      counts: { tickets: 3, clients: 2, users: 3, requests: 0 },
      rate: { limit: 0, violations: 0 },
      faults: [{ rule: { kind: 'error' } }],
      notifications: { url: null, recent: [] },
    });
    expect((await switches('GET', '/health')).body).toEqual({ status: 'ok' });
  });

  it('change the dialect and the notifications, and refuse what these do not have', async () => {
    expect((await switches('PATCH', '/dialect', { lists: 'bare' })).body).toMatchObject({ lists: 'bare' });
    expect(psa.dialect.lists).toBe('bare');
    expect((await switches('PATCH', '/dialect', { lists: 'none' })).status).toBe(400);
    const settings = { url: 'https://service.example.com/hook', secret: 'a secret', copies: 2 };
    expect((await switches('PATCH', '/notifications', settings)).body).toEqual({
      url: 'https://service.example.com/hook',
      copies: 2,
      signed: true,
    });
    expect((await switches('PATCH', '/notifications', { url: 'ftp://example.com' })).status).toBe(400);
    expect((await switches('PATCH', '/notifications', { volume: 11 })).status).toBe(400);
  });

  it('seed, withdraw tokens, and reset everything', async () => {
    const call = await psaCaller(psa);
    const seeded = await switches('POST', '/seed', { tickets: 10, companies: 2 });
    expect(seeded.body).toMatchObject({ tickets: 10 });
    expect([psa.tickets().length, psa.clients().length]).toEqual([10, 2]);
    expect((await switches('POST', '/seed', { tickets: 0 })).status).toBe(400);
    await switches('DELETE', '/tokens');
    expect((await call('GET', '/Status')).status).toBe(401);
    psa.setDialect({ errors: 'error' });
    expect((await switches('POST', '/reset')).status).toBe(204);
    expect([psa.tickets(), psa.clients(), psa.requests.total, psa.dialect.errors]).toEqual([
      [],
      [],
      0,
      'Message',
    ]);
  });

  it('are not pressed by pages of other sites', async () => {
    const id = psa.seedTicket();
    const reset = (site: string): Promise<number> =>
      send(`${psa.url}/simulator/reset`, { method: 'POST', headers: { 'Sec-Fetch-Site': site } }).then(
        ({ status }) => status,
      );
    expect([await reset('cross-site'), psa.ticket(id)?.id]).toEqual([403, id]);
    expect([await reset('same-origin'), psa.ticket(id)]).toEqual([204, undefined]);
  });

  it('respond to what is no switch and no JSON as such', async () => {
    expect((await switches('GET', '/nothing')).status).toBe(404);
    const broken = await send(`${psa.url}/simulator/faults`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{',
    });
    expect([broken.status, broken.body]).toEqual([400, { error: 'The body is not JSON.' }]);
  });
});

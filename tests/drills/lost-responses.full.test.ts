import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestSystem } from '@leadbridge/devkit';

import { sampled } from '../support/sampled.js';
import { callerOf, flatLead, type Caller } from '../support/caller.js';
import { startSystemHere } from '../support/start-system-here.js';

let system: TestSystem;
let api: Caller;
let number = 100;

async function start(env: Readonly<Record<string, string>>): Promise<void> {
  system = await startSystemHere({ env: { PSA_RATE_LIMIT: '100000', ...env }, simulator: { rateLimit: 0 } });
  api = callerOf(system);
}

beforeAll(async () => start({ PSA_TIMEOUT_SECONDS: '3' }));

afterAll(async () => {
  await system.stop();
});

afterEach(() => {
  system.simulator.faults.clear();
});

const writes = ['/api/Client', '/api/Site', '/api/Users', '/api/Tickets', '/api/Lists/*'];
const losses = [
  { kind: 'drop', when: 'after' },
  { kind: 'drop', when: 'during' },
  { kind: 'drop', when: 'before' },
  { kind: 'html_502', when: 'after' },
  { kind: 'html_502', when: 'before' },
  { kind: 'error', when: 'after' },
  { kind: 'latency', when: 'after', milliseconds: 4_000 },
] as const;

/** Counts everything that the PSA has for one lead. */
function counts(lead: ReturnType<typeof flatLead>): Record<string, number> {
  const { simulator } = system;
  const client = simulator.clients().filter(({ name }) => name === lead.company);
  const tickets = simulator.tickets().filter((ticket) => ticket.user_email === lead.email);
  const ticketId = tickets[0]?.id ?? 0;
  return {
    clients: client.length,
    sites: simulator.sites().filter((site) => site.client_id === client[0]?.id).length,
    users: simulator.users().filter((user) => user.emailaddress === lead.email).length,
    tickets: tickets.length,
    lists: simulator.listNames(ticketId).length,
    distinctLists: new Set(simulator.listNames(ticketId)).size,
  };
}

const once = { clients: 1, sites: 1, users: 1, tickets: 1, lists: 4, distinctLists: 4 };

describe('a lost response of the PSA', () => {
  const matrix = writes.flatMap((path) => losses.map((loss) => ({ path, ...loss })));
  it.each(sampled(matrix, 12))(
    'after POST $path ($kind $when) leaves exactly one of everything',
    async ({ path, ...loss }) => {
      number += 1;
      const lead = flatLead(number);
      system.simulator.faults.set({ ...loss, method: 'POST', path, times: 1 });

      const { status, body } = await api.importLead(lead);

      expect({ status, result: body['result'] }).toEqual({ status: 201, result: 'created' });
      expect(counts(lead)).toEqual(once);
    },
  );

  it.each([
    { method: 'POST', path: '/api/Actions' },
    { method: 'PUT', path: '/api/Tickets/*' },
  ])('after $method $path leaves one update and one note', async ({ method, path }) => {
    for (const loss of losses) {
      number += 1;
      const lead = flatLead(number);
      const created = await api.importLead(lead);
      system.simulator.faults.set({ ...loss, method, path, times: 1 });

      const { body } = await api.importLead({ ...lead, headcount: 4_000 });

      expect(body['result']).toBe('updated');
      expect(system.simulator.actions(Number(created.body['psa_ticket_id']))).toHaveLength(1);
      system.simulator.faults.clear();
    }
  });

  it('costs one read of each list, however many items were lost with it', async () => {
    const leads = Array.from({ length: 12 }, (_, index) =>
      flatLead(40_000 + index, { company: 'Lost Lists' }),
    );
    system.simulator.faults.set({
      kind: 'drop',
      when: 'after',
      method: 'POST',
      path: '/api/Lists/*',
      times: 4,
    });
    system.simulator.requests.clear();

    const { body } = await api.importBulk(leads, { headers: { prefer: 'respond-async' } });
    await api.finished(String(body['job_id']));

    const readings = system.simulator.requests
      .list()
      .filter(({ method, path }) => method === 'GET' && /^\/api\/Lists\/\d+\/items/.test(path));
    expect(readings).toHaveLength(4);
    expect(leads.map((lead) => counts(lead).lists)).toEqual(leads.map(() => 4));
  });

  it('is reported if the PSA keeps failing: 502 in the envelope, and the lead can be sent again', async () => {
    number += 1;
    const lead = flatLead(number);
    const fault = system.simulator.faults.set({ kind: 'error', method: 'GET', path: '/api/Tickets' });

    const failed = await api.importLead(lead);
    expect(failed.status).toBe(502);
    expect(failed.body['error']).toMatchObject({ code: 'EXTERNAL_API_ERROR' });

    system.simulator.faults.clear(fault.id);
    const again = await api.importLead(lead);
    expect(again.body['result']).toBe('created');
    expect(counts(lead)).toEqual(once);
  });
});

describe('a gateway that gives up while the PSA still works', () => {
  beforeAll(async () => {
    await system.stop();
    await start({ PSA_SETTLE_SECONDS: '3' });
  });

  it('leaves exactly one of everything, although the PSA applies each write a second later', async () => {
    number += 1;
    const lead = flatLead(number);
    writes.forEach((path) => {
      system.simulator.faults.set({
        kind: 'html_502',
        when: 'early',
        milliseconds: 1_000,
        method: 'POST',
        path,
        times: 1,
      });
    });

    const { status, body } = await api.importLead(lead);

    expect({ status, result: body['result'] }).toEqual({ status: 201, result: 'created' });
    expect(system.simulator.faults.list().map(({ fired }) => fired)).toEqual(writes.map(() => 1));
    expect(counts(lead)).toEqual(once);
  });
});

import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@leadbridge/devkit';
import {
  PsaBudgetError,
  PsaRefusedError,
  PsaUncertainError,
  PsaUnavailableError,
} from '@leadbridge/usecases';

import { type ClientBench, openClientBench } from './testing/psa-clients.js';
import type { ScriptedReply } from './testing/scripted-psa.js';

let bench: ClientBench;

beforeAll(async () => {
  bench = await openClientBench();
});
afterEach(() => bench.reset());
afterAll(async () => bench.close());

const client = { name: 'Example' };
const page = '<html><head><title>502 Bad Gateway</title></head></html>';
const limitText = 'Rate Limit Reached - 3 Requests per rolling 5 minute window.';

/** Replies in order; the last one is repeated. */
function inTurn(...replies: readonly ScriptedReply[]): void {
  let next = 0;
  bench.psa.respondWith(() => replies[Math.min(next++, replies.length - 1)] ?? 'drop');
}

describe('a read of the PSA', () => {
  it.each<[string, ScriptedReply]>([
    ['a dropped connection', 'drop'],
    ['a 500', { status: 500, json: { Message: 'Deadlock' } }],
    ['an HTML 502', { status: 502, text: page }],
    ['an HTML page with status 200', { text: page }],
    ['a response of which nothing came', { text: '' }],
    ['a response that was cut off behind its first line', { text: '\n' }],
    ['a null', { text: 'null' }],
    ['an empty object', { json: {} }],
    ['an error in place of a list', { json: { error: 'The search is being rebuilt' } }],
    ['an empty text', { text: '""' }],
  ])('is retried after %s', async (_name, fault) => {
    inTurn(fault, fault, { json: [{ id: 1, name: 'New' }] });
    expect(await bench.session().statuses()).toEqual([{ id: 1, name: 'New' }]);
    expect(bench.psa.calls()).toHaveLength(3);
  });

  it('fails after the second retry, with the reason', async () => {
    inTurn({ status: 502, text: page });
    await expect(bench.session().statuses()).rejects.toThrow(
      'The PSA failed with status 502: 502 Bad Gateway',
    );
    expect(bench.psa.calls()).toHaveLength(3);
  });

  it('treats a response without any content as no response, not as an empty list', async () => {
    inTurn({ text: '' });
    await expect(bench.session().getTicket(5)).rejects.toThrow(PsaUnavailableError);
    await expect(bench.session().findUsers({ email: 'ada@example.com' })).rejects.toThrow(
      'The PSA responded without a body (status 200)',
    );
  });

  it('says what is no list, if it stays none', async () => {
    inTurn({ json: { error: 'The search is being rebuilt' } });
    await expect(bench.session().findUsers({ email: 'ada@example.com' })).rejects.toThrow(
      'The PSA responded to /Users with something that is not a list',
    );
    expect(bench.psa.calls()).toHaveLength(3);
  });

  it('finds nothing if the PSA returns 204', async () => {
    inTurn({ status: 204 });
    expect(await bench.session().getTicket(5)).toBeNull();
    expect(await bench.session().findUsers({ email: 'ada@example.com' })).toEqual([]);
    expect(bench.psa.calls()).toHaveLength(2);
  });

  it('is retried if no response arrives in time', async () => {
    inTurn('silence', { json: { id: 5, summary: 'Ticket' } });
    expect(await bench.session({ timeoutSeconds: 1.5 }).getTicket(5)).toMatchObject({ id: 5 });
  });

  it('is not retried if it is rejected', async () => {
    inTurn({ status: 403, json: { error: 'No access to statuses' } });
    const error = await bench
      .session()
      .statuses()
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PsaRefusedError);
    expect(error).toMatchObject({ status: 403, message: 'No access to statuses' });
    expect(bench.psa.calls()).toHaveLength(1);
  });

  it('finds nothing if the PSA returns 404', async () => {
    expect(await bench.session().getUser(9)).toBeNull();
  });

  it('follows no redirect, and reports the problem', async () => {
    inTurn({ status: 301, headers: { location: 'https://elsewhere.example.com/' } });
    await expect(bench.session().statuses()).rejects.toThrow('redirects');
    expect(bench.psa.calls()).toHaveLength(1);
  });
});

describe('a write to the PSA', () => {
  it.each<[string, ScriptedReply]>([
    ['dropped connection', 'drop'],
    ['500', { status: 500 }],
    ['HTML 502', { status: 502, text: page }],
    ['page with status 200', { text: page }],
    ['timeout', 'silence'],
  ])('is sent once and uncertain after a %s', async (_name, fault) => {
    inTurn(fault);
    const session = bench.session({ timeoutSeconds: 1.5 });
    expect(await session.createClients([client])).toEqual([
      { ok: false, uncertain: true, message: expect.any(String) },
    ]);
    await expect(session.updateTicket(4, { status_id: 2 })).rejects.toThrow(PsaUncertainError);
    expect(bench.psa.calls()).toHaveLength(2);
  });

  it('certainly did not happen if no connection was established', async () => {
    const gone = await openClientBench();
    const session = gone.session();
    gone.psa.respondWith(() => ({ json: [] }));
    await session.statuses();
    await gone.psa.close();
    await sleep(50);
    await expect(session.createClients([client])).rejects.toThrow(PsaUnavailableError);
    await gone.close();
  });

  it("that is rejected is a result, with the PSA's message", async () => {
    inTurn({ status: 400, json: { emailaddress: ['is not valid'] } });
    const session = bench.session();
    expect(await session.createUsers([{ site_id: 1, client_id: 1, firstname: 'A', surname: 'B' }])).toEqual([
      { ok: false, uncertain: false, message: 'emailaddress: is not valid' },
    ]);
    await expect(session.updateUser(4, { phonenumber: '1' })).rejects.toThrow('emailaddress: is not valid');
  });

  it('sends only the changed fields', async () => {
    inTurn({ json: { id: 4 } });
    await bench.session().updateTicket(4, { status_id: 2, customfields: [{ id: 105, value: true }] });
    expect(bench.psa.calls()).toMatchObject([
      { method: 'PUT', path: '/Tickets/4', json: { status_id: 2, customfields: [{ id: 105, value: true }] } },
    ]);
  });

  it.each([[{ json: { message: 'Updated' } }], [{ status: 204 }], [{ json: [{ id: 4 }] }], [{ json: true }]])(
    'treats %j as a success',
    async (response) => {
      inTurn(response);
      await bench.session().updateTicket(4, { status_id: 2 });
    },
  );

  it('runs beforeWrite after the slot was granted, and is not sent if it throws', async () => {
    inTurn({ json: { id: 4 } });
    const lost = new Error('The claim was lost');
    const made = bench.client({ rateLimit: 3, rateWindowSeconds: 4 });
    const order: number[] = [];
    const session = made.session({
      priority: 'opt_out',
      beforeWrite: async () => {
        order.push(performance.now());
        if (order.length === 3) {
          throw lost;
        }
      },
    });
    await session.updateTicket(4, { status_id: 2 });
    await session.updateTicket(4, { status_id: 3 });
    // The window is full now: the third write waits for its slot before it checks its claim.
    const asked = performance.now();
    await expect(session.updateTicket(4, { status_id: 4 })).rejects.toBe(lost);
    expect((order[2] ?? 0) - asked).toBeGreaterThan(300);
    expect(bench.psa.calls()).toHaveLength(2);
    await until(async () => (await made.budgetStatus()).used < 3);
  });
});

describe('the limit of the PSA', () => {
  it('is waited for: a 429 costs no attempt, not even of a write', async () => {
    inTurn({ status: 429, text: limitText }, { status: 201, json: { id: 8 } });
    const made = bench.client({ rateLimit: 100, rateWindowSeconds: 0.3 });
    expect(await made.session({ priority: 'single' }).createClients([client])).toEqual([{ ok: true, id: 8 }]);
    expect(await made.budgetStatus()).toMatchObject({ limit: 3, learnedLimit: 3 });
  });

  it('that leaves no slot soon says when to continue', async () => {
    inTurn({ status: 429, text: limitText });
    const session = bench.session({ rateLimit: 100, rateWindowSeconds: 60 });
    const error = await session.statuses().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PsaBudgetError);
    expect((error as PsaBudgetError).retryAt - Date.now()).toBeGreaterThan(50_000);
    expect(bench.psa.calls()).toHaveLength(1);
  });
});

describe('the hooks', () => {
  it('get every exchange by pattern, not by identifier', async () => {
    inTurn({ json: { id: 5 } });
    await bench.session().getTicket(5);
    expect(bench.calls).toMatchObject([
      { method: 'POST', path: '/auth/token', status: 200 },
      { method: 'GET', path: '/Tickets/{id}', status: 200 },
    ]);
    expect(bench.calls[1]?.milliseconds).toBeGreaterThan(0);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestSystem } from '@leadbridge/devkit';

import { callerOf, flatLead, type Caller } from '../support/caller.js';
import { startSystemHere } from '../support/start-system-here.js';

let system: TestSystem;
let api: Caller;
let number = 70_000;

beforeAll(async () => {
  system = await startSystemHere({
    env: { PSA_RATE_LIMIT: '100000', RATE_LIMIT_PER_HOUR: '100000', BULK_LIMIT_PER_HOUR: '1000' },
    simulator: { rateLimit: 0 },
  });
  api = callerOf(system);
});

afterAll(async () => {
  await system.stop();
});

type Lead = Readonly<Record<string, unknown>>;
type Send = (lead: Lead) => Promise<string>;

/** How a lead comes in; each returns the text of its response. */
const paths: Readonly<Record<string, Send>> = {
  sync: async (lead) => JSON.stringify((await api.importLead(lead, { source: 'csv' })).body),
  bulk: async (lead) => JSON.stringify((await api.importBulk([lead], { source: 'csv' })).body),
  csv: async (lead) => {
    const cells = Object.values(lead).map((cell) => `"${String(cell)}"`);
    const response = await fetch(`${system.baseUrl}/api/v1/sync/leads/bulk?source=csv`, {
      method: 'POST',
      headers: { authorization: `Bearer ${system.adminKey}`, 'content-type': 'text/csv' },
      body: `${Object.keys(lead).join(',')}\n${cells.join(',')}\n`,
    });
    return await response.text();
  },
};

async function suppressionsOf(email: string): Promise<unknown> {
  return (await api.call('GET', `/suppressions?email=${encodeURIComponent(email)}`)).body['suppressions'];
}

describe.each(Object.entries(paths))('by %s, a column', (_how, send) => {
  it.each([
    ['Do-Not-Contact (DNC)', 'x'],
    ['HasOptedOutOfEmail', '1.0'],
    ['Email Opt-In', 'no'],
    ['Subscription status', 'cleaned'],
    ['contact.stage', 'Do Not Contact'],
  ])('%s with %j is an opt-out', async (name, value) => {
    const lead = flatLead((number += 1), { [name]: value });
    await send(lead);
    expect(await suppressionsOf(lead.email)).toMatchObject([{ origin: 'import' }]);
  });

  it.each([
    ['SMS Opt Out', 'perhaps'],
    ['Marketing consent', 'pending'],
  ])('%s with %j holds the lead back, which is named', async (name, value) => {
    const lead = flatLead((number += 1), { [name]: value });
    const response = await send(lead);
    expect(response).toContain(`data.${name}`);
    expect(response).toContain('must be a boolean');
    expect(await suppressionsOf(lead.email)).toEqual([]);
    expect((await api.importLead(flatLead(number))).body).toMatchObject({ result: 'created' });
  });

  it('Email Opt-In with yes is none', async () => {
    const lead = flatLead((number += 1), { 'Email Opt-In': 'yes' });
    expect(await send(lead)).toContain('created');
    expect(await suppressionsOf(lead.email)).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until, type TestSystem } from '@leadbridge/devkit';

import { callerOf, flatLead, type Caller } from '../support/caller.js';
import { startSystemHere } from '../support/start-system-here.js';

type Row = Readonly<Record<string, unknown>>;

let system: TestSystem;
let api: Caller;

beforeAll(async () => {
  system = await startSystemHere({
    env: { PSA_RATE_LIMIT: '100000', RATE_LIMIT_PER_HOUR: '100000' },
    simulator: { rateLimit: 0 },
  });
  api = callerOf(system);
});

afterAll(async () => {
  await system.stop();
});

async function entriesOf(email: string): Promise<readonly Row[]> {
  const { body } = await api.call('GET', `/suppressions?email=${encodeURIComponent(email)}`);
  return body['suppressions'] as readonly Row[];
}

/** Removes the only entry of a person, once it is complete. */
async function removeEntryOf(email: string): Promise<void> {
  await until(async () => {
    const entries = await entriesOf(email);
    return entries.length > 0 && entries.every((entry) => entry['status'] !== 'pending');
  });
  const [entry] = await entriesOf(email);
  const response = await fetch(`${system.baseUrl}/api/v1/suppressions/${String(entry?.['id'])}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${system.adminKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ reason: 'By mistake' }),
  });
  expect(response.ok).toBe(true);
  expect(await entriesOf(email)).toEqual([]);
}

describe('an opt-out whose entry an admin has removed', () => {
  it('does not return with the next import, although a source has sent it before', async () => {
    const lead = flatLead(70_000);
    const { body } = await api.importLead({ ...lead, do_not_contact: true }, { source: 'csv' });
    await removeEntryOf(lead.email);
    system.simulator.actAsAgent(Number(body['psa_ticket_id']), { customfields: { 105: false } });
    const again = await api.importLead(lead, { source: 'provider_b' });
    expect(again.body).toMatchObject({ result: 'skipped', lead_id: body['lead_id'] });
    expect(await entriesOf(lead.email)).toEqual([]);
    await api.importLead({ ...lead, do_not_contact: true }, { source: 'csv' });
    expect(await entriesOf(lead.email)).toHaveLength(1);
  });

  it('is recorded again if the person opts out by status once more', async () => {
    const lead = flatLead(70_001);
    const { body } = await api.importLead(lead);
    const path = `/leads/${String(body['lead_id'])}`;
    for (const status of ['researching', 'contacted', 'do_not_contact']) {
      await api.call('PUT', `${path}/status`, { status });
    }
    await removeEntryOf(lead.email);
    expect((await api.call('GET', path)).body).toMatchObject({ do_not_contact: false });
    const again = await api.call('PUT', `${path}/status`, {
      status: 'do_not_contact',
      reason: 'Asked again',
    });
    expect(again.status).toBe(200);
    expect(await entriesOf(lead.email)).toMatchObject([{ reason: 'Asked again' }]);
    expect((await api.call('GET', path)).body).toMatchObject({ do_not_contact: true });
  });
});

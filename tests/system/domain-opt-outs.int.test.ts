import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until, type TestSystem } from '@leadbridge/devkit';

import { eachPsa, usePsa } from '../support/each-psa.js';
import { callerOf, type Caller } from '../support/caller.js';
import { recordCommands } from '../support/count-commands.js';
import { startSystemHere } from '../support/start-system-here.js';

let system: TestSystem;
let api: Caller;
let number = 0;

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

/** A domain that no other test has. */
function newDomain(): string {
  number += 1;
  return `listed${number}.example`;
}

const isGated = { result: 'preserved', reason: 'Do Not Contact' };
const isGatedByDomain = { ...isGated, suppressed_by: 'domain' };
const ada = (email: string) => ({ first_name: 'Ada', last_name: 'Example', email });

async function list(domain: string): Promise<string> {
  const { status, body } = await api.call('POST', '/suppressions', { domain, reason: 'On our list' });
  expect(status).toBe(201);
  const [entry] = body['suppressions'] as { id: string }[];
  expect(entry).toMatchObject({
    domain,
    email: null,
    gates: ['domain'],
    origin: 'api',
    reason: 'On our list',
    status: 'no_provider',
    next_attempt_at: null,
  });
  return entry?.id ?? '';
}

async function remove(id: string, body: unknown): Promise<number> {
  const response = await fetch(`${system.baseUrl}/api/v1/suppressions/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${system.adminKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.status;
}

const isMarked = (ticketId: number): boolean => system.simulator.ticket(ticketId)?.customfields[105] === true;

const ticketsOf = (email: string) =>
  system.simulator.tickets().filter(({ user_email: address }) => address === email);

describe.each(eachPsa)('the opt-out of a domain, on the $name PSA,', (kind) => {
  usePsa(kind, () => system.simulator);

  it('blocks single imports of its addresses and those of its subdomains, and no others', async () => {
    const domain = newDomain();
    const id = await list(domain);
    for (const email of [`ada@${domain}`, `ADA@Mail.Eu.${domain}`, `"Ada" <ada@${domain}>`]) {
      const { body } = await api.importLead(ada(email));
      expect(body).toMatchObject({ ...isGatedByDomain, suppression_id: id, lead_id: null });
    }
    const beside = await api.importLead({ ...ada(`ada@not${domain}`), website: `https://${domain}` });
    expect(beside.body).toMatchObject({ result: 'created' });
    expect(ticketsOf(`ada@${domain}`)).toEqual([]);
  });

  it('blocks payloads of providers, bulk imports, dry runs, their commits and retries', async () => {
    const domain = newDomain();
    const emails = [0, 1].map((index) => `ada.${index}@${domain}`);
    const options = { batchOptions: { dry_run: true }, headers: { Prefer: 'wait=20' } };
    const before = await api.importBulk(emails.map(ada), options);
    expect(before.body).toMatchObject({ results: [{ result: 'created' }, { result: 'created' }] });
    const dryRun = String(before.headers.get('x-job-id') ?? '');
    await list(domain);

    const dry = await api.importBulk(emails.map(ada), options);
    expect(dry.body).toMatchObject({ results: [isGatedBy('domain'), isGatedBy('domain')] });
    const bulk = await api.importBulk(emails.map(ada), { headers: { Prefer: 'wait=20' } });
    expect(bulk.body).toMatchObject({ results: [isGatedBy('domain'), isGatedBy('domain')] });
    const commit = await api.call('POST', `/jobs/${dryRun}/commit`, { if_changed: 'apply' });
    await api.finished(String(commit.body['job_id']));
    const { body } = await api.call('GET', `/jobs/${String(commit.body['job_id'])}/results`);
    expect(body).toMatchObject({ results: [isGatedByDomain, isGatedByDomain] });
    const native = await api.importLead({
      person: { first_name: 'Ada', last_name: 'Example', email: `native@${domain}` },
    });
    expect(native.body).toMatchObject(isGatedByDomain);
    expect(emails.flatMap(ticketsOf)).toEqual([]);
  });

  it('marks its leads and their tickets, as any opt-out does', async () => {
    const domain = newDomain();
    const made = await Promise.all(
      ['ada', 'sam'].map(async (local) => {
        const { body } = await api.importLead(ada(`${local}@hr.${domain}`));
        return { leadId: Number(body['lead_id']), ticketId: Number(body['psa_ticket_id']) };
      }),
    );
    const dry = await api.call('POST', '/suppressions', { domain, dry_run: true });
    expect((dry.body['leads'] as unknown[]).length).toBe(2);
    await list(domain);
    for (const { leadId, ticketId } of made) {
      expect((await api.call('GET', `/leads/${leadId}`)).body).toMatchObject({ do_not_contact: true });
      await until(() => isMarked(ticketId));
    }
  });

  it('is one entry, is found by its domain, and goes with its reason in the audit log', async () => {
    const domain = newDomain();
    const id = await list(domain);
    const again = await api.call('POST', '/suppressions', { domain: `https://www.${domain.toUpperCase()}/` });
    expect([again.status, again.body['suppressions']]).toMatchObject([200, [{ id }]]);
    const found = await api.call('GET', `/suppressions?domain=@${domain}`);
    expect(found.body).toMatchObject({ suppressions: [{ id, domain }], pagination: { total: 1 } });

    expect(await remove(id, {})).toBe(400);
    expect(await remove(id, { reason: '  ' })).toBe(400);
    expect((await api.importLead(ada(`ada@${domain}`))).body).toMatchObject(isGatedByDomain);
    expect(await remove(id, { reason: 'Listed by mistake' })).toBe(204);
    expect(await remove(id, { reason: 'Listed by mistake' })).toBe(404);
    expect((await api.call('GET', `/suppressions/${id}`)).status).toBe(404);
    const { body } = await api.call('GET', `/audit?action=suppression.removed&target_id=${id}`);
    expect(body).toMatchObject({
      entries: [{ target: { type: 'suppression', id }, changes: { reason: { to: 'Listed by mistake' } } }],
    });
    expect((await api.importLead(ada(`ada@${domain}`))).body).toMatchObject({ result: 'created' });
  });

  it('leaves the opt-outs of its people when it is removed', async () => {
    const domain = newDomain();
    const id = await list(domain);
    const own = await api.call('POST', '/suppressions', { email: `ada@${domain}` });
    expect(own.status).toBe(201);
    expect((await api.importLead(ada(`ada@${domain}`))).body).toMatchObject({ suppressed_by: 'email' });
    expect(await remove(id, { reason: 'No longer' })).toBe(204);
    expect((await api.importLead(ada(`ada@${domain}`))).body).toMatchObject(isGated);
    expect((await api.importLead(ada(`sam@${domain}`))).body).toMatchObject({ result: 'created' });
    const [entry] = own.body['suppressions'] as { id: string }[];
    expect(await remove(entry?.id ?? '', { reason: 'Asked to be contacted again' })).toBe(204);
    expect((await api.importLead(ada(`ada@${domain}`))).body).toMatchObject({ result: 'created' });
  });

  it('costs an import no further command', async () => {
    const domain = newDomain();
    await list(domain);
    // The first one of a company takes more than the others.
    await api.importLead({ ...ada(`first@free${domain}`), company: 'Counted' });
    const recording = recordCommands();
    try {
      const counts: number[] = [];
      for (const email of [`a@free${domain}`, `b@x.y.z.free${domain}`]) {
        recording.sent.length = 0;
        const { body } = await api.importLead({
          ...ada(email),
          company: 'Counted',
          first_name: email.slice(0, 1),
        });
        expect(body).toMatchObject({ result: 'created' });
        counts.push(
          recording.sent.filter(({ isOfWork, collection }) => isOfWork && collection === 'suppressed_keys')
            .length,
        );
      }
      expect(counts[1]).toBe(counts[0]);
      expect(counts[0]).toBeLessThanOrEqual(4);
    } finally {
      recording.stop();
    }
  });
});

function isGatedBy(gate: string) {
  return { success: true, result: 'preserved', suppressed_by: gate };
}

describe('POST /suppressions with a domain', () => {
  it.each(['gmail.com', '@GMX.de', 'com', 'co.uk', 'acme', 'jane@acme.example', '', 'a b.example'])(
    'refuses %j',
    async (domain) => {
      const { status, body } = await api.call('POST', '/suppressions', { domain });
      expect(status).toBe(400);
      expect(body).toMatchObject({ error: { code: 'VALIDATION_ERROR', details: { field: 'domain' } } });
    },
  );

  it('refuses a person beside it', async () => {
    const body = { domain: 'acme.example', email: 'ada@acme.example' };
    expect((await api.call('POST', '/suppressions', body)).status).toBe(400);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { until, type TestSystem } from '@leadbridge/devkit';

import { callerOf, flatLead, type Caller } from '../support/caller.js';
import { configure } from '../support/configure.js';
import { eachDialect, haloAsSpecifiedEnv } from '../support/each-psa.js';
import { notify, optOutNotification } from '../support/psa-notifications.js';
import { startSystemHere } from '../support/start-system-here.js';

type Row = Readonly<Record<string, unknown>>;

let system: TestSystem;
let api: Caller;
let number = 0;

/** A company that no other test has. */
function newCompany(): { readonly name: string; readonly domain: string } {
  number += 1;
  return { name: `Acme ${number}`, domain: `acme${number}.example` };
}

function person(company: string | null, email: string, more: Row = {}): Row {
  number += 1;
  return {
    ...{ first_name: 'Jane', last_name: `Doe${'abcdefghij'[number % 10]}`, email },
    ...(company === null ? {} : { company }),
    ...more,
  };
}

/** Lets the mirror see what the test has put into the PSA. */
async function mirrored(): Promise<void> {
  const { body } = await api.call('POST', '/mirror/rebuild', {});
  await api.finished(String(body['job_id']));
}

async function imported(lead: Row, options: Row = {}): Promise<Row> {
  const { status, body } = await api.importLead(lead, { options });
  expect([200, 201]).toContain(status);
  return body;
}

const clientOf = (response: Row) => system.simulator.ticket(Number(response['psa_ticket_id']))?.client_id;

async function matchesOf(company: string, query = ''): Promise<readonly Row[]> {
  const { body } = await api.call('GET', `/company-matches?limit=500${query}`);
  return (body['matches'] as readonly Row[]).filter((match) => match['company'] === company);
}

const decide = (id: unknown, body: Row) => api.call('POST', `/company-matches/${String(id)}`, body);

/** The kinds of one dialect show clients alike. */
const dialects = eachDialect.filter(({ name }) => name === 'usual' || name === 'halopsa');

describe.each(dialects)('the client of a company, on the $name PSA,', (kind) => {
  beforeAll(async () => {
    const isHalo = kind.name === 'halopsa';
    system = await startSystemHere({
      env: {
        ...{ PSA_RATE_LIMIT: '100000', RATE_LIMIT_PER_HOUR: '100000', RATE_LIMIT_PER_MINUTE: '100000' },
        ...(isHalo ? haloAsSpecifiedEnv : {}),
      },
      simulator: { rateLimit: 0, ...(isHalo ? { psaDialect: 'halopsa' } : {}) },
    });
    api = callerOf(system);
    await until(async () => {
      const { body } = await api.call('GET', '/mirror');
      return (body['kinds'] as readonly Row[]).every(({ complete }) => complete === true);
    });
  });

  afterAll(async () => {
    await system.stop();
  });

  describe('by its name alone', () => {
    it('is created for a name that no client has, whatever its domain', async () => {
      const { name, domain } = newCompany();
      const client = system.simulator.seedClient({ name, website: `https://www.${domain}/` });
      await mirrored();
      const lead = person(`${name} Holdings`, `jane@${domain}`);
      const planned = await imported(lead, { dry_run: true });
      expect(planned['company_match']).toEqual({ rule: 'none', client_id: null });
      const response = await imported(lead);
      expect(clientOf(response)).not.toBe(client);
      expect(response['company_match']).toEqual({ rule: 'none', client_id: clientOf(response) });
      const known = await imported(person(name, `jane@mail.${domain}`));
      expect(known['company_match']).toEqual({ rule: 'name', client_id: client });
      expect(await matchesOf(`${name} Holdings`)).toEqual([]);
    });

    it.each(['gmail.com', null, 'Gmail.com'])(
      'is the person of a lead with an address of a mail provider and the company %j',
      async (company) => {
        number += 1;
        const name = `Robin ${'abcdefghij'[number % 10]}ample`;
        const [first, last] = name.split(' ');
        const lead = person(company, `robin${number}@gmail.com`, { first_name: first, last_name: last });
        const planned = await imported(lead, { dry_run: true });
        expect((planned['plan'] as Row)['client']).toMatchObject({ action: 'create' });
        await imported(lead);
        const names = system.simulator.clients().map((client) => client.name.toLowerCase());
        expect(names).toContain(name.toLowerCase());
        expect(names).not.toContain('gmail.com');
      },
    );
  });

  describe('by its domain', () => {
    beforeEach(async () => {
      await configure(system, { company_matching: 'domain' });
    });

    afterAll(async () => {
      await configure(system, { company_matching: 'name' });
    });

    it('is the only client with it, by its website or a contact; rows, dry runs and the timeline say so', async () => {
      const { name, domain } = newCompany();
      const other = newCompany();
      const client = system.simulator.seedClient({ name, website: `https://www.${domain}/about` });
      const { client_id: byContact } = system.simulator.seedContact({
        company: other.name,
        emailaddress: `first@${other.domain}`,
      });
      await mirrored();
      const rule = { rule: 'domain', client_id: client };
      const lead = person(`${name} Holdings`, `jane@mail.eu.${domain}`);
      const planned = await imported(lead, { dry_run: true });
      expect(planned['company_match']).toEqual(rule);
      expect((planned['plan'] as Row)['client']).toEqual({ action: 'reuse', id: client, name });
      const before = system.simulator.clients().length;
      const response = await imported(lead);
      expect([response['company_match'], clientOf(response)]).toEqual([rule, client]);
      const { body: timeline } = await api.call('GET', `/leads/${String(response['lead_id'])}/timeline`);
      expect(timeline['timeline']).toContainEqual(
        expect.objectContaining({
          kind: 'import',
          details: expect.objectContaining({ company_match: rule }),
        }),
      );
      const bulk = await api.importBulk([
        person(`${other.name} Group`, `second@${other.domain}`),
        person('', `third@${other.domain}`, { website: `http://shop.${other.domain}` }),
        person(`${name} Ltd`, `fourth@${domain}`),
      ]);
      expect((bulk.body['results'] as readonly Row[]).map((row) => row['company_match'])).toEqual([
        { rule: 'domain', client_id: byContact },
        { rule: 'domain', client_id: byContact },
        { rule: 'name', client_id: client },
      ]);
      expect(system.simulator.clients()).toHaveLength(before);
      expect(await matchesOf(`${name} Holdings`)).toEqual([]);
    });

    it('costs no further request to the PSA', async () => {
      const { name, domain } = newCompany();
      system.simulator.seedClient({ name, website: domain });
      await mirrored();
      await imported(person(`${name} Holdings`, `one@${domain}`));
      system.simulator.requests.clear();
      await imported(person(`${name} Holdings`, `two@${domain}`));
      const asked = Object.keys(system.simulator.requests.summary()).filter(
        (request) => request.includes('Client') || request.includes('Site'),
      );
      expect(asked).toEqual([]);
    });

    it.each([500, 1])(
      'is created once for new names with one domain, in batches of %i and in dry runs',
      async (size) => {
        const { name, domain } = newCompany();
        const rows = [person(name, `a@${domain}`), person(`${name} Holdings`, `b@${domain}`)];
        const planned = await api.importBulk(rows, { batchOptions: { dry_run: true, batch_size: 1 } });
        const results = (body: Row) => body['results'] as readonly Row[];
        expect(results(planned.body).map((row) => row['company_match'])).toEqual([
          { rule: 'none', client_id: null },
          { rule: 'domain', client_id: null },
        ]);
        const { body } = await api.importBulk(rows, { batchOptions: { batch_size: size } });
        const [one, two] = results(body).map((row) => row['company_match'] as Row);
        expect([one?.['rule'], two]).toEqual(['none', { rule: 'domain', client_id: one?.['client_id'] }]);
      },
    );

    it('is decided by people if several have it, once for any number of leads', async () => {
      const { name, domain } = newCompany();
      const first = system.simulator.seedClient({ name: `${name} One`, website: domain });
      const second = system.simulator.seedClient({ name: `${name} Two`, website: `www.${domain}` });
      await mirrored();
      const company = `${name} Holdings`;
      const leads = Array.from({ length: 50 }, (_, index) => person(company, `p${index}@${domain}`));
      const responses = await Promise.all(leads.map(async (lead) => imported(lead)));
      expect(new Set(responses.map(clientOf)).size).toBe(1);
      const matches = await matchesOf(company);
      expect(matches).toHaveLength(1);
      const [match] = matches;
      expect(match).toMatchObject({
        ...{ status: 'open', domain, reason: 'several_clients', decided_at: null, decision: null },
        candidates: expect.arrayContaining([
          { client_id: first, name: `${name} One`, domains: [domain], why: 'domain' },
          { client_id: second, name: `${name} Two`, domains: [domain], why: 'domain' },
        ]),
      });
      const ids = match?.['lead_ids'] as readonly number[];
      expect(ids.length).toBeGreaterThan(0);
      expect(responses.map((response) => response['lead_id'])).toEqual(expect.arrayContaining([...ids]));

      expect((await decide(match?.['id'], { client_id: 987_654_321 })).body['error']).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: { field: 'client_id' },
      });
      for (const body of [
        {},
        { client_id: first, separate: true },
        { separate: false },
        { client_id: '1' },
      ]) {
        expect((await decide(match?.['id'], body)).status).toBe(400);
      }
      expect((await decide('cmp_unknown', { separate: true })).status).toBe(404);
      const decided = await decide(match?.['id'], { client_id: second });
      expect(decided).toMatchObject({
        status: 200,
        body: { id: match?.['id'], status: 'decided', decision: { client_id: second } },
      });
      const { body: audit } = await api.call('GET', '/audit?action=company_match.decided&limit=1');
      expect((audit['entries'] as readonly Row[])[0]).toMatchObject({
        target: { type: 'company_match', id: match?.['id'] },
        changes: { decision: { from: null, to: { client_id: second } } },
      });
      expect(await matchesOf(company, '&status=open')).toEqual([]);

      // With both settings.
      const later = await imported(person(`${company}, Inc.`, `later@sub.${domain}`));
      expect([later['company_match'], clientOf(later)]).toEqual([
        { rule: 'alias', client_id: second },
        second,
      ]);
      await configure(system, { company_matching: 'name' });
      const planned = await imported(person(company, `plan@${domain}`), { dry_run: true });
      expect(planned['company_match']).toEqual({ rule: 'alias', client_id: second });

      // Deleted in the PSA.
      system.simulator.removeClient(second);
      const gone = await imported(person(company, `gone@${domain}`));
      expect((gone['company_match'] as Row)['rule']).not.toBe('alias');
      expect(clientOf(gone)).not.toBe(second);
      const [open] = await matchesOf(company, '&status=open');
      expect(open).toMatchObject({ id: match?.['id'], decision: null, decided_at: null });
    });

    it('is decided again, without an import, once the mirror no longer shows the client', async () => {
      const { name, domain } = newCompany();
      const [kept, lost] = [1, 2].map((each) =>
        system.simulator.seedClient({ name: `${name} ${each}`, website: domain }),
      );
      await mirrored();
      await imported(person(`${name} Holdings`, `jane@${domain}`));
      const [match] = await matchesOf(`${name} Holdings`);
      expect((await decide(match?.['id'], { client_id: lost })).status).toBe(200);
      await mirrored();
      expect(await matchesOf(`${name} Holdings`, '&status=open')).toEqual([]);
      system.simulator.removeClient(Number(lost));
      // What one round misses may have moved to a page that was already read.
      await mirrored();
      await mirrored();
      const [open] = await matchesOf(`${name} Holdings`, '&status=open');
      expect(open).toMatchObject({ decision: null, candidates: [{ client_id: kept }] });
    });

    it('is decided by people if name and domain differ; separate: the name decides, without an entry', async () => {
      const [one, two] = [newCompany(), newCompany()];
      const named = system.simulator.seedClient({ name: one.name, website: one.domain });
      const owner = system.simulator.seedClient({ name: two.name, website: two.domain });
      await mirrored();
      const response = await imported(person(one.name, `jane@${two.domain}`));
      expect([response['company_match'], clientOf(response)]).toEqual([
        { rule: 'name', client_id: named },
        named,
      ]);
      const [match] = await matchesOf(one.name);
      expect(match).toMatchObject({
        reason: 'name_and_domain_differ',
        domain: two.domain,
        lead_ids: [response['lead_id']],
        candidates: [
          { client_id: named, name: one.name, domains: [one.domain], why: 'name' },
          { client_id: owner, name: two.name, domains: [two.domain], why: 'domain' },
        ],
      });
      const responses = await Promise.all(
        Array.from({ length: 8 }, async () => decide(match?.['id'], { separate: true })),
      );
      expect(responses.map(({ status }) => status)).toEqual(Array<number>(8).fill(200));
      const again = await imported(person(one.name, `joe@${two.domain}`));
      expect(again['company_match']).toEqual({ rule: 'name', client_id: named });
      const [after] = await matchesOf(one.name);
      expect(after).toMatchObject({ status: 'decided', decision: { separate: true } });
      expect(after?.['lead_ids']).toEqual([response['lead_id']]);
    });

    describe('of another name than the company of a lead without an email', () => {
      /** The lead of such a client, with its ticket. */
      async function ofRenamed() {
        const { name, domain } = newCompany();
        const client = system.simulator.seedClient({ name: `${name} Holdings`, website: domain });
        await mirrored();
        const lead = person(name, '', { website: domain });
        const response = await imported(lead);
        expect(clientOf(response)).toBe(client);
        return { lead, leadId: response['lead_id'], ticketId: Number(response['psa_ticket_id']) };
      }

      it('does not hide the lead from an opt-out in the PSA', async () => {
        const { lead, leadId, ticketId } = await ofRenamed();
        expect((await notify(system, optOutNotification(ticketId))).status).toBe(200);
        expect((await api.call('GET', `/leads/${String(leadId)}`)).body['do_not_contact']).toBe(true);
        const { body } = await api.importLead(lead, { source: 'provider_b' });
        expect(body).toMatchObject({ result: 'preserved', reason: 'Do Not Contact' });
      });

      it('does not hide the ticket from a bulk import that has no record of it', async () => {
        const { lead, leadId, ticketId } = await ofRenamed();
        const { body: erasure } = await api.call('POST', '/erasures', { lead_id: leadId });
        await api.finished(String(erasure['job_id']));
        await mirrored();
        const rows = Array.from({ length: 30 }, (_, index) => flatLead(2_000 + index));
        const { body } = await api.importBulk([lead, ...rows], { source: 'provider_a' });
        const [result] = body['results'] as readonly Row[];
        const { body: found } = await api.call('GET', `/leads/${String(result?.['lead_id'])}`);
        expect(found['psa_ticket_id']).toBe(ticketId);
      });
    });

    it('is decided by people if email and website point to different clients', async () => {
      const [one, two] = [newCompany(), newCompany()];
      system.simulator.seedClient({ name: one.name, website: one.domain });
      system.simulator.seedClient({ name: two.name, website: two.domain });
      await mirrored();
      const company = `${one.name} and ${two.name}`;
      const response = await imported(person(company, `jane@${one.domain}`, { website: two.domain }));
      expect((response['company_match'] as Row)['rule']).toBe('none');
      expect(await matchesOf(company)).toMatchObject([{ reason: 'several_clients', domain: one.domain }]);
      // A domain of the two that nobody has does not disagree.
      const three = newCompany();
      const known = system.simulator.seedClient({ name: three.name, website: three.domain });
      await mirrored();
      const lead = person(`${three.name} Group`, `jane@unheard${number}.example`, {
        website: three.domain,
      });
      expect((await imported(lead))['company_match']).toEqual({ rule: 'domain', client_id: known });
    });
  });
});

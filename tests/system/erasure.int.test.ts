import { readFile } from 'node:fs/promises';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { erasureResultSchema } from '@leadbridge/contracts';
import { until, type TestSystem } from '@leadbridge/devkit';
import { connectMongo } from '@leadbridge/store';
import { Redis } from 'ioredis';

import { notify, optOutNotification } from '../support/psa-notifications.js';
import { startSuppressionEndpoint, type SuppressionEndpoint } from '../support/suppression-endpoint.js';
import { callerOf, type ApiResponse, type Caller } from '../support/caller.js';
import { respondWith, EventReceiver } from '../support/event-receiver.js';
import { completeQualification, opportunityData } from '../support/lead-life.js';
import { comparePersonalFields } from '../support/personal-fields.js';
import { searchEverything } from '../support/search-everything.js';
import { startSystemHere } from '../support/start-system-here.js';

type Json = Readonly<Record<string, unknown>>;

let system: TestSystem;
let api: Caller;
let mongo: Awaited<ReturnType<typeof connectMongo>>;
let provider: SuppressionEndpoint;
const receiver = new EventReceiver();

beforeAll(async () => {
  await receiver.start();
  provider = await startSuppressionEndpoint();
  system = await startSystemHere({
    env: {
      PSA_RATE_LIMIT: '100000',
      RATE_LIMIT_PER_HOUR: '100000',
      BULK_LIMIT_PER_HOUR: '1000',
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.0/8',
      PROVIDER_A_SUPPRESSION_URL: `${provider.origin}/a`,
      SUPPRESSION_RETRY_DELAYS: '1',
      // A page that is read for it at that moment would contain the person's data in the PSA.
      PSA_MIRROR: 'off',
    },
    simulator: { rateLimit: 0 },
  });
  api = callerOf(system);
  mongo = await connectMongo(system.mongodbUri);
});

afterAll(async () => {
  await mongo.close();
  await system.stop();
  await provider.stop();
  await receiver.stop();
});

async function ok(response: Promise<ApiResponse>): Promise<Json> {
  const { status, body } = await response;
  if (status >= 300) {
    throw new Error(`HTTP ${status}: ${JSON.stringify(body)}`);
  }
  return body;
}

async function erase(body: Json): Promise<Json> {
  const accepted = await api.call('POST', '/erasures', body);
  expect(accepted.status).toBe(202);
  const job = await api.finished(String(accepted.body['job_id']));
  expect(job).toMatchObject({ type: 'erasure', status: 'completed', error: null });
  const { value, error } = erasureResultSchema.validate(job['result'], { convert: false }) as {
    value: Json;
    error?: Error;
  };
  expect(error).toBeUndefined();
  return value;
}

const person = {
  first_name: 'Wilhelmina',
  last_name: 'Quibble',
  email: 'wilhelmina@quibble.example.com',
  company: 'Quibbledyne Foundry Ltd',
  title: 'Founder',
  phone: '+12025550143',
} as const;
const second = { ...person, email: 'mina.q@private.example.org', phone: '+12025550144' };
/** Another person with the same telephone, and a namesake elsewhere. */
const colleague = {
  first_name: 'Robin',
  last_name: 'Sample',
  email: 'robin@sample.example.com',
  company: 'Sample Works',
  phone: person.phone,
};
const namesake = {
  ...person,
  email: 'w.q@other.example.net',
  company: 'Other Castings',
  phone: '+12025550199',
};

const texts = [person.email, second.email, '12025550144', 'wilhelmina', 'quibble', 'Quibbledyne Foundry'];

/** Collections and parts of Redis in which something was found. */
function places(found: readonly string[]): string[] {
  return [...new Set(found.map((line) => line.split(' ')[0] ?? ''))].sort();
}

/** Takes the person through everything that stores personal data. */
async function liveThrough(): Promise<void> {
  receiver.behave('/echo', (_event, response) => {
    response
      .writeHead(200, { 'x-contact': person.email })
      .end(`Thank you for Wilhelmina Quibble (${person.email})`);
  });
  await ok(api.call('POST', '/webhooks', { url: receiver.url('/echo'), events: ['*'] }));
  await ok(api.call('PUT', '/import-mappings/Fair', { columns: [{ column: person.email, field: null }] }));
  await ok(
    api.call('PUT', '/import-mappings/Wilhelmina%20Quibble', { columns: [{ column: 'Mail', field: null }] }),
  );

  const { lead_id: leadId } = await ok(
    api.importLead(person, { headers: { 'idempotency-key': 'import-of-wilhelmina' } }),
  );
  await ok(
    api.importLead({ ...person, headcount: 40, linkedin_url: 'https://linkedin.com/in/wilhelmina-quibble' }),
  );
  await ok(api.importLead({ ...person, title: 'CEO' }, { source: 'provider_b' }));
  await ok(
    api.importBulk(
      [
        { ...person, services_offered: 'Wilhelmina’s castings' },
        person,
        { ...second },
        { ...person, email: 'wilhelmina at quibble' },
        { first_name: 'Wilhelmina', last_name: 'Quibble' },
        colleague,
      ],
      { source: 'csv' },
    ),
  );
  const rejected = await api.importLead({ ...person, email: 'wilhelmina@@quibble' });
  expect(rejected.status).toBe(400);

  for (const status of ['researching', 'contacted', 'engaged']) {
    await ok(api.call('PUT', `/leads/${String(leadId)}/status`, { status, reason: 'Wilhelmina said so' }));
  }
  const { prospect_id: prospectId } = await ok(
    api.call('POST', `/prospects/convert/${String(leadId)}`, {
      qualification_data: { ...completeQualification, qualification_notes: 'Quibble decides alone' },
    }),
  );
  for (const status of ['prospecting', 'qualified']) {
    await ok(
      api.call('PUT', `/prospects/${String(prospectId)}/status`, { status, reason: 'Mrs Quibble agreed' }),
    );
  }
  const { opportunity_id: opportunityId } = await ok(
    api.call('POST', '/opportunities', { prospect_id: prospectId, opportunity_data: opportunityData }),
  );
  await ok(
    api.call('PUT', `/opportunities/${String(opportunityId)}`, {
      status: 'progressing',
      notes: 'Wilhelmina Quibble wants it in May',
    }),
  );
  for (const status of ['negotiation', 'won']) {
    await ok(api.call('PUT', `/opportunities/${String(opportunityId)}`, { status }));
  }
  await ok(
    api.call('POST', '/calls', {
      opportunity_id: opportunityId,
      occurred_at: '2026-01-31T09:30:00Z',
      direction: 'outbound',
      dialled_number: person.phone,
      notes: 'Spoke to Wilhelmina',
    }),
  );
  await ok(
    api.call(
      'POST',
      '/suppressions',
      {
        email: person.email,
        first_name: 'Wilhelmina',
        last_name: 'Quibble',
        reason: 'Wilhelmina asked for it',
      },
      { 'idempotency-key': 'opt-out-of-wilhelmina' },
    ),
  );
  await until(async () => {
    const { body } = await api.call('GET', `/suppressions?email=${person.email}`);
    return (body['suppressions'] as readonly Json[]).every(({ status }) => status === 'suppressed');
  });
  const [ticket] = system.simulator.tickets().filter((each) => each.user_email === second.email);
  expect((await notify(system, optOutNotification(ticket?.id ?? 0))).status).toBe(200);
  await plantWordsOfThePsa(Number(leadId));
  await plantMirrored();
}

/** The person in the mirror: a ticket and a client that records name, and a contact that only its key matches. */
async function plantMirrored(): Promise<void> {
  const [ticket] = system.simulator.tickets().filter(({ user_email: email }) => email === person.email);
  const { id = 0, client_id: clientId = 0, client_name: name } = ticket ?? {};
  const observed = { observedAt: new Date(), round: 1 };
  const plant = async (kind: string, ofKind: number, keys: readonly string[], item: Json): Promise<void> => {
    const _id = { kind, id: ofKind };
    await mongo.collection('psa_records').insertOne({ _id, keys, item, ...observed } as never);
  };
  await plant('tickets', id, [], { id, userName: 'Wilhelmina Quibble' });
  await plant('clients', clientId, [], { id: clientId, name });
  await plant('contacts', 900_001, [`email:${second.email}`], { id: 900_001, email: second.email });
}

/** Error texts of the PSA about a person, in the error log and in the queues' failed jobs. */
async function plantWordsOfThePsa(leadId: number): Promise<void> {
  const words = 'A client named Quibbledyne Foundry exists (Quibble, Wilhelmina)';
  const entry = {
    at: new Date(),
    level: 'error',
    source: 'psa',
    errorCode: 'EXTERNAL_API_ERROR',
    requestId: null,
  };
  await mongo.collection<{ _id: string }>('error_log').insertMany([
    { _id: 'err_1', ...entry, message: words, leadId: null, jobId: null },
    { _id: 'err_2', ...entry, message: 'She is known as Mina', leadId, jobId: null },
    { _id: 'err_3', ...entry, message: 'Something else', leadId: null, jobId: null },
  ] as never[]);
  const redis = new Redis(system.redisUrl);
  await redis.hset('leadbridge:lead-imports:job_failed', {
    failedReason: words,
    stacktrace: JSON.stringify([words]),
  });
  await redis.xadd(
    'leadbridge:lead-imports:events',
    '*',
    'event',
    'failed',
    'jobId',
    'job_failed',
    'failedReason',
    words,
  );
  redis.disconnect();
}

/** For a period that starts before and ends after everything. */
async function analytics(): Promise<Json> {
  const hour = 3_600_000;
  const day = (moment: number): string => new Date(moment).toISOString().slice(0, 10);
  const period = `start_date=${day(Date.now() - 48 * hour)}&end_date=${day(Date.now() + 48 * hour)}`;
  const [sync, workflow] = await Promise.all([
    ok(api.call('GET', `/analytics/sync?${period}`)),
    ok(api.call('GET', `/analytics/workflow?${period}`)),
  ]);
  return { sync, workflow };
}

describe('the erasure of a person', () => {
  let result: Json;

  it('leaves no trace of them in any collection of MongoDB or anywhere in Redis', async () => {
    const others = [await ok(api.importLead(colleague)), await ok(api.importLead(namesake))].map(
      ({ lead_id: leadId }) => Number(leadId),
    );
    await liveThrough();
    const before = await searchEverything(mongo, system.redisUrl, texts);
    // Without traces before, their absence afterwards would prove nothing.
    expect(places(before)).toContain('redis');
    const compared = await comparePersonalFields(mongo, [...texts, person.phone]);
    expect(compared).toEqual({ undeclared: [], unfilled: [] });
    const figures = await analytics();
    expect(figures).toMatchObject({
      workflow: { success_metrics: { average_deal_value: opportunityData.value } },
    });
    const kept = await Promise.all(others.map(async (leadId) => ok(api.call('GET', `/leads/${leadId}`))));

    result = await erase({ email: ` ${person.email.toUpperCase()} ` });

    const after = await searchEverything(mongo, system.redisUrl, texts);
    const ofNamesake = after.filter(
      (line) => /^(leads|jobs) /u.test(line) && /wilhelmina|quibble$/u.test(line),
    );
    expect(after.filter((line) => !ofNamesake.includes(line))).toEqual([]);
    expect(ofNamesake.map((line) => line.split(':')[0]).filter((line) => line?.startsWith('leads'))).toEqual([
      `leads ${String(others[1])}`,
      `leads ${String(others[1])}`,
    ]);
    expect(await Promise.all(others.map(async (leadId) => ok(api.call('GET', `/leads/${leadId}`))))).toEqual(
      kept,
    );
    expect(await analytics()).toEqual(figures);
  });

  it('is documented for every collection', async () => {
    const guide = await readFile(new URL('../../docs/erasure.md', import.meta.url), 'utf8');
    const collections = (await mongo.db?.listCollections().toArray()) ?? [];
    expect(collections.map(({ name }) => name).filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
    expect(collections.length).toBeGreaterThan(30);
  });

  it('reports what was removed, and what the PSA still has', async () => {
    const tickets = system.simulator
      .tickets()
      .filter(({ user_email: email }) => email === person.email || email === second.email);
    expect(result).toMatchObject({
      opted_out: true,
      erased: { leads: 2, prospects: 1, opportunities: 1, calls: 1, companies: 1 },
      psa: { may_hold_more: false },
    });
    const { psa, erased } = result as { psa: Record<string, unknown[]>; erased: Record<string, number> };
    expect([...(psa['ticket_ids'] ?? [])].sort()).toEqual(tickets.map(({ id }) => id).sort());
    expect([...(psa['contact_ids'] ?? [])].sort()).toEqual(tickets.map((ticket) => ticket.user_id).sort());
    expect(psa['opportunity_ids']).toHaveLength(1);
    expect(psa['client_ids']).toHaveLength(1);
    expect(erased['deliveries']).toBeGreaterThan(0);
    expect(erased['job_rows']).toBeGreaterThan(3);
    expect(erased['jobs']).toBeGreaterThan(8);
    expect(erased['idempotent_answers']).toBe(1);
    for (const path of ['leads', 'prospects', 'opportunities']) {
      for (const id of result[
        `${path.slice(0, -1).replace('opportunitie', 'opportunity')}_ids`
      ] as number[]) {
        expect((await api.call('GET', `/${path}/${id}`)).status).toBe(404);
      }
    }
  });

  it('notifies systems with copies of the records', async () => {
    const leadIds = result['lead_ids'] as readonly number[];
    await until(
      () => receiver.at('/echo').filter(({ body }) => body.includes('lead.erased')).length === leadIds.length,
    );
  });

  it('keeps the opt-out blocking imports', async () => {
    for (const lead of [person, second, { ...person, email: undefined, phone: undefined }]) {
      const { body } = await api.importLead(lead);
      expect(body).toMatchObject({ result: 'preserved', reason: 'Do Not Contact', lead_id: null });
    }
  });

  it.each([
    ['phone', 'Thaddea', 'Brindlewick', '+12025550171'],
    ['lead_id', 'Ottoline', 'Farthingale', '+12025550172'],
  ] as const)('leaves no trace of them if they are identified by %s', async (key, first, last, phone) => {
    const other = {
      first_name: first,
      last_name: last,
      email: `${first}@${last}.example.com`.toLowerCase(),
      company: `${last} Bindery`,
      phone,
    };
    receiver.behave('/echo', (_event, response) => {
      response.writeHead(200).end(`Thank you for ${first} ${last}`);
    });
    const { lead_id: leadId } = await ok(
      api.importLead(other, { headers: { 'idempotency-key': `import-by-${key}` } }),
    );
    const rejected = { ...other, email: `${first} at ${last}` };
    await ok(api.importBulk([{ ...other, title: 'Binder' }, rejected], { source: 'csv' }));
    await ok(
      api.call('PUT', `/leads/${String(leadId)}/status`, {
        status: 'researching',
        reason: `${first} said so`,
      }),
    );
    await ok(api.call('POST', '/suppressions', { lead_id: leadId, reason: `${first} asked for it` }));
    const deliveries = mongo.collection('webhook_deliveries');
    const suppressions = mongo.collection('suppressions');
    await until(
      async () =>
        (await mongo.collection('events').countDocuments({ dispatchedAt: { $type: 'null' } })) === 0 &&
        (await deliveries.countDocuments({ status: { $ne: 'succeeded' } })) === 0 &&
        (await suppressions.countDocuments({ ticketAt: { $ne: null } })) === 0,
    );
    const told = [other.email, phone.slice(1), first, last];
    const before = await searchEverything(mongo, system.redisUrl, told);
    expect(places(before)).toEqual(
      expect.arrayContaining([
        ...[
          'companies',
          'job_rows',
          'jobs',
          'leads',
          'suppressed_keys',
          'suppressions',
          'webhook_deliveries',
        ],
      ]),
    );
    receiver.behave('/echo', respondWith(200));

    const said = await erase(key === 'phone' ? { phone: '+1 (202) 555-0171' } : { lead_id: leadId });

    expect(said).toMatchObject({ opted_out: true, lead_ids: [leadId], erased: { leads: 1, companies: 1 } });
    expect(await searchEverything(mongo, system.redisUrl, told)).toEqual([]);
    expect((await api.importLead(other)).body).toMatchObject({ result: 'preserved', lead_id: null });
  });
});

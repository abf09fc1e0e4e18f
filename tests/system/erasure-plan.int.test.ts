import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until, type TestSystem } from '@leadbridge/devkit';
import { connectMongo } from '@leadbridge/store';

import { callerOf, type Caller } from '../support/caller.js';
import { EventReceiver } from '../support/event-receiver.js';
import { searchEverything } from '../support/search-everything.js';
import { startSystemHere } from '../support/start-system-here.js';
import { startSuppressionEndpoint, type SuppressionEndpoint } from '../support/suppression-endpoint.js';

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
      // What a mirror reads meanwhile is no part of what was there before.
      PSA_MIRROR: 'off',
    },
    simulator: { rateLimit: 0 },
  });
  api = callerOf(system);
  mongo = await connectMongo(system.mongodbUri);
  // Not of erasures, whose own deliveries may be among what they erase.
  const events = ['lead.created', 'lead.status_changed', 'lead.do_not_contact'];
  expect((await api.call('POST', '/webhooks', { url: receiver.url('/'), events })).status).toBe(201);
});

afterAll(async () => {
  await mongo.close();
  await system.stop();
  await provider.stop();
  await receiver.stop();
});

/** Nothing is left to do that would change what there is of a person. */
async function untilQuiet(): Promise<void> {
  await until(
    async () =>
      (await mongo.collection('events').countDocuments({ dispatchedAt: { $type: 'null' } })) === 0 &&
      (await mongo.collection('webhook_deliveries').countDocuments({ status: { $ne: 'succeeded' } })) === 0 &&
      (await mongo.collection('suppressions').countDocuments({
        $or: [{ ticketAt: { $ne: null } }, { pushAt: { $ne: null } }, { propagateAt: { $ne: null } }],
      })) === 0,
  );
}

async function end(body: Json): Promise<Json> {
  const accepted = await api.call('POST', '/erasures', body, {
    'idempotency-key': JSON.stringify(body).replaceAll(/\W/gu, '-'),
  });
  expect(accepted.status).toBe(202);
  return await api.finished(String(accepted.body['job_id']));
}

const personOf = (first: string, phone: string): Json => ({
  first_name: first,
  last_name: 'Tellwright',
  email: `${first}@tellwright.example.com`.toLowerCase(),
  company: `${first} Tellwright Press`,
  title: 'Printer',
  phone,
});

/** Gives a person leads under two emails, a rejected row, a status, deliveries, and an opt-out if they want it. */
async function liveThrough(person: Json, wants: { readonly optOut: boolean }): Promise<Json> {
  const { body: lead } = await api.importLead(person, {
    headers: { 'idempotency-key': `import-of-${String(person['first_name'])}` },
  });
  const second = { ...person, email: `second.${String(person['email'])}` };
  const rejected = { ...person, email: `${String(person['first_name'])} at Tellwright` };
  await api.importBulk([{ ...person, headcount: 12 }, second, rejected], { source: 'csv' });
  await api.call('PUT', `/leads/${String(lead['lead_id'])}/status`, { status: 'researching' });
  await api.call('PUT', `/import-mappings/${String(person['first_name'])}`, {
    columns: [{ column: person['email'], field: null }],
  });
  if (wants.optOut) {
    const optOut = await api.call(
      'POST',
      '/suppressions',
      { lead_id: lead['lead_id'] },
      { 'idempotency-key': `opt-out-of-${String(person['first_name'])}` },
    );
    expect(optOut.status).toBe(201);
  }
  return lead;
}

describe('the dry run of an erasure', () => {
  it.each([
    ['the email of a person who has opted out', 'Amabel', '+12025550161', true, 'email'],
    ['the phone number', 'Barnaby', '+12025550162', false, 'phone'],
    ['a lead of a person who has opted out', 'Cordelia', '+12025550163', true, 'lead_id'],
  ] as const)(
    'names by %s exactly what the erasure then erases, and changes nothing',
    async (_by, first, phone, optOut, key) => {
      const person = personOf(first, phone);
      const lead = await liveThrough(person, { optOut });
      await untilQuiet();
      const body = { [key]: key === 'lead_id' ? lead['lead_id'] : person[key] };
      const texts = [String(person['email']), phone.slice(1), `${first} Tellwright`];
      const before = await searchEverything(mongo, system.redisUrl, texts);

      const plan = await end({ ...body, dry_run: true });

      expect(plan).toMatchObject({ type: 'erasure', status: 'completed', error: null, dry_run: true });
      expect(await searchEverything(mongo, system.redisUrl, texts)).toEqual(before);
      expect((await api.call('GET', `/audit?target_id=${String(plan['job_id'])}`)).body['entries']).toEqual(
        [],
      );
      const { dry_run: isDry, ...told } = plan['result'] as Json;
      expect(isDry).toBe(true);
      expect(told).toMatchObject({
        opted_out: optOut,
        erased: { leads: 2, companies: 1, idempotent_answers: optOut ? 1 : 0, import_mappings: 1 },
      });

      const { erased } = told as { readonly erased: Readonly<Record<string, number>> };
      expect(erased['deliveries']).toBeGreaterThan(1);
      expect(erased['job_rows']).toBe(3);
      expect(erased['queue_entries']).toBeGreaterThan(0);

      const { result, ...erasure } = await end(body);
      expect(erasure).not.toHaveProperty('dry_run');
      expect(told).toEqual(result);
      // Its own claims are released behind the end of its job.
      await until(async () => (await mongo.collection('claim_sets').countDocuments()) === 0);
      expect(await searchEverything(mongo, system.redisUrl, texts)).toEqual([]);
    },
  );

  it('names what an erasure erases of somebody without a lead', async () => {
    const stranger = { company: 'Unknown Ltd', first_name: 'Dorothea', email: 'dorothea at example' };
    await api.importBulk([stranger], { source: 'csv' });
    await api.call('PUT', '/import-mappings/Fair', {
      columns: [{ column: 'dorothea@example.com', field: null }],
    });
    const { dry_run: _dryRun, ...told } = (await end({ email: 'dorothea@example.com', dry_run: true }))[
      'result'
    ] as Json;
    expect(told).toMatchObject({ lead_ids: [], erased: { leads: 0, import_mappings: 1 } });
    expect(told).toEqual((await end({ email: 'dorothea@example.com' }))['result']);
  });

  it('is refused as the erasure is, and keeps nothing of the request', async () => {
    const phone = '+12025550164';
    await api.importLead({ ...personOf('Edmund', phone) });
    await api.importLead({ ...personOf('Felicity', phone), company: 'Other Works' });
    const plan = await end({ phone, dry_run: true });
    const erasure = await end({ phone });
    expect(plan).toMatchObject({ status: 'failed', error: { code: 'VALIDATION_ERROR' }, dry_run: true });
    expect(plan['error']).toEqual(erasure['error']);
    for (const [{ job_id: id }, input] of [
      [plan, { dry_run: true }],
      [erasure, {}],
    ] as const) {
      const job = await mongo.collection<{ _id: string }>('jobs').findOne({ _id: String(id) });
      expect(job).toMatchObject({ input });
      expect(JSON.stringify(job)).not.toContain(phone.slice(1));
    }
    expect((await api.call('POST', '/erasures', { lead_id: 999_999, dry_run: true })).status).toBe(404);
  });
});

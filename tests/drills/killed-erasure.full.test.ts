import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@leadbridge/devkit';
import { newId } from '@leadbridge/platform';
import { connectMongo } from '@leadbridge/store';

import { startSuppressionEndpoint, type SuppressionEndpoint } from '../support/suppression-endpoint.js';
import { callerOf, type Caller } from '../support/caller.js';
import { searchEverything } from '../support/search-everything.js';
import { startWorkerSystem, type WorkerSystem } from '../support/start-system-here.js';

type Json = Readonly<Record<string, unknown>>;

let system: WorkerSystem;
let api: Caller;
let mongo: Awaited<ReturnType<typeof connectMongo>>;
let provider: SuppressionEndpoint;

beforeAll(async () => {
  provider = await startSuppressionEndpoint();
  system = await startWorkerSystem({
    env: {
      PSA_RATE_LIMIT: '100000',
      // The mirror would read the person again from the PSA.
      PSA_MIRROR: 'off',
      PSA_TIMEOUT_SECONDS: '600',
      RATE_LIMIT_PER_HOUR: '100000',
      BULK_LIMIT_PER_HOUR: '1000',
      PROVIDER_A_SUPPRESSION_URL: `${provider.origin}/a`,
      SUPPRESSION_RETRY_DELAYS: '1',
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
});

afterEach(() => {
  system.simulator.faults.clear();
  provider.respondWith();
});

let number = 0;

/** A person with a unique name. */
function somebody() {
  number += 1;
  const name =
    ['Wexford', 'Zuleika', 'Ottoline', 'Peregrine', 'Quentina', 'Ludovica', 'Isambard'][number] ?? '';
  const person = {
    first_name: name,
    last_name: `Thistledown${name}`,
    email: `${name.toLowerCase()}@thistledown.example.com`,
    company: `${name}burg Looms`,
    phone: `+1202555017${number}`,
  };
  return { person, texts: [name, person.email, `1202555017${number}`] };
}

async function startErasure(body: Json): Promise<string> {
  const accepted = await api.call('POST', '/erasures', body);
  expect(accepted.status).toBe(202);
  expect(accepted.headers.get('location')).toBe(accepted.body['status_url']);
  return String(accepted.body['job_id']);
}

async function resultOf(jobId: string): Promise<Json> {
  const job = await api.finished(jobId);
  expect(job).toMatchObject({ status: 'completed', error: null });
  return job['result'] as Json;
}

const stageOf = async (jobId: string): Promise<unknown> =>
  (await mongo.collection<{ _id: string; stage: string }>('erasures').findOne({ _id: jobId }))?.stage;

async function killWorker(): Promise<void> {
  await system.workers[0]?.kill('SIGKILL');
  await system.workers[0]?.restart();
}

describe('an erasure', () => {
  it('is continued by another worker, wherever the first was killed', async () => {
    const { person, texts } = somebody();
    const { body: lead } = await api.importLead(person);
    const filler = {
      jobId: 'job_filler',
      status: 'succeeded',
      intent: null,
      result: 'created',
      createdAt: new Date(),
    };
    const outcome = { status: 'succeeded', leadId: 999_999, psaTicketId: 1, qualityScore: 1, warnings: [] };
    const rows = Array.from({ length: 20_000 }, (_, index) => ({
      ...filler,
      _id: `${newId('job')}:${index}`,
      index,
      data:
        index % 5_000 === 4_999
          ? person
          : { email: `nobody${index}@example.com`, first_name: 'No', last_name: 'Body' },
      outcome,
    }));
    await mongo.collection('job_rows').insertMany(rows as never[]);
    // One a second, for longer than two workers need to end and to start.
    provider.respondWith(...Array.from({ length: 120 }, () => 503));
    await api.call('POST', '/suppressions', { lead_id: lead['lead_id'] });

    const jobId = await startErasure({ lead_id: lead['lead_id'] });
    const stages: unknown[] = [];
    for (const stage of ['job_rows', 'suppressions']) {
      await until(async () => (await stageOf(jobId)) === stage);
      await killWorker();
      stages.push(await stageOf(jobId));
      // Half done: the records are removed, and other data about the person still exists.
      expect((await api.call('GET', `/leads/${String(lead['lead_id'])}`)).status).toBe(404);
      expect(await searchEverything(mongo, system.redisUrl, texts)).not.toEqual([]);
    }
    provider.respondWith();
    expect(stages).toEqual(['job_rows', 'suppressions']);

    const result = await resultOf(jobId);
    expect(await searchEverything(mongo, system.redisUrl, texts)).toEqual([]);
    expect(result).toMatchObject({ erased: { leads: 1, job_rows: 4, suppressions: 1 }, opted_out: true });
    expect(provider.pushed(person.email).length).toBeGreaterThan(0);
    expect(await mongo.collection('erasures').countDocuments()).toBe(0);
  });

  it('waits for an import of the person that has begun, and erases its results', async () => {
    const { person, texts } = somebody();
    system.simulator.faults.set({
      kind: 'hang',
      method: 'POST',
      path: '/api/Tickets',
      times: 1,
      when: 'after',
    });
    const { body: started } = await api.importLead(person, { headers: { prefer: 'respond-async' } });
    await system.simulator.faults.waitForHeld(1);

    const jobId = await startErasure({ email: person.email });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect((await api.call('GET', `/jobs/${jobId}`)).body).toMatchObject({ status: 'active', result: null });
    system.simulator.faults.clear();

    const result = await resultOf(jobId);
    expect(await api.finished(String(started['job_id']))).toMatchObject({ status: 'completed' });
    expect(result).toMatchObject({ erased: { leads: 1 } });
    const [ticket] = system.simulator.tickets().filter(({ user_email: email }) => email === person.email);
    expect(result['psa']).toMatchObject({ ticket_ids: [ticket?.id] });
    expect(await searchEverything(mongo, system.redisUrl, texts)).toEqual([]);
  });

  it('ends the waiting rows of the person, and no others', async () => {
    const { person, texts } = somebody();
    const others = Array.from({ length: 4 }, (_, index) => ({
      first_name: 'Other',
      last_name: `Row${index}`,
      email: `other.row${index}@example.com`,
      company: `Other Company ${index}`,
    }));
    const { body: started } = await api.importBulk([...others, person, { ...person, title: 'Again' }], {
      batchOptions: { batch_size: 1, rate_limit: 20 },
      headers: { prefer: 'respond-async' },
    });
    const bulkId = String(started['job_id']);
    await until(async () => {
      const { body } = await api.call('GET', `/jobs/${bulkId}`);
      return (body['progress'] as { processed: number }).processed > 0;
    });

    const result = await resultOf(await startErasure({ phone: person.phone }));
    expect(result).toMatchObject({ erased: { leads: 0, job_rows: 2 }, psa: { ticket_ids: [] } });
    expect(await searchEverything(mongo, system.redisUrl, texts)).toEqual([]);

    const bulk = (await api.finished(bulkId)) as { progress: Json; result: { errors: readonly Json[] } };
    expect(bulk.progress).toEqual({ total: 6, processed: 6, successful: 4, failed: 2, not_processed: 0 });
    expect(bulk.result.errors).toMatchObject([
      { index: 4, code: 'ERASED' },
      { index: 5, code: 'ERASED' },
    ]);
    expect(system.simulator.tickets().filter(({ user_email: email }) => email === person.email)).toEqual([]);
    expect((await api.call('POST', `/jobs/${bulkId}/retry`, {})).status).toBe(409);
  });

  it('allows a new import of the person if they had not opted out', async () => {
    const { person } = somebody();
    const { body: first } = await api.importLead(person);
    const result = await resultOf(await startErasure({ lead_id: first['lead_id'] }));
    expect(result).toMatchObject({ opted_out: false, erased: { suppressed_keys: 0 } });
    const { body: second } = await api.importLead({ ...person, headcount: 12 });
    expect(second).toMatchObject({ result: 'updated', psa_ticket_id: first['psa_ticket_id'] });
    expect(second['lead_id']).not.toBe(first['lead_id']);
  });

  it('does not guess who a number belongs to', async () => {
    const { person } = somebody();
    const { body: one } = await api.importLead(person);
    const { body: two } = await api.importLead({
      ...person,
      first_name: 'Someone',
      last_name: 'Else',
      email: 'someone.else@example.com',
    });
    const leadIds = [one['lead_id'], two['lead_id']];
    const job = await api.finished(await startErasure({ phone: person.phone }));
    expect(job).toMatchObject({
      status: 'failed',
      result: null,
      error: { code: 'VALIDATION_ERROR', details: { lead_ids: leadIds } },
    });
    for (const leadId of leadIds) {
      expect((await api.call('GET', `/leads/${String(leadId)}`)).status).toBe(200);
    }
    const stored = await mongo.collection<{ _id: string }>('jobs').findOne({ _id: String(job['job_id']) });
    expect(stored).toMatchObject({ input: {} });

    await resultOf(await startErasure({ lead_id: leadIds[0] }));
    expect((await api.call('GET', `/leads/${String(leadIds[1])}`)).status).toBe(200);
  });
});

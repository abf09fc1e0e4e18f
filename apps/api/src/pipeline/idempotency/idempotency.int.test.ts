import { randomBytes } from 'node:crypto';

import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@leadbridge/devkit';

import { startTestApi, type TestApi } from '../../testing/test-api.js';
import { startTestWorker } from '../../testing/test-worker.js';

const result = {
  success: true,
  lead_id: 1,
  psa_ticket_id: 2,
  actions_taken: [],
  result: 'created',
  quality_score: 30,
  warnings: [],
};

let keys = 0;

describe('Idempotency-Key', () => {
  let api: TestApi;
  let worker: ReturnType<typeof startTestWorker>;
  let outcome: 'completed' | 'rejected' | 'fault' = 'completed';
  let ran = 0;
  /** Ends the work, if a test holds it. */
  let release: () => void = () => undefined;
  let released = Promise.resolve();

  function holdWork(): void {
    released = new Promise((resolve) => {
      release = resolve;
    });
  }

  beforeAll(async () => {
    api = await startTestApi();
    worker = startTestWorker(api, async () => {
      ran += 1;
      await released;
      if (outcome === 'completed') {
        return { status: 'completed', result: { ...result, lead_id: ran } };
      }
      const code = outcome === 'fault' ? 'EXTERNAL_API_ERROR' : 'VALIDATION_ERROR';
      return { status: 'failed', error: { code, message: `run ${ran}`, details: {} } };
    });
  });

  afterEach(() => {
    outcome = 'completed';
    release();
  });

  afterAll(async () => {
    await worker.close();
    await api.close();
  });

  const newKey = (): string => `key-${(keys += 1)}`;
  const send = (key: string, email = 'ada@example.com', options: { key?: string; prefer?: string } = {}) =>
    api.call('POST', '/sync/leads', {
      body: { source: 'manual', data: { email } },
      headers: {
        'Idempotency-Key': key,
        ...(options.prefer === undefined ? {} : { Prefer: options.prefer }),
      },
      ...(options.key === undefined ? {} : { key: options.key }),
    });

  it('returns the first response for a repetition, and does the work once', async () => {
    const key = newKey();
    const before = ran;
    const first = await send(key);
    const second = await send(key);
    expect(first.status).toBe(201);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(second.status).toBe(201);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.text).toBe(first.text);
    expect(ran).toBe(before + 1);
  });

  it('rejects another body, and another path, with 409', async () => {
    const key = newKey();
    await send(key);
    expect((await send(key, 'other@example.com')).status).toBe(409);
    const elsewhere = await api.call('POST', '/sync/leads/bulk', {
      body: { source: 'manual', leads: [{ email: 'ada@example.com' }] },
      headers: { 'Idempotency-Key': key },
    });
    expect(elsewhere.status).toBe(409);
    expect(elsewhere.body.error).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(elsewhere.headers.get('retry-after')).toBeNull();
  });

  it('rejects another query with 409: what was only tried is not done', async () => {
    const { body: webhook } = await api.call('POST', '/webhooks', {
      body: { url: 'https://hooks.example.com/leads', events: ['lead.created'] },
    });
    const replay = {
      body: { failed_since: new Date(0).toISOString() },
      headers: { 'Idempotency-Key': newKey() },
    };
    const path = `/webhooks/${String(webhook['id'])}/replay`;
    const dry = await api.call('POST', `${path}?dry_run=true`, replay);
    const again = await api.call('POST', `${path}?dry_run=true`, replay);
    expect([dry.status, again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 200, 'true']);
    expect((await api.call('POST', path, replay)).status).toBe(409);
  });

  it('rejects a repetition while the first still runs, with Retry-After', async () => {
    holdWork();
    const key = newKey();
    const before = ran;
    const first = send(key);
    await until(() => ran === before + 1);
    const second = await send(key);
    expect(second.status).toBe(409);
    expect(second.headers.get('retry-after')).toBe('1');
    release();
    expect((await first).status).toBe(201);
  });

  it('does the work once for many concurrent requests', async () => {
    const key = newKey();
    const before = ran;
    holdWork();
    const statuses: number[] = [];
    const sent = Array.from({ length: 20 }, async () => statuses.push((await send(key)).status));
    await until(() => statuses.length === 19);
    release();
    await Promise.all(sent);
    expect(statuses).toEqual([...Array<number>(19).fill(409), 201]);
    expect(ran).toBe(before + 1);
  });

  it('separates the keys of credentials', async () => {
    const key = newKey();
    const before = ran;
    await send(key);
    const other = await send(key, 'other@example.com', { key: api.keys.operator });
    expect(other.status).toBe(201);
    expect(ran).toBe(before + 2);
  });

  it('repeats a 202 unchanged, although the job has finished since', async () => {
    const key = newKey();
    const first = await send(key, 'ada@example.com', { prefer: 'respond-async' });
    const jobId = String(first.body['job_id']);
    await until(async () => (await api.services.jobs.find(jobId))?.status === 'completed');
    const second = await send(key, 'ada@example.com', { prefer: 'respond-async' });
    expect(second.status).toBe(202);
    expect(second.text).toBe(first.text);
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    expect(second.headers.get('preference-applied')).toBe('respond-async');
  });

  it('repeats a rejection', async () => {
    outcome = 'rejected';
    const key = newKey();
    const first = await send(key);
    outcome = 'completed';
    const second = await send(key);
    expect(first.status).toBe(400);
    expect(second.status).toBe(400);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.body.error?.['message']).toBe(first.body.error?.['message']);
    expect(second.body.error?.['request_id']).toBe(second.headers.get('x-request-id'));
  });

  it('does not store an internal error: the repetition is a new attempt', async () => {
    outcome = 'fault';
    const key = newKey();
    expect((await send(key)).status).toBe(502);
    outcome = 'completed';
    const second = await send(key);
    expect(second.status).toBe(201);
    expect(second.headers.get('idempotency-replayed')).toBeNull();
  });

  it('does not store what was rejected before any work', async () => {
    const key = newKey();
    const headers = { 'Idempotency-Key': key };
    const refused = await api.call('POST', '/sync/leads', { body: { source: 'nobody', data: {} }, headers });
    expect(refused.status).toBe(400);
    expect((await send(key)).status).toBe(201);
  });

  it('continues with the job that a crashed request has started', async () => {
    const key = newKey();
    const first = await send(key);
    const before = ran;
    // The state after a crash between the job and the stored response.
    await api.mongo
      .collection('idempotency_keys')
      .updateMany({ state: 'done' }, { $set: { state: 'running', status: null, leaseUntil: new Date(0) } });
    const second = await send(key);
    expect(second.status).toBe(201);
    expect(second.text).toBe(first.text);
    expect(ran).toBe(before);
  });

  it('takes over the state after a crash while a bulk import was stored, and counts it once', async () => {
    const key = newKey();
    const leads = Array.from({ length: 3 }, (_, index) => ({ email: `bulk${index}@example.com` }));
    const importAll = (options: { key?: string } = {}) =>
      api.call('POST', '/sync/leads/bulk', {
        body: { source: 'manual', leads },
        headers: { 'Idempotency-Key': key, Prefer: 'respond-async' },
        ...options,
      });
    const first = await importAll();
    const jobId = String(first.body['job_id']);
    await until(async () => (await api.services.jobs.find(jobId))?.status === 'completed');
    const left = (response: { headers: Headers }) => Number(response.headers.get('x-ratelimit-remaining'));
    const { mongo } = api;
    await mongo.collection<{ _id: string }>('jobs').deleteOne({ _id: jobId });
    await mongo.collection<{ _id: string }>('job_rows').deleteOne({ _id: `${jobId}:1` });
    await mongo
      .collection<{ _id: string }>('idempotency_keys')
      .updateMany({ jobId }, { $set: { state: 'running', status: null, leaseUntil: new Date(0) } });
    const second = await importAll();
    expect(second.status).toBe(202);
    expect(second.body).toEqual(first.body);
    expect(left(second)).toBe(left(first));
    expect(await api.services.jobs.find(jobId)).toMatchObject({ progress: { total: 3 } });
    expect((await api.services.jobs.rows(jobId, { page: 1, limit: 10 })).total).toBe(3);
    expect((await importAll()).headers.get('idempotency-replayed')).toBe('true');
  });

  it.each(['', ' ', 'x'.repeat(256), 'sch\u00f6n'])('rejects the key "%s"', async (key) => {
    const headers = { 'Idempotency-Key': key };
    const body = { source: 'manual', data: { email: 'ada@example.com' } };
    expect((await api.call('POST', '/sync/leads', { body, headers })).status).toBe(400);
  });

  it('stores neither key nor personal data in plain text', async () => {
    await send('a-key-to-look-for', 'look-for@example.com', { prefer: 'respond-async' });
    const stored = JSON.stringify(await api.mongo.collection('idempotency_keys').find().toArray());
    expect(stored).not.toContain('a-key-to-look-for');
    expect(stored).not.toContain('look-for@example.com');
  });
});

describe('Idempotency-Key across a rotation of the encryption key', () => {
  const [before, after] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];

  it('returns the first response as long as the previous key is configured', async () => {
    const first = await startTestApi({ environment: { ENCRYPTION_KEY: before } });
    const issue = (api: TestApi, name: string) =>
      api.call('POST', '/api-keys', {
        key: first.keys.admin,
        headers: { 'Idempotency-Key': 'over-a-rotation' },
        body: { name, role: 'viewer' },
      });
    const issued = await issue(first, 'crm');
    expect(issued.status).toBe(201);
    const rotated = { ENCRYPTION_KEY: after, ENCRYPTION_PREVIOUS_KEYS: before };
    const second = await startTestApi({ beside: first, environment: rotated });
    const again = await issue(second, 'crm');
    expect([again.status, again.text]).toEqual([201, issued.text]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect((await issue(second, 'another')).status).toBe(409);
    const third = await startTestApi({ beside: first, environment: { ENCRYPTION_KEY: after } });
    expect((await issue(third, 'crm')).status).toBe(409);
    await third.close();
    await second.close();
    await first.close();
  });
});

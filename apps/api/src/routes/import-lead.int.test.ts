import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { startTestApi, type TestApi } from '../testing/test-api.js';
import { startTestWorker } from '../testing/test-worker.js';

const created = {
  success: true,
  lead_id: 7,
  psa_ticket_id: 1007,
  actions_taken: ['lead_created', 'custom_fields_populated', 'list_assigned'],
  result: 'created',
  quality_score: 65,
  warnings: [],
};

const body = {
  source: 'provider_a',
  data: { first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com', company: 'Example' },
};

describe('POST /sync/leads', () => {
  let api: TestApi;
  let worker: ReturnType<typeof startTestWorker>;
  let slow = 0;

  beforeAll(async () => {
    api = await startTestApi();
    worker = startTestWorker(api, async ({ input }) => {
      await new Promise((resolve) => setTimeout(resolve, slow));
      const { email } = input['data'] as { email: string };
      if (email === 'rejected@example.com') {
        const details = { field: 'data', value: null, errors: [] };
        const message = 'Insufficient data for deduplication';
        return { status: 'failed', error: { code: 'VALIDATION_ERROR', message, details } };
      }
      if (email === 'fault@example.com') {
        return {
          status: 'failed',
          error: { code: 'EXTERNAL_API_ERROR', message: 'PSA: no such client', details: { status: 500 } },
        };
      }
      return email === 'known@example.com'
        ? { status: 'completed', result: { ...created, result: 'skipped', actions_taken: [] } }
        : { status: 'completed', result: created };
    });
  });

  afterAll(async () => {
    await worker.close();
    await api.close();
  });

  const send = (email: string, headers: Record<string, string> = {}) =>
    api.call('POST', '/sync/leads', { body: { ...body, data: { ...body.data, email } }, headers });

  it('waits for the job and responds with 201 and its result for a created lead', async () => {
    const response = await send('ada@example.com');
    expect(response.status).toBe(201);
    expect(response.body).toEqual(created);
    expect(response.headers.get('preference-applied')).toBeNull();
  });

  it('responds with 200 for any other result', async () => {
    expect(await send('known@example.com')).toMatchObject({ status: 200, body: { result: 'skipped' } });
  });

  it('responds to a rejected import with 400 in the envelope', async () => {
    const response = await send('rejected@example.com');
    expect(response.status).toBe(400);
    expect(response.body.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: 'Insufficient data for deduplication',
      details: { field: 'data' },
      request_id: response.headers.get('x-request-id'),
    });
  });

  it('responds to a fault of the PSA with 502', async () => {
    const response = await send('fault@example.com');
    expect(response.status).toBe(502);
    expect(response.body.error).toMatchObject({ code: 'EXTERNAL_API_ERROR', message: 'PSA: no such client' });
  });

  it('responds with 202 at once with respond-async, and the job tells the rest', async () => {
    const response = await send('ada@example.com', { Prefer: 'respond-async' });
    expect(response.status).toBe(202);
    const address = `/api/v1/jobs/${String(response.body['job_id'])}`;
    expect(response.body).toEqual({
      job_id: response.body['job_id'],
      status: 'queued',
      status_url: address,
      waiting_for: { reason: 'no_worker', until: null },
    });
    expect(response.headers.get('location')).toBe(address);
    expect(response.headers.get('preference-applied')).toBe('respond-async');
    const job = await api.call('GET', `/jobs/${String(response.body['job_id'])}`);
    expect(job).toMatchObject({ status: 200, body: { type: 'lead_import' } });
  });

  it('responds with 202 when the wait that was asked for runs out', async () => {
    slow = 1500;
    const response = await send('ada@example.com', { Prefer: 'wait=1' });
    slow = 0;
    expect(response.status).toBe(202);
    expect(response.headers.get('preference-applied')).toBe('wait=1');
  });

  it('hands the worker the canonical source, the data as sent and the options with their defaults', async () => {
    const response = await api.call('POST', '/sync/leads', {
      body: {
        ...body,
        source: 'Provider_A',
        data: { ...body.data, anything: [1, { deep: true }] },
        options: { deduplication: false },
      },
      headers: { Prefer: 'respond-async', 'X-Request-Id': 'from-the-caller' },
    });
    const record = await api.services.jobs.find(String(response.body['job_id']));
    expect(record).toMatchObject({
      type: 'lead_import',
      requestId: 'from-the-caller',
      actor: { name: 'admin' },
      input: {
        source: 'provider_a',
        data: { ...body.data, anything: [1, { deep: true }] },
        options: { deduplication: false, update_existing: true, custom_fields: true, strict: false },
      },
    });
  });

  it.each([
    ['an unknown source', { ...body, source: 'nobody' }, 'source'],
    ['an unknown key', { ...body, extra: 1 }, 'extra'],
    ['a number for a boolean', { ...body, options: { deduplication: 1 } }, 'options.deduplication'],
    ['a text for a boolean', { ...body, options: { custom_fields: 'true' } }, 'options.custom_fields'],
    ['no data', { source: 'provider_a' }, 'data'],
    ['a list as data', { ...body, data: [] }, 'data'],
    ['null as options', { ...body, options: null }, 'options'],
    ['a number as source', { ...body, source: 5 }, 'source'],
    ['an empty source', { ...body, source: '' }, 'source'],
  ])('refuses %s with 400 and names the field', async (_name, sent, field) => {
    const response = await api.call('POST', '/sync/leads', { body: sent });
    expect(response.status).toBe(400);
    expect(response.body.error).toMatchObject({ code: 'VALIDATION_ERROR', details: { field } });
  });

  it('names every fault at once', async () => {
    const response = await api.call('POST', '/sync/leads', { body: { source: 5, more: true } });
    expect(response.body.error?.['details']).toMatchObject({
      field: 'source',
      value: 5,
      errors: [
        { field: 'source', value: 5 },
        { field: 'data', value: null },
        { field: 'more', value: true },
      ],
    });
  });

  it('lets go of a waiting request when the process is about to stop', async () => {
    slow = 6000;
    const beside = await startTestApi({ beside: api });
    const waiting = beside.call('POST', '/sync/leads', { body });
    setTimeout(() => beside.announceStop(), 300);
    expect((await waiting).status).toBe(202);
    slow = 0;
    await beside.close();
  });
});

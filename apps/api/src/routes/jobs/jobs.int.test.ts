import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createImportJobs } from '@leadbridge/store';

import { startTestApi, type TestApi } from '../../testing/test-api.js';
import { endRow, startTestWorker } from '../../testing/test-worker.js';

/** Leads whose last name says what is to become of them. */
const leads = [
  { email: 'a@example.com', last_name: 'created' },
  { email: 'b@example.com', last_name: 'updated' },
  { email: 'a@example.com', last_name: 'duplicate' },
  { email: 'not an email', last_name: '=HYPERLINK("x"), with a comma' },
];

const unreadPhone = 'The phone number could not be read; the lead is imported without it';

describe('bulk imports and their jobs', () => {
  let api: TestApi;
  let worker: ReturnType<typeof startTestWorker>;
  const held: { jobId: string; release: () => void }[] = [];
  let hold = false;

  beforeAll(async () => {
    api = await startTestApi({ environment: { BULK_LIMIT_PER_HOUR: '1000' } });
    worker = startTestWorker(api, async ({ jobId, type, progress }) => {
      if (type !== 'bulk_import') {
        return { status: 'completed', result: {} };
      }
      if (hold) {
        await new Promise<void>((release) => held.push({ jobId, release }));
      }
      let successful = 0;
      for await (const { index, data } of createImportJobs(api.mongo).rowsBefore(jobId, 1_000_000)) {
        const { last_name: name } = (data ?? {}) as { last_name?: string };
        if (name === 'created' || name === 'updated') {
          successful += 1;
          const warnings = name === 'created' ? [unreadPhone] : [];
          await endRow(api, jobId, index, { status: 'succeeded', leadId: index + 1, result: name, warnings });
        } else {
          await endRow(api, jobId, index, {
            status: 'failed',
            error: name === 'duplicate' ? 'Duplicate email address' : `Email is malformed: ${name}`,
            code: name === 'duplicate' ? 'DUPLICATE_EMAIL' : 'INVALID_EMAIL',
            ...(name === 'duplicate' ? {} : { suggestion: 'Correct the email, or leave it out' }),
          });
        }
      }
      const { total } = progress;
      const counts = { total, processed: total, successful, failed: total - successful };
      const record = await api.services.jobs.find(jobId);
      return { status: record?.cancelRequested ? 'cancelled' : 'completed', progress: counts };
    });
  });

  afterAll(async () => {
    held.forEach(({ release }) => release());
    await worker.close();
    await api.close();
  });

  const importAll = (fields: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
    api.call('POST', '/sync/leads/bulk', { body: { source: 'csv', leads, ...fields }, headers });
  const asynchronously = async (fields: Record<string, unknown> = {}): Promise<string> => {
    const response = await importAll(fields, { Prefer: 'respond-async' });
    expect(response.status).toBe(202);
    return String(response.body['job_id']);
  };
  const finished = async (): Promise<string> => {
    const jobId = await asynchronously();
    while ((await api.call('GET', `/jobs/${jobId}`)).body['status'] !== 'completed') {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return jobId;
  };
  const whileHeld = async <T>(work: (jobId: string) => Promise<T>): Promise<T> => {
    hold = true;
    const jobId = await asynchronously();
    while (!held.some((one) => one.jobId === jobId)) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    hold = false;
    return await work(jobId);
  };
  const release = (jobId: string): void => held.find((one) => one.jobId === jobId)?.release();

  it('responds with an outcome for every row', async () => {
    const response = await importAll();
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      total_processed: 4,
      successful: 2,
      failed: 2,
      results: [
        { index: 0, row: 1, success: true, lead_id: 1, result: 'created', warnings: [unreadPhone] },
        { index: 1, row: 2, success: true, lead_id: 2, result: 'updated' },
      ],
      errors: [
        { index: 2, row: 3, name: 'duplicate', error: 'Duplicate email address', code: 'DUPLICATE_EMAIL' },
        {
          ...{ index: 3, row: 4, name: '=HYPERLINK, with a comma' },
          error: 'Email is malformed: =HYPERLINK("x"), with a comma',
          code: 'INVALID_EMAIL',
          suggestion: 'Correct the email, or leave it out',
        },
      ],
    });
  });

  it('names the job of a response, waited for or not, told again or failed', async () => {
    const headers = { 'Idempotency-Key': 'names-its-job' };
    const waited = await importAll({}, headers);
    const jobId = waited.headers.get('x-job-id') ?? '';
    expect((await api.call('GET', `/jobs/${jobId}`)).body).toMatchObject({ type: 'bulk_import' });
    expect((await importAll({}, headers)).headers.get('x-job-id')).toBe(jobId);
    const accepted = await importAll({}, { Prefer: 'respond-async' });
    expect(accepted.headers.get('x-job-id')).toBe(accepted.body['job_id']);
    expect((await importAll({ leads: [] })).headers.get('x-job-id')).toBeNull();
  });

  it('hands the worker the options with their defaults, and the rows as they were sent', async () => {
    const jobId = await asynchronously({ batch_options: { batch_size: 7 } });
    expect(await api.services.jobs.find(jobId)).toMatchObject({
      input: {
        source: 'csv',
        options: { deduplication: true, update_existing: true, custom_fields: true, strict: false },
        batch_options: { batch_size: 7, rate_limit: null, continue_on_error: true, verify: false },
      },
      progress: { total: 4 },
    });
  });

  it.each([
    ['no leads', { leads: [] }, 'leads', 400],
    ['leads that are no list', { leads: {} }, 'leads', 400],
    ['an unknown source', { source: 'nobody' }, 'source', 400],
    ['an unknown key', { batchOptions: {} }, 'batchOptions', 400],
    ['a batch of none', { batch_options: { batch_size: 0 } }, 'batch_options.batch_size', 400],
    ['a batch of too many', { batch_options: { batch_size: 501 } }, 'batch_options.batch_size', 400],
    ['half a batch', { batch_options: { batch_size: 1.5 } }, 'batch_options.batch_size', 400],
    ['a negative rate', { batch_options: { rate_limit: -1 } }, 'batch_options.rate_limit', 400],
    ['a text for a number', { batch_options: { batch_size: '100' } }, 'batch_options.batch_size', 400],
    ['10,001 leads', { leads: Array.from({ length: 10_001 }, () => ({})) }, 'leads', 413],
  ])('refuses %s', async (_name, fields, field, status) => {
    const response = await importAll(fields);
    expect(response.status).toBe(status);
    expect(response.body.error).toMatchObject({ code: 'VALIDATION_ERROR', details: { field } });
  });

  it('takes rows of every kind: what is wrong with them is their own failure', async () => {
    expect(
      (await importAll({ leads: [{}, { email: 5 }, { nested: { email: [] } }, null, 5, 'x', []] })).status,
    ).toBe(200);
  });

  it('tells of a job while it runs and when it has finished', async () => {
    const jobId = await finished();
    const { body } = await api.call('GET', `/jobs/${jobId}`);
    expect(body).toMatchObject({
      job_id: jobId,
      type: 'bulk_import',
      status: 'completed',
      progress: { total: 4, processed: 4, successful: 2, failed: 2 },
      result: { total_processed: 4, results: expect.any(Array), errors: expect.any(Array) },
      error: null,
      parent_job_id: null,
      estimated_finish_at: null,
      waiting_for: null,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      started_at: expect.stringMatching(/Z$/),
      finished_at: expect.stringMatching(/Z$/),
    });
    expect(Object.keys(body).sort()).toEqual(
      'created_at error estimated_finish_at finished_at job_id parent_job_id progress requested_by requested_by_name result source started_at status type waiting_for'.split(
        ' ',
      ),
    );
  });

  it('lists jobs, newest first, by type and status, in pages', async () => {
    const jobId = await finished();
    const { body } = await api.call('GET', '/jobs?type=bulk_import&status=completed&limit=2');
    expect(body).toMatchObject({ pagination: { page: 1, limit: 2, total: expect.any(Number) } });
    const jobs = body['jobs'] as { job_id: string; result: unknown }[];
    expect(jobs).toHaveLength(2);
    expect(jobs[0]).toMatchObject({
      job_id: jobId,
      result: { total_processed: 4, successful: 2, failed: 2 },
    });
    expect(jobs[0]?.result).not.toHaveProperty('results');
    const second = await api.call('GET', '/jobs?type=bulk_import&status=completed&limit=2&page=2');
    expect((second.body['jobs'] as unknown[])[0]).not.toEqual(jobs[0]);
  });

  it.each([
    'page=0',
    'page=-1',
    'page=1e9',
    'page=NaN',
    'page=1.5',
    'page=',
    'page=1&page=2',
    'limit=0',
    'limit=501',
    'limit=ten',
    'status=done',
    'type=everything',
    'unknown=1',
    'page[]=1',
  ])('refuses the query %s with 400', async (query) => {
    const response = await api.call('GET', `/jobs?${query}`);
    expect(response.status).toBe(400);
    expect(response.body.error).toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  it.each(['', '/results', '/events'])(
    'responds with 404 for GET %s of a job that does not exist',
    async (part) => {
      for (const jobId of ['job_0', 'nope', '%00', '..%2f', '$ne']) {
        expect((await api.call('GET', `/jobs/${jobId}${part}`)).status).toBe(404);
      }
      expect((await api.call('GET', `/jobs/${'x'.repeat(101)}${part}`)).status).toBe(400);
    },
  );

  it('pages through the rows, by status and by result', async () => {
    const jobId = await finished();
    const all = await api.call('GET', `/jobs/${jobId}/results?limit=3`);
    expect(all.body).toMatchObject({
      pagination: { total: 4, page: 1, limit: 3 },
      results: [
        { index: 0, success: true, lead_id: 1, psa_ticket_id: 1001, result: 'created' },
        { index: 1, success: true },
        { index: 2, success: false, error: 'Duplicate email address', code: 'DUPLICATE_EMAIL' },
      ],
    });
    const indexes = async (query: string) => {
      const { body } = await api.call('GET', `/jobs/${jobId}/results?${query}`);
      return (body['results'] as { index: number }[]).map(({ index }) => index);
    };
    expect(await indexes('limit=3&page=2')).toEqual([3]);
    expect(await indexes('page=9')).toEqual([]);
    expect(await indexes('status=failed')).toEqual([2, 3]);
    expect(await indexes('status=succeeded')).toEqual([0, 1]);
    expect(await indexes('result=updated')).toEqual([1]);
    for (const query of ['status=pending', 'result=deleted', 'format=xml', 'limit=1001']) {
      expect((await api.call('GET', `/jobs/${jobId}/results?${query}`)).status).toBe(400);
    }
  });

  it('shows rows without an outcome as such', async () => {
    await whileHeld(async (jobId) => {
      const { body } = await api.call('GET', `/jobs/${jobId}/results`);
      expect((body['results'] as unknown[])[0]).toEqual({
        ...{ index: 0, row: 1, name: 'created', success: null },
      });
      expect((await api.call('GET', `/jobs/${jobId}`)).body).toMatchObject({
        status: 'active',
        result: null,
      });
      release(jobId);
    });
  });

  it('gives one page of rows as CSV where limit, page or a cursor asks for it', async () => {
    const path = `/jobs/${await finished()}/results?format=csv`;
    const rows = async (query: string) => (await api.call('GET', path + query)).text.match(/^\d/gm);
    expect(await rows('&limit=3')).toEqual(['0', '1', '2']);
    expect(await rows('&limit=3&page=2')).toEqual(['3']);
    expect(await rows('&limit=1&status=failed')).toEqual(['2']);
  });

  it('gives the rows as CSV, quoted and safe to open in a spreadsheet', async () => {
    const jobId = await finished();
    const response = await api.call('GET', `/jobs/${jobId}/results?format=csv`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${jobId}.csv"`);
    expect(response.text.split('\r\n')).toEqual([
      'index,success,lead_id,psa_ticket_id,result,error,code,suggestion,reason,warnings,suppressed_by,suppression_id,fields_restored,fields_kept,plan,planned,current,row,name,company,company_match',
      '0,true,1,1001,created,,,,,"The phone number could not be read; the lead is imported without it",,,,,,,,1,created,,',
      '1,true,2,1002,updated,,,,,,,,,,,,,2,updated,,',
      '2,false,,,,Duplicate email address,DUPLICATE_EMAIL,,,,,,,,,,,3,duplicate,,',
      '3,false,,,,"Email is malformed: =HYPERLINK(""x""), with a comma",INVALID_EMAIL,"Correct the email, or leave it out",,,,,,,,,,4,"\'=HYPERLINK, with a comma",,',
      '',
    ]);
    const accepted = await api.call('GET', `/jobs/${jobId}/results?status=failed`, {
      headers: { Accept: 'text/csv' },
    });
    expect(accepted.text.split('\r\n')).toHaveLength(4);
    for (const [accept, type] of [
      ['text/csv, application/json;q=0.5', 'text/csv'],
      ['text/csv;q=0.9, */*;q=0.1', 'text/csv'],
      ['text/csv, application/json', 'application/json'],
      ['text/csv;q=0', 'application/json'],
      ['*/*', 'application/json'],
    ] as const) {
      const headers = { Accept: accept };
      const { headers: sent } = await api.call('GET', `/jobs/${jobId}/results`, { headers });
      expect(sent.get('content-type')).toContain(type);
    }
    const updated = await api.call('GET', `/jobs/${jobId}/results?format=csv&result=updated`);
    expect(updated.text.split('\r\n')).toHaveLength(3);
  });

  it('streams progress until the job has finished', async () => {
    const text = await whileHeld(async (jobId) => {
      const response = await fetch(`${api.origin}/api/v1/jobs/${jobId}/events`, {
        headers: { Authorization: `Bearer ${api.keys.admin}`, 'Last-Event-ID': '17' },
      });
      expect(response.headers.get('content-type')).toContain('text/event-stream');
      expect(response.headers.get('cache-control')).toContain('no-store');
      let received = '';
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        received += chunk;
        if (received.includes('event: progress')) {
          release(jobId);
        }
      }
      return received;
    });
    const events = text.trim().split('\n\n');
    expect(events[0]).toMatch(/^event: progress\nid: 1\ndata: \{"job_id":"job_/);
    const last = events.at(-1) ?? '';
    expect(last).toMatch(/^event: finished\nid: finished\n/);
    expect(JSON.parse(last.split('data: ')[1] ?? '')).toMatchObject({
      status: 'completed',
      progress: { processed: 4 },
      result: { total_processed: 4, successful: 2, failed: 2 },
    });
  });

  it('tells a reader that comes back after the end to stop', async () => {
    const jobId = await finished();
    const again = (id: string) =>
      api.call('GET', `/jobs/${jobId}/events`, { headers: { 'Last-Event-ID': id } });
    expect((await again('finished')).status).toBe(204);
    expect((await again('3')).text).toContain('event: finished');
  });

  it('cancels a bulk import that runs, and none that has finished', async () => {
    await whileHeld(async (jobId) => {
      const response = await api.call('POST', `/jobs/${jobId}/cancel`);
      expect(response).toMatchObject({ status: 200, body: { job_id: jobId, status: 'active' } });
      expect(await api.services.jobs.find(jobId)).toMatchObject({ cancelRequested: true });
      release(jobId);
      const events = await api.call('GET', `/jobs/${jobId}/events`);
      expect(events.text).toContain('"status":"cancelled"');
      expect((await api.call('POST', `/jobs/${jobId}/cancel`, { body: {} })).status).toBe(200);
    });
    const over = await api.call('POST', `/jobs/${await finished()}/cancel`);
    expect(over.status).toBe(409);
    expect(over.body.error).toMatchObject({ details: { field: 'status', value: 'completed' } });
    const single = await api.call('POST', '/sync/leads', {
      body: { source: 'csv', data: leads[0] },
      headers: { Prefer: 'respond-async' },
    });
    expect((await api.call('POST', `/jobs/${String(single.body['job_id'])}/cancel`)).status).toBe(409);
    expect((await api.call('POST', '/jobs/nope/cancel')).status).toBe(404);
    expect((await api.call('POST', '/jobs/nope/cancel', { body: { force: true } })).status).toBe(400);
  });

  it('runs the failed rows again as a job of their own, under their own index', async () => {
    const jobId = await finished();
    const response = await api.call('POST', `/jobs/${jobId}/retry`, { headers: { Prefer: 'wait=60' } });
    expect(response).toMatchObject({ status: 200, body: { total_processed: 2, successful: 0, failed: 2 } });
    expect((response.body['errors'] as { index: number }[]).map(({ index }) => index)).toEqual([2, 3]);
    const { body } = await api.call('GET', `/jobs?parent_job_id=${jobId}`);
    expect(body['pagination']).toMatchObject({ total: 1 });
    const [newest] = body['jobs'] as { job_id: string; parent_job_id: string; progress: unknown }[];
    expect(newest).toMatchObject({ parent_job_id: jobId, progress: { total: 2 } });
    const rows: unknown[] = [];
    for await (const { data } of createImportJobs(api.mongo).rowsBefore(newest?.job_id ?? '', 100)) {
      rows.push(data);
    }
    expect(rows).toEqual([leads[2], leads[3]]);
  });

  it('retries nothing of a job that runs, has no failed rows, or does not exist', async () => {
    await whileHeld(async (jobId) => {
      expect((await api.call('POST', `/jobs/${jobId}/retry`)).status).toBe(409);
      release(jobId);
    });
    const response = await importAll({ leads: [leads[0]] });
    expect(response.body).toMatchObject({ failed: 0 });
    const { body } = await api.call('GET', '/jobs?limit=1');
    const [clean] = body['jobs'] as { job_id: string }[];
    expect((await api.call('POST', `/jobs/${clean?.job_id ?? ''}/retry`)).status).toBe(409);
    expect((await api.call('POST', '/jobs/nope/retry')).status).toBe(404);
  });

  it('runs a retry once for each Idempotency-Key', async () => {
    const jobId = await finished();
    const headers = { 'Idempotency-Key': 'retry-once', Prefer: 'wait=60' };
    const first = await api.call('POST', `/jobs/${jobId}/retry`, { headers });
    const second = await api.call('POST', `/jobs/${jobId}/retry`, { headers });
    expect(second.text).toBe(first.text);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
  });
});

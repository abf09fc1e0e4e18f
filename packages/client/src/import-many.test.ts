import { describe, expect, it } from '@jest/globals';
import createClient from 'openapi-fetch';

import { throwingMethods } from './api-methods.js';
import type { paths } from './generated/schema.js';
import { importLead } from './import-lead.js';
import { importMany, type ImportManyOptions, type ImportProgress } from './import-many.js';
import type { Job } from './watch-job.js';

const origin = 'https://leads.example.com';

interface SentBody {
  readonly source: string;
  readonly leads: readonly unknown[];
}

/** As the client has it: a text is JSON already. */
const bodySerializer = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));

const json = (value: unknown, headers: Record<string, string> = {}): Response =>
  Response.json(value, { headers });

function job(changes: Partial<Job> = {}): Job {
  return {
    job_id: 'job_1',
    type: 'lead_import',
    status: 'completed',
    progress: { total: 2, processed: 2, successful: 1, failed: 1, not_processed: 0 },
    result: null,
    error: null,
    parent_job_id: null,
    requested_by: 'key_1',
    created_at: '2026-01-31T09:00:00.000Z',
    started_at: null,
    finished_at: '2026-01-31T09:01:00.000Z',
    estimated_finish_at: null,
    waiting_for: null,
    ...changes,
  };
}

/** A service that responds to each request in turn, and whose jobs show `jobs` while they are watched. */
function service(responses: readonly Response[], jobs: readonly Job[] = [job()]) {
  const sent: { readonly request: Request; readonly text: string }[] = [];
  const waits: number[] = [];
  const left = [...responses];
  const fetch = async (request: Request): Promise<Response> => {
    sent.push({ request, text: await request.clone().text() });
    return left.shift() ?? json({ results: [], pagination: { next_cursor: null } });
  };
  const deps = {
    api: throwingMethods(createClient<paths>({ baseUrl: origin, bodySerializer, fetch })),
    async *watch() {
      yield* await Promise.resolve(jobs);
    },
    bulkTransport: (maxWaitSeconds: number) => {
      waits.push(maxWaitSeconds);
      return fetch;
    },
  };
  return { deps, sent, waits };
}

const page = (indexes: readonly number[], next: string | null, more: object = {}): Response =>
  json({
    results: indexes.map((index) => ({ index, success: true, ...more })),
    pagination: { next_cursor: next },
  });

async function run(
  { deps }: ReturnType<typeof service>,
  rows: Iterable<object>,
  options?: ImportManyOptions,
) {
  const results: unknown[] = [];
  for await (const { row, input, jobId } of importMany(deps)(
    'apollo',
    rows as Iterable<{ email: string }>,
    options,
  )) {
    results.push([row, input, jobId]);
  }
  return results;
}

describe('an import of many leads', () => {
  const rows = [{ email: 'jo@example.com' }, { email: 'zoë@example.com' }];

  it('sends nothing for no rows', async () => {
    const fake = service([]);
    expect(await run(fake, [])).toEqual([]);
    expect(fake.sent).toEqual([]);
  });

  it('sends the rows, and gives each its result over all pages', async () => {
    const fake = service([json({ job_id: 'job_1' }), page([0], 'c/1'), page([1], null)]);
    expect(await run(fake, rows, { options: { strict: true } })).toEqual([
      [0, rows[0], 'job_1'],
      [1, rows[1], 'job_1'],
    ]);
    expect(JSON.parse(fake.sent[0]?.text ?? '')).toEqual({
      source: 'apollo',
      options: { strict: true },
      leads: rows,
    });
    expect(fake.sent.map(({ request }) => request.url.slice(origin.length))).toEqual([
      '/sync/leads/bulk',
      '/jobs/job_1/results?limit=1000',
      '/jobs/job_1/results?limit=1000&cursor=c%2F1',
    ]);
  });

  it('escapes the source and the rows as JSON', async () => {
    const fake = service([json({ job_id: 'job_1' })]);
    const row = { email: '"],"leads":[{"x":1}]', name: 'a\u2028\\' };
    await run(fake, [row]);
    const body = JSON.parse(fake.sent[0]?.text ?? '') as SentBody;
    expect(body).toEqual({ source: 'apollo', leads: [row] });
  });

  it('begins a second request after 10,000 rows, with a key and an index of its own', async () => {
    const fake = service([
      json({ job_id: 'job_1' }),
      page([0, 9_999], null),
      json({ job_id: 'job_2' }),
      page([0], null),
    ]);
    const many = Array.from({ length: 10_001 }, (_, index) => ({ email: `${index}@example.com` }));
    expect(await run(fake, many, { idempotencyKey: 'list' })).toEqual([
      [0, many[0], 'job_1'],
      [9_999, many[9_999], 'job_1'],
      [10_000, many[10_000], 'job_2'],
    ]);
    const keys = fake.sent.map(({ request }) => request.headers.get('idempotency-key'));
    expect(keys.filter((key) => key !== null)).toEqual(['list-0', 'list-10000']);
  });

  it('makes keys by the function that was given, from what is sent', async () => {
    const fake = service([json({ job_id: 'job_1' })]);
    await run(fake, rows, {
      idempotencyKey: async ({ firstRow, body }) => Promise.resolve(`${firstRow}:${body.length}`),
    });
    const [first] = fake.sent;
    expect(first?.request.headers.get('idempotency-key')).toBe(`0:${first?.text.length}`);
  });

  it('finds the job in a header where the response is already the result', async () => {
    const fake = service([json({ success: true }, { 'x-job-id': 'job_9' }), page([0], null)]);
    expect(await run(fake, rows)).toEqual([[0, rows[0], 'job_9']]);
  });

  it('leaves out results of rows that it did not send', async () => {
    const fake = service([json({ job_id: 'job_1' }), page([1, 2], null)]);
    expect(await run(fake, rows)).toEqual([[1, rows[1], 'job_1']]);
  });

  it('reports what was accepted, runs and has finished, and whether it was sent before', async () => {
    const seen: ImportProgress[] = [];
    const progress = { total: 2, processed: 1, successful: 1, failed: 0, not_processed: 1 };
    const fake = service(
      [json({ job_id: 'job_1' }, { 'idempotency-replayed': 'true' })],
      [job({ finished_at: null, progress }), job()],
    );
    await run(fake, rows, { onProgress: (each) => void seen.push(each) });
    expect(
      seen.map(({ stage, replayed, accepted, processed, successful, failed, notProcessed }) => [
        ...[stage, replayed, accepted],
        ...[processed, successful, failed, notProcessed],
      ]),
    ).toEqual([
      ['accepted', true, 2, 0, 0, 0, 0],
      ['running', true, 2, 1, 1, 0, 1],
      ['finished', true, 2, 2, 1, 1, 0],
    ]);
  });

  it.each([
    [undefined, 3_600],
    [0, 0],
    [5, 5],
  ])('waits for a limit of %p seconds at most %d', async (maxWaitSeconds, expected) => {
    const fake = service([json({ job_id: 'job_1' })]);
    await run(fake, rows, { maxWaitSeconds });
    expect(fake.waits).toEqual([expected]);
  });

  it('sends nothing once its signal is aborted, and throws its reason', async () => {
    const fake = service([]);
    const reason = new Error('enough');
    await expect(run(fake, rows, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(fake.sent).toEqual([]);
  });

  it('names the row of each lead in its file, and otherwise counts the rows of all chunks together', async () => {
    const bodies = async (leads: readonly object[], options: ImportManyOptions = {}) => {
      const fake = service([
        ...[json({ job_id: 'job_1' }), page([], null)],
        ...[json({ job_id: 'job_2' }), page([], null)],
      ]);
      await run(fake, leads, options);
      return fake.sent
        .filter(({ request }) => request.method === 'POST')
        .map(({ text }): unknown => JSON.parse(text).rows);
    };
    expect(await bodies([{}, {}], { rowOf: (index) => 2 * index + 2 })).toEqual([[2, 4]]);
    // A service of an earlier release takes this too.
    expect(await bodies([{}, {}])).toEqual([undefined]);
    expect(await bodies(Array.from({ length: 10_002 }, () => ({})))).toEqual([undefined, [10_001, 10_002]]);
  });

  it('names a suggested lead by its index in the whole import', async () => {
    const many = Array.from({ length: 10_001 }, (_, index) => ({ email: `${index}@example.com` }));
    const fake = service([
      json({ job_id: 'job_1' }),
      page([], null),
      json({ job_id: 'job_2' }),
      page([0], null, { suggestion: 'Merge it into the lead with index 0' }),
    ]);
    const texts: unknown[] = [];
    for await (const { suggestion } of importMany(fake.deps)('apollo', many)) {
      texts.push(suggestion);
    }
    expect(texts).toEqual(['Merge it into the lead with index 10000']);
  });
});

describe('an import of one lead', () => {
  const data = { email: 'jo@example.com' };

  it('resolves to the response, and watches no job', async () => {
    const fake = service([json({ success: true, lead_id: 7 })], []);
    expect(await importLead(fake.deps)('apollo', data, { idempotencyKey: 'k' })).toEqual({
      success: true,
      lead_id: 7,
    });
    expect(
      fake.sent.map(({ request, text }) => [request.headers.get('idempotency-key'), JSON.parse(text)]),
    ).toEqual([['k', { source: 'apollo', data }]]);
  });

  it('has a new key for each call', async () => {
    const fake = service([json({}), json({})]);
    await importLead(fake.deps)('apollo', data);
    await importLead(fake.deps)('apollo', data);
    const keys = fake.sent.map(({ request }) => request.headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(2);
    expect(keys).not.toContain(null);
  });

  it('resolves to the last result of the job that it waits for', async () => {
    const jobs = [job({ finished_at: null }), job({ result: { success: true, lead_id: 7 } })];
    const fake = service([json({ job_id: 'job_1' })], jobs);
    expect(await importLead(fake.deps)('apollo', data)).toEqual({ success: true, lead_id: 7 });
  });

  it.each<[string, readonly Job[], object]>([
    [
      'its error',
      [job({ error: { code: 'VALIDATION_ERROR', message: 'No email', details: { field: 'email' } } })],
      { code: 'VALIDATION_ERROR', message: 'No email', details: { field: 'email' } },
    ],
    ['that it was cancelled', [job({ status: 'cancelled' })], { code: 'JOB_CANCELLED' }],
    ['that it was cancelled, if it was never shown', [], { code: 'JOB_CANCELLED' }],
  ])('throws %s for a job without a result', async (_case, jobs, expected) => {
    const fake = service([json({ job_id: 'job_1' })], jobs);
    await expect(importLead(fake.deps)('apollo', data)).rejects.toMatchObject(expected);
  });

  it('throws a LeadbridgeError for a response that is not JSON', async () => {
    const fake = service([new Response('<html>', { headers: { 'content-type': 'text/html' } })]);
    await expect(importLead(fake.deps)('apollo', data)).rejects.toMatchObject({
      code: 'UNEXPECTED_RESPONSE',
      message: 'The response is not JSON',
    });
  });
});

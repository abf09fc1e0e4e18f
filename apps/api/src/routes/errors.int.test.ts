import { beforeAll, describe, expect, it } from '@jest/globals';

import { useTestApi } from '../testing/test-api.js';

describe('GET /errors', () => {
  const now = Date.now();
  const minutesAgo = (minutes: number): Date => new Date(now - minutes * 60_000);
  const api = useTestApi({ environment: { RATE_LIMIT_PER_HOUR: '100000' } });

  beforeAll(async () => {
    const rows = Array.from({ length: 120 }, (_, index) => ({
      _id: `err_${String(index).padStart(4, '0')}`,
      at: minutesAgo(index),
      level: ['error', 'warning', 'info'][index % 3],
      message: `Entry ${index}`,
      source: 'import',
      leadId: index === 0 ? 7 : null,
      ...(index % 10 === 9 ? { fault: 'caller', leadSource: 'csv' } : {}),
      errorCode: index === 119 ? 'LIST_MISSING' : 'PSA_REFUSED',
      jobId: index === 0 ? 'job_1' : null,
      requestId: index === 0 ? 'req_1' : null,
    }));
    await api.mongo.collection('error_log').insertMany(rows as never[]);
    const lead = { firstName: 'Jo', lastName: 'Doe', company: { name: 'Acme' } };
    await api.mongo.collection<{ _id: number }>('leads').insertOne({ _id: 7, ...{ lead } });
  });

  const list = async (query: string) => {
    const { status, body } = await api.call('GET', `/errors${query}`);
    const errors = (body['errors'] ?? []) as { message: string; level: string }[];
    return { status, body, messages: errors.map(({ message }) => message), errors };
  };

  it("shows the newest first, fifty at a time, in the specification's format", async () => {
    const { status, body, messages, errors } = await list('');
    expect(status).toBe(200);
    expect(body['pagination']).toEqual({
      total: 120,
      page: 1,
      limit: 50,
      next_cursor: expect.any(String),
    });
    expect(messages).toEqual(Array.from({ length: 50 }, (_, index) => `Entry ${index}`));
    expect(errors[0]).toEqual({
      id: 'err_0000',
      timestamp: minutesAgo(0).toISOString(),
      level: 'error',
      message: 'Entry 0',
      source: 'import',
      details: {
        lead_id: 7,
        error_code: 'PSA_REFUSED',
        job_id: 'job_1',
        request_id: 'req_1',
        fault: 'service',
        lead_source: null,
        name: 'Jo Doe',
        company: 'Acme',
      },
    });
  });

  it.each([
    ['job_id=job_1', ['Entry 0']],
    ['request_id=req_1', ['Entry 0']],
    ['lead_id=7', ['Entry 0']],
    ['code=LIST_MISSING', ['Entry 119']],
    ['code=LIST_MISSING&job_id=job_1', []],
    ['lead_source=csv&limit=2', ['Entry 9', 'Entry 19']],
    ['lead_source=csv&limit=2&page=6', ['Entry 109', 'Entry 119']],
    // An entry without its own fault is classified by its level: a warning of an import is the caller's.
    ['fault=caller&limit=4', ['Entry 1', 'Entry 4', 'Entry 7', 'Entry 9']],
    ['fault=service&level=warning', []],
    ['fault=service&level=error&limit=2', ['Entry 0', 'Entry 3']],
  ])('filters by %s', async (query, messages) => {
    expect(await list(`?${query}`)).toMatchObject({ status: 200, messages });
  });

  it.each(['lead_source=nobody', 'fault=everybody', 'lead_id=x', 'job=job_1'])(
    'rejects %s, and names the parameter',
    async (query) => {
      const { status, body } = await list(`?${query}`);
      expect(status).toBe(400);
      expect(body).toMatchObject({ error: { details: { field: query.replace(/=.*$/u, '') } } });
    },
  );

  it('pages, and filters by level and time', async () => {
    expect((await list('?page=3&limit=50')).messages).toHaveLength(20);
    expect((await list('?page=4&limit=50')).messages).toEqual([]);
    const warnings = await list('?level=warning&limit=500');
    expect(warnings.body['pagination']).toMatchObject({ total: 40, limit: 500 });
    expect(new Set(warnings.errors.map(({ level }) => level))).toEqual(new Set(['warning']));
    const period = `?start_date=${minutesAgo(20).toISOString()}&end_date=${minutesAgo(10).toISOString()}`;
    expect((await list(period)).messages).toEqual(
      Array.from({ length: 11 }, (_, index) => `Entry ${index + 10}`),
    );
  });

  it.each([
    'page=0',
    'page=-1',
    'page=1e9',
    'page=NaN',
    'page=1.5',
    'limit=0',
    'limit=501',
    'limit=ten',
    'level=fatal',
    'start_date=soon',
    'end_date=2026-13-01',
    'start_date=2026-02-02&end_date=2026-02-01',
    'unknown=1',
  ])('rejects %s', async (query) => {
    const { status, body } = await api.call('GET', `/errors?${query}`);
    expect({ status, code: body.error?.['code'] }).toEqual({ status: 400, code: 'VALIDATION_ERROR' });
  });

  it.each(['/errors', '/audit', '/analytics/sync'])('names the invalid end of a period: %s', async (path) => {
    const { body } = await api.call('GET', `${path}?start_date=2026-02-02&end_date=2026-02-01`);
    const message = 'end_date must not lie before start_date';
    expect(body.error).toMatchObject({
      message,
      details: { field: 'end_date', errors: [{ field: 'end_date', value: '2026-02-01', message }] },
    });
  });

  it('requires permission to view logs', async () => {
    expect((await api.call('GET', '/errors', { key: api.keys.operator })).status).toBe(403);
  });
});

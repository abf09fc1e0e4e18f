import { beforeAll, describe, expect, it } from '@jest/globals';

import { seedRecords } from '../testing/seed-records.js';
import { useTestApi } from '../testing/test-api.js';

const api = useTestApi({ environment: { RATE_LIMIT_PER_HOUR: '100000' } });

beforeAll(async () => {
  await seedRecords(api, { id: 1 });
});

const data = { value: 1, probability: 50, expected_close_date: '2027-03-31' };
const call = { lead_id: 1, occurred_at: '2025-11-20T09:30:00Z', direction: 'inbound' };
const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
const long = 'x'.repeat(2_001);

/** Each: what is sent, where, and the field that the error names first. */
const refused: readonly (readonly [string, string, string, unknown, string])[] = [
  ['a status left out', 'PUT', '/leads/1/status', {}, 'status'],
  ['a status that is a number', 'PUT', '/leads/1/status', { status: 3 }, 'status'],
  ['a status that is a list', 'PUT', '/leads/1/status', { status: ['engaged'] }, 'status'],
  ['an empty status', 'PUT', '/leads/1/status', { status: '' }, 'status'],
  ['a very long status', 'PUT', '/leads/1/status', { status: long }, 'status'],
  ['an unknown key', 'PUT', '/leads/1/status', { status: 'engaged', by: 'me' }, 'by'],
  ['a reason that is an object', 'PUT', '/leads/1/status', { status: 'engaged', reason: {} }, 'reason'],
  ['no body', 'PUT', '/leads/1/status', undefined, 'body'],
  ['a body that is a list', 'PUT', '/leads/1/status', [], 'body'],
  ['null as a status', 'PUT', '/leads/1/status', { status: null }, 'status'],
  [
    'a fit score of 101',
    'POST',
    '/prospects/convert/1',
    { qualification_data: { fit_score: 101 } },
    'qualification_data.fit_score',
  ],
  [
    'a fit score of -1',
    'POST',
    '/prospects/convert/1',
    { qualification_data: { fit_score: -1 } },
    'qualification_data.fit_score',
  ],
  [
    'a fit score as text',
    'POST',
    '/prospects/convert/1',
    { qualification_data: { fit_score: '70' } },
    'qualification_data.fit_score',
  ],
  [
    'a fit score of 69.5',
    'POST',
    '/prospects/convert/1',
    { qualification_data: { fit_score: 69.5 } },
    'qualification_data.fit_score',
  ],
  [
    'a decision maker that is a number',
    'POST',
    '/prospects/convert/1',
    { qualification_data: { decision_maker: 1 } },
    'qualification_data.decision_maker',
  ],
  [
    'pain points that are empty',
    'POST',
    '/prospects/convert/1',
    { qualification_data: { pain_points: '' } },
    'qualification_data.pain_points',
  ],
  [
    'an unknown qualification key',
    'POST',
    '/prospects/convert/1',
    { qualification_data: { CF_201: 'x' } },
    'qualification_data.CF_201',
  ],
  [
    'an option that is a text',
    'POST',
    '/prospects/convert/1',
    { conversion_options: { notify_team: 'yes' } },
    'conversion_options.notify_team',
  ],
  [
    'a date that does not exist',
    'PUT',
    '/prospects/1/status',
    { status: 'prospecting', next_action_date: '2026-02-30' },
    'next_action_date',
  ],
  [
    'a date in another form',
    'PUT',
    '/prospects/1/status',
    { status: 'prospecting', next_action_date: '30.01.2027' },
    'next_action_date',
  ],
  [
    'a date with a time',
    'PUT',
    '/prospects/1/status',
    { status: 'prospecting', next_action_date: '2027-01-30T00:00:00Z' },
    'next_action_date',
  ],
  ['no prospect', 'POST', '/opportunities', { opportunity_data: data }, 'prospect_id'],
  [
    'a prospect as text',
    'POST',
    '/opportunities',
    { prospect_id: '1', opportunity_data: data },
    'prospect_id',
  ],
  ['a prospect of 0', 'POST', '/opportunities', { prospect_id: 0, opportunity_data: data }, 'prospect_id'],
  ['no opportunity data', 'POST', '/opportunities', { prospect_id: 1 }, 'opportunity_data'],
  ...(
    [
      ['a negative value', { value: -1 }, 'value'],
      ['a value as text', { value: '1' }, 'value'],
      ['a probability of 101', { probability: 101 }, 'probability'],
      ['a probability of 50.5', { probability: 50.5 }, 'probability'],
      ['a probability of -1', { probability: -1 }, 'probability'],
      ['the date 2026-02-30', { expected_close_date: '2026-02-30' }, 'expected_close_date'],
      ['the date 2026-13-01', { expected_close_date: '2026-13-01' }, 'expected_close_date'],
      ['a date as a number', { expected_close_date: 20_270_331 }, 'expected_close_date'],
      ['competitors as a list', { competitors: ['x'] }, 'competitors'],
    ] as const
  ).map(
    ([name, changed, field]) =>
      [
        `${name} of an opportunity`,
        'POST',
        '/opportunities',
        { prospect_id: 1, opportunity_data: { ...data, ...changed } },
        `opportunity_data.${field}`,
      ] as const,
  ),
  ['nothing to change', 'PUT', '/opportunities/1', {}, 'body'],
  ['a negative value', 'PUT', '/opportunities/1', { value: -0.01 }, 'value'],
  ['a probability of 101', 'PUT', '/opportunities/1', { probability: 101 }, 'probability'],
  ['a probability of 50.5', 'PUT', '/opportunities/1', { probability: 50.5 }, 'probability'],
  ['an empty note', 'PUT', '/opportunities/1', { notes: '' }, 'notes'],
  ['a call about nothing', 'POST', '/calls', { ...call, lead_id: undefined }, 'body'],
  ['a call about two records', 'POST', '/calls', { ...call, prospect_id: 1 }, 'body'],
  ['a call without a time', 'POST', '/calls', { ...call, occurred_at: undefined }, 'occurred_at'],
  ['a call on a day', 'POST', '/calls', { ...call, occurred_at: '2026-11-20' }, 'occurred_at'],
  [
    'a call without an offset',
    'POST',
    '/calls',
    { ...call, occurred_at: '2025-11-20T09:30:00' },
    'occurred_at',
  ],
  ['a call in 2099', 'POST', '/calls', { ...call, occurred_at: '2099-01-01T00:00:00Z' }, 'occurred_at'],
  ['a call in two days', 'POST', '/calls', { ...call, occurred_at: inHours(48) }, 'occurred_at'],
  ['a call on 2026-02-30', 'POST', '/calls', { ...call, occurred_at: '2026-02-30T09:30:00Z' }, 'occurred_at'],
  ['a call at 25 hours', 'POST', '/calls', { ...call, occurred_at: '2026-11-20T25:30:00Z' }, 'occurred_at'],
  ['another direction', 'POST', '/calls', { ...call, direction: 'sideways' }, 'direction'],
  ['a negative duration', 'POST', '/calls', { ...call, duration_seconds: -1 }, 'duration_seconds'],
  ['half a second', 'POST', '/calls', { ...call, duration_seconds: 0.5 }, 'duration_seconds'],
  ['notes that are too long', 'POST', '/calls', { ...call, notes: long }, 'notes'],
];

async function jobs(): Promise<number> {
  return await api.mongo.collection('jobs').countDocuments();
}

describe('a request that cannot be right', () => {
  it.each(refused)(
    'with %s (%s %s) is refused before anything is stored',
    async (_name, method, path, body, field) => {
      const before = await jobs();
      const response = await api.call(method, path, body === undefined ? {} : { body });
      expect(response.status).toBe(400);
      expect(response.body.error).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: { field, errors: [{ field, message: expect.any(String) }] },
      });
      expect(await jobs()).toBe(before);
    },
  );

  it('is told of each of its faults at once', async () => {
    const { body } = await api.call('POST', '/opportunities', {
      body: { prospect_id: 'x', opportunity_data: { value: -1, probability: 101 } },
    });
    const errors = body.error?.['details'] as { errors: readonly { field: string }[] };
    expect(errors.errors.map(({ field }) => field)).toEqual([
      'prospect_id',
      'opportunity_data.value',
      'opportunity_data.probability',
      'opportunity_data.expected_close_date',
    ]);
  });

  it.each([
    ['PUT', '/leads/999/status', { status: 'researching' }, { lead_id: 999 }],
    ['POST', '/prospects/convert/999', {}, { lead_id: 999 }],
    ['PUT', '/prospects/999/status', { status: 'prospecting' }, { prospect_id: 999 }],
    ['POST', '/opportunities', { prospect_id: 999, opportunity_data: data }, { prospect_id: 999 }],
    ['PUT', '/opportunities/999', { value: 1 }, { opportunity_id: 999 }],
    ['POST', '/calls', { ...call, lead_id: 999 }, { lead_id: 999 }],
    ['POST', '/calls', { ...call, lead_id: undefined, prospect_id: 999 }, { prospect_id: 999 }],
    ['POST', '/calls', { ...call, lead_id: undefined, opportunity_id: 999 }, { opportunity_id: 999 }],
    ['POST', '/suppressions', { lead_id: 999 }, { lead_id: 999 }],
    ['POST', '/suppressions/sup_none/retry', {}, { suppression_id: 'sup_none' }],
  ])('%s %s names a record that does not exist', async (method, path, body, details) => {
    const before = await jobs();
    const response = await api.call(method, path, { body });
    expect(response.status).toBe(404);
    expect(response.body.error).toMatchObject({ code: 'RESOURCE_NOT_FOUND', details });
    expect(await jobs()).toBe(before);
  });

  it.each([
    ['PUT', '/leads/x/status', { status: 'researching' }, 'lead_id'],
    ['PUT', '/leads/1.5/status', { status: 'researching' }, 'lead_id'],
    ['POST', '/prospects/convert/-1', {}, 'lead_id'],
    ['PUT', '/prospects/0/status', { status: 'prospecting' }, 'prospect_id'],
    ['PUT', '/opportunities/wh_1', { value: 1 }, 'opportunity_id'],
  ])('%s %s has an id of the wrong kind', async (method, path, body, field) => {
    const response = await api.call(method, path, { body });
    expect(response.status).toBe(400);
    expect(response.body.error).toMatchObject({ code: 'VALIDATION_ERROR', details: { field } });
  });

  it('may not be sent by a viewer', async () => {
    const { viewer } = api.keys;
    const response = await api.call('PUT', '/leads/1/status', { body: { status: 'x' }, key: viewer });
    expect(response.status).toBe(403);
  });
});

describe('a request that can be right', () => {
  it.each<readonly [string, { readonly body?: object; readonly headers?: Record<string, string> }]>([
    ['no body', {}],
    ['a type and no body', { headers: { 'Content-Type': 'application/json' } }],
    ['an empty body', { body: {} }],
  ])('may leave out what has a default: a conversion with %s', async (_name, { headers, ...sent }) => {
    const response = await api.call('POST', '/prospects/convert/1', {
      ...sent,
      headers: { ...headers, Prefer: 'respond-async' },
    });
    expect(response.status).toBe(202);
    const job = await api.mongo
      .collection<{ _id: string }>('jobs')
      .findOne({ _id: String(response.body['job_id']) });
    expect(job).toMatchObject({ input: { lead_id: 1 } });
  });

  it('is a job from then on, which may be waited for or not', async () => {
    const response = await api.call('POST', '/prospects/convert/1', {
      body: { conversion_options: { notify_team: true } },
      headers: { Prefer: 'respond-async', 'Idempotency-Key': 'conversion-1' },
    });
    expect(response.status).toBe(202);
    expect(response.headers.get('preference-applied')).toBe('respond-async');
    const jobId = String(response.body['job_id']);
    expect(response.headers.get('location')).toBe(`/api/v1/jobs/${jobId}`);
    const { body } = await api.call('GET', `/jobs/${jobId}`);
    expect(body).toMatchObject({ type: 'prospect_conversion', status: 'queued', progress: { total: 1 } });

    const again = await api.call('POST', '/prospects/convert/1', {
      body: { conversion_options: { notify_team: true } },
      headers: { Prefer: 'respond-async', 'Idempotency-Key': 'conversion-1' },
    });
    expect(again.body['job_id']).toBe(jobId);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const other = await api.call('POST', '/prospects/convert/1', {
      body: {},
      headers: { Prefer: 'respond-async', 'Idempotency-Key': 'conversion-1' },
    });
    expect(other.status).toBe(409);
  });
});

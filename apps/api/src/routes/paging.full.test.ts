import { beforeAll, describe, expect, it } from '@jest/globals';
import { FINDING_KINDS } from '@leadbridge/domain';

import { jsonSchemaOf } from '../openapi/json-schema.js';
import { seedRecords } from '../testing/seed-records.js';
import { useTestApi, type TestApi } from '../testing/test-api.js';
import { routeTable } from './index.js';

const lists = routeTable.filter(
  ({ method, request }) =>
    method === 'get' &&
    request.query !== undefined &&
    'page' in ((jsonSchemaOf(request.query)['properties'] ?? {}) as object),
);

const wrongValues = ['0', '-1', '1e9', 'NaN', '', '1.5', '01', ' 1', '9007199254740993', 'Infinity', '1;2'];

describe('lists', () => {
  let paths: readonly (readonly [path: string, key: string])[];
  const api = useTestApi({ environment: { RATE_LIMIT_PER_HOUR: '100000' } });

  beforeAll(async () => {
    paths = await seedLists(api);
  });

  it('are many', () => {
    expect(lists.length).toBeGreaterThan(10);
    expect(
      paths.map(([path]) => path.replaceAll(/(?:wh|job|rec)_[^/]+|(?<=\/)1(?=\/)/gu, ':id')).sort(),
    ).toEqual(lists.map(({ path }) => path.replaceAll(/:[^/]+/gu, ':id')).sort());
  });

  it('show the same behind cursors as by page numbers, also where items are equal in what orders them', async () => {
    for (const [path, key] of paths) {
      const whole = await api.call('GET', `${path}?limit=200`);
      const items = whole.body[key] as unknown[];
      expect({ path, isEnough: items.length > 2, pagination: whole.body['pagination'] }).toMatchObject({
        path,
        isEnough: true,
        pagination: { next_cursor: null },
      });
      const seen: unknown[] = [];
      let query = 'limit=2';
      for (let page = 1; query !== ''; page += 1) {
        const { status, body } = await api.call('GET', `${path}?${query}`);
        expect({ path, query, status }).toEqual({ path, query, status: 200 });
        seen.push(...(body[key] as unknown[]));
        const { next_cursor: cursor, ...pagination } = body['pagination'] as { next_cursor: string | null };
        expect(pagination).toEqual({ total: items.length, page, limit: 2 });
        query = cursor === null ? '' : `limit=2&cursor=${cursor}`;
      }
      expect({ path, seen }).toEqual({ path, seen: items });
    }
  });

  it('are exported as CSV without an end of their pages: all suppressions, by the filters', async () => {
    const entries = api.mongo.collection<{ _id: string; identity: string }>('suppressions');
    const [seeded] = await entries.find().limit(1).toArray();
    const copies = Array.from({ length: 600 }, (_, index) => ({
      ...seeded,
      ...{ _id: `sup_zz${String(index).padStart(4, '0')}`, identity: `copy-${index}`, reason: '=1+1' },
    }));
    await entries.insertMany(copies);
    const whole = await api.call('GET', '/suppressions?format=csv', { key: api.keys.viewer });
    const shown = await api.call('GET', '/suppressions', { headers: { Accept: 'text/csv' } });
    const page = await api.call('GET', '/suppressions?format=csv&limit=2');
    const none = await api.call('GET', '/suppressions?format=csv&email=nobody@example.com');
    await entries.deleteMany({ reason: '=1+1' });
    expect(whole.headers.get('content-disposition')).toBe('attachment; filename="suppressions.csv"');
    const linesOf = ({ text }: { text: string }): string[] => text.trimEnd().split('\r\n');
    expect(linesOf(whole)).toHaveLength(1 + 600 + 3);
    expect(linesOf(whole)[0]).toMatch(/^id,status,.*,gates,.*ticket_pending,domain,external_id$/u);
    expect(new Set(linesOf(whole)).size).toBe(604);
    expect(linesOf(whole)[1]).toContain("'=1+1");
    expect(shown.text).toBe(whole.text);
    expect(linesOf(page)).toEqual(linesOf(whole).slice(0, 3));
    expect(linesOf(none)).toHaveLength(1);
  });

  it('refuse a cursor that is none of theirs, by name', async () => {
    const cursor = (...values: unknown[]) => Buffer.from(JSON.stringify(values)).toString('base64url');
    const { body } = await api.call('GET', '/leads?limit=1');
    const { next_cursor: good } = body['pagination'] as { next_cursor: string };
    const wrong = [
      ...['', 'x', '%F0%9F', good.slice(1), cursor(), cursor('prospects', 2, 1), cursor('leads', 1, 1)],
      ...[
        cursor('leads', 2, '1'),
        cursor('leads', 2, { $gt: 0 }),
        cursor('leads', 2),
        cursor('leads', 2, 1, 1),
      ],
      `${good}&page=2`,
    ];
    for (const value of wrong) {
      const response = await api.call('GET', `/leads?cursor=${value}`);
      expect({ value, status: response.status, details: response.body.error?.['details'] }).toMatchObject({
        value,
        status: 400,
        details: { field: 'cursor' },
      });
    }
    for (const [path] of paths.slice(1)) {
      expect((await api.call('GET', `${path}?cursor=${good}`)).status).toBe(400);
    }
  });
});

/** Puts at least three items into every list, made in one moment; returns the lists with the key of their items. */
async function seedLists(api: TestApi): Promise<readonly (readonly [path: string, key: string])[]> {
  const at = new Date(Date.now() - 60_000);
  const insert = async (collection: string, document: (id: number) => object): Promise<void> => {
    await api.mongo.collection(collection).insertMany([1, 2, 3].map(document));
  };
  for (const id of [1, 2, 3]) {
    await seedRecords(api, { id });
    const body = {
      email: `person.${id}@example.com`,
      name: 'Same Name',
      role: 'viewer',
      password: `long enough ${id}`,
    };
    expect((await api.call('POST', '/users', { body })).status).toBe(201);
  }
  const headers = { Prefer: 'respond-async' };
  const leads = [{ email: 'a@example.com' }, { email: 'b@example.com' }, { email: 'c@example.com' }];
  const bulk = { source: 'csv', leads };
  const accepted = await api.call('POST', '/sync/leads/bulk', { body: bulk, headers });
  await api.call('POST', '/sync/leads/bulk', { body: bulk, headers });
  await api.call('POST', '/sync/leads/bulk', { body: bulk, headers });
  await api.mongo.collection('jobs').updateMany({}, { $set: { createdAt: at } });
  const hook = { url: 'https://hooks.example.com/x', events: ['*'] };
  const webhookId = String((await api.call('POST', '/webhooks', { body: hook })).body['id']);
  await insert('webhook_deliveries', (id) => ({
    ...{ _id: `dlv_${id}`, webhookId, eventId: `evt_${id}`, eventType: 'lead.created', status: 'failed' },
    ...{ nextAttemptAt: null, attemptCount: 0, roundAttempts: 0, error: null, attempts: [] },
    ...{ createdAt: at, finishedAt: at },
  }));
  await insert('calls', (id) => ({
    ...{ _id: `call_${id}`, leadId: id, prospectId: null, opportunityId: null, occurredAt: at },
    ...{ direction: 'outbound', dialledNumber: null, durationSeconds: null, agent: null, outcome: null },
    ...{ nextAction: null, notes: null, psaActionId: id, recordedBy: 'Key', createdAt: at },
  }));
  await insert('error_log', (id) => ({
    ...{ _id: `err_${id}`, at, level: 'error', message: 'Entry', source: 'import', leadId: null },
    ...{ errorCode: 'PSA_REFUSED', jobId: null, requestId: null },
  }));
  for (const id of [1, 2, 3]) {
    expect((await api.call('POST', '/suppressions', { body: { lead_id: id }, headers })).status).toBeLessThan(
      300,
    );
  }
  await insert('events', (id) => ({
    ...{ _id: `evt_${id}`, leadId: 1, at, type: 'lead.created', data: {}, dispatchedAt: at },
  }));
  await insert('reconciliations', (id) => ({
    ...{ _id: `rec_${id}`, jobId: `job_${id}`, requestedBy: 'Key', startedAt: at, finishedAt: at },
    ...{
      tickets: 3,
      records: 3,
      psaRequests: 3,
      counts: Object.fromEntries(FINDING_KINDS.map((kind) => [kind, 0])),
    },
  }));
  await insert('reconciliation_findings', (id) => ({
    ...{ _id: `fnd_${id}`, reconciliationId: 'rec_1', kind: FINDING_KINDS[0], subject: `lead:${id}` },
    ...{ psaTicketId: id, leadId: id, details: {}, remedies: ['forget'], ticketIds: [id] },
    ...{ resolution: null, error: null, createdAt: at },
  }));
  await insert('company_matches', (id) => ({
    ...{ _id: `cmp_${id}`, companyKey: `acme${id}`, company: `Acme ${id}`, domain: null, status: 'open' },
    ...{ reason: 'several_clients', candidates: [], leadIds: [id], createdAt: at },
    ...{ decidedAt: null, decision: null },
  }));
  return [
    ['/leads', 'leads'],
    ['/leads/1/timeline', 'timeline'],
    ['/prospects', 'prospects'],
    ['/opportunities', 'opportunities'],
    ['/calls', 'calls'],
    ['/jobs', 'jobs'],
    [`/jobs/${String(accepted.body['job_id'])}/results`, 'results'],
    ['/errors', 'errors'],
    ['/audit', 'entries'],
    ['/api-keys', 'api_keys'],
    ['/users', 'users'],
    ['/suppressions', 'suppressions'],
    [`/webhooks/${webhookId}/deliveries`, 'deliveries'],
    ['/reconciliations', 'reconciliations'],
    ['/reconciliations/rec_1/findings', 'findings'],
    ['/company-matches', 'matches'],
  ];
}

describe('a page that cannot be', () => {
  const api = useTestApi();

  it.each(lists.map(({ path }) => [path]))('is refused in the envelope, by name: GET %s', async (path) => {
    const address = path.replaceAll(/:[^/]+/g, '1');
    for (const name of ['page', 'limit']) {
      for (const value of wrongValues) {
        const query = `${name}=${encodeURIComponent(value)}`;
        const { status, headers, body } = await api.call('GET', `${address}?${query}`);
        expect({ query, status }).toEqual({ query, status: 400 });
        expect(body.error).toMatchObject({
          code: 'VALIDATION_ERROR',
          details: { field: name },
          request_id: headers.get('x-request-id'),
        });
      }
    }
  });
});

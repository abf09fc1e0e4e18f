import {
  callListResponse,
  leadDetailsView,
  leadListResponse,
  opportunityListResponse,
  opportunityView,
  prospectListResponse,
  prospectView,
} from '@leadbridge/contracts';
import { beforeAll, describe, expect, it } from '@jest/globals';

import { seedRecords } from '../testing/seed-records.js';
import { useTestApi } from '../testing/test-api.js';

const schemas = {
  leads: { one: leadDetailsView, list: leadListResponse, id: 'lead_id' },
  prospects: { one: prospectView, list: prospectListResponse, id: 'prospect_id' },
  opportunities: { one: opportunityView, list: opportunityListResponse, id: 'opportunity_id' },
} as const;
const kinds = Object.keys(schemas) as readonly (keyof typeof schemas)[];
const api = useTestApi({ environment: { RATE_LIMIT_PER_HOUR: '100000' } });

beforeAll(async () => {
  for (let id = 1; id <= 25; id += 1) {
    await seedRecords(api, {
      id,
      source: id <= 5 ? 'provider_b' : 'provider_a',
      company: id === 7 ? 'Ärztehaus Süd' : id === 8 ? 'Northwind' : `Company ${id}`,
      updatedAt: id <= 10 ? '2026-11-01T00:00:00Z' : '2026-11-10T00:00:00Z',
    });
  }
});

async function idsOf(kind: keyof typeof schemas, query: string): Promise<number[]> {
  const { status, body } = await api.call('GET', `/${kind}?${query}`);
  expect(status).toBe(200);
  return (body[kind] as readonly Record<string, number>[]).map((record) => Number(record[schemas[kind].id]));
}

describe('GET /leads', () => {
  it.each([
    ['q=northwind', [8]],
    ['q=ARZTEHAUS%20ada', [7]],
    ['q=ada.9@company', [9]],
    ['q=company.example.com&limit=2', [1, 2]],
    ['q=%2B1%20202%20555%200100&limit=1', [1]],
    ['q=(202)%20555-0100&source=provider_b&limit=500', [1, 2, 3, 4, 5]],
    ['q=North&company=northwind', [8]],
    ['q=bob', []],
    ['q=.*', []],
    ['q=%24gt', []],
    ['psa_ticket_id=1012', [12]],
    ['psa_ticket_id=1', []],
  ])('finds by %s', async (query, ids) => {
    expect(await idsOf('leads', query)).toEqual(ids);
  });
});

describe('GET /jobs', () => {
  const jobIds = async (query: string): Promise<string[]> => {
    const { status, body } = await api.call('GET', `/jobs?${query}`);
    expect(status).toBe(200);
    return (body['jobs'] as { job_id: string }[]).map(({ job_id: id }) => id).sort();
  };

  it('finds by who asked, by source, and by the lead that was imported or moved', async () => {
    const start = async (method: string, path: string, body: object): Promise<string> => {
      const accepted = await api.call(method, path, { body, headers: { Prefer: 'respond-async' } });
      return String(accepted.body['job_id']);
    };
    const bulk = await start('POST', '/sync/leads/bulk', {
      source: 'csv',
      leads: [{ email: 'a@example.com' }],
    });
    const outcome = { status: 'succeeded', leadId: 3, warnings: [] };
    await api.mongo.collection('job_rows').updateOne({ jobId: bulk }, { $set: { outcome } });
    const moves = [
      await start('PUT', '/leads/3/status', { status: 'contacted' }),
      await start('PUT', '/prospects/3/status', { status: 'prospecting' }),
      await start('PUT', '/opportunities/3', { notes: 'Called again' }),
    ];
    expect(await jobIds('lead_id=3')).toEqual([bulk, ...moves].sort());
    expect(await jobIds('lead_id=4')).toEqual([]);
    expect(await jobIds('source=CSV')).toEqual([bulk]);
    expect(await jobIds('source=provider_a')).toEqual([]);
    const { requested_by: asker } = (await api.call('GET', `/jobs/${bulk}`)).body;
    expect(asker).toMatch(/^key_/u);
    expect(await jobIds(`requested_by=${String(asker)}`)).toEqual([bulk, ...moves].sort());
    expect(await jobIds('requested_by=key_other')).toEqual([]);
  });
});

describe.each(kinds)('GET /%s', (kind) => {
  it('pages through every record once, in the order of the ids', async () => {
    const seen: number[] = [];
    for (const page of [1, 2, 3]) {
      seen.push(...(await idsOf(kind, `page=${page}&limit=10`)));
    }
    expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
    const { body } = await api.call('GET', `/${kind}?page=3&limit=10`);
    expect(body['pagination']).toEqual({ total: 25, page: 3, limit: 10, next_cursor: null });
    expect(schemas[kind].list.validate(body).error).toBeUndefined();
  });

  it('goes on after a cursor from the newest record to the oldest', async () => {
    const seen: number[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = `order=desc&limit=10${cursor === '' ? '' : `&cursor=${cursor}`}`;
      seen.push(...(await idsOf(kind, query)));
      const { body } = await api.call('GET', `/${kind}?${query}`);
      cursor = (body['pagination'] as { next_cursor: string | null }).next_cursor;
    }
    expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => 25 - index));
  });

  it.each([
    ['source=provider_b', [1, 2, 3, 4, 5]],
    ['order=desc&limit=3', [25, 24, 23]],
    ['order=desc&limit=3&page=2', [22, 21, 20]],
    ['order=desc&source=provider_b', [5, 4, 3, 2, 1]],
    ['order=desc&updated_since=2026-11-10&limit=2', [25, 24]],
    ['order=asc&limit=2', [1, 2]],
    ['source=PROVIDER_B', [1, 2, 3, 4, 5]],
    ['company=northwind', [8]],
    ['company=NORTHWIND%20Inc.', [8]],
    ['company=%C3%84rztehaus%20s%C3%BCd', [7]],
    ['company=North', []],
    ['email=ADA.9@Company.example.com', [9]],
    ['email=ada.9@company.example', []],
    ['updated_since=2026-11-10T00:00:00Z&limit=3', [11, 12, 13]],
    ['updated_since=2026-11-10T00:00:01Z', []],
    ['updated_since=2026-11-10T00:00:01', []],
    ['updated_since=2026-11-10&limit=2', [11, 12]],
    ['updated_since=2026-11-11', []],
    ['source=csv', []],
    ['source=provider_b&email=ada.3@company.example.com', [3]],
    ['source=provider_b&email=ada.9@company.example.com', []],
  ])('narrows down by %s', async (query, ids) => {
    expect(await idsOf(kind, query)).toEqual(ids);
  });

  it.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=NaN',
    'page=1000000000',
    'page=1e1',
    'page=%201',
    'page=%2B1',
    'page=01',
    'limit=5.0',
    'source=nobody',
    'email=ada.9@company',
    'email=ada',
    'email=a%20b@example.com',
    'limit=0',
    'limit=501',
    'order=newest',
    'order=',
    'status=banana',
    'status=',
    'updated_since=yesterday',
    'updated_since=2026-02-30T00:00:00Z',
    'updated_since=2026-02-30T00:00:00',
    'updated_since=2026-02-30',
    'updated_since=2026-13-01T00:00:00Z',
    'nothing=1',
    '__proto__=1',
    'status[$ne]=x',
  ])('refuses %s', async (query) => {
    const { status, body } = await api.call('GET', `/${kind}?${query}`);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'VALIDATION_ERROR', details: { field: expect.any(String) } });
  });

  it.each([
    'abc',
    '1.5',
    '-1',
    '0',
    '0x10',
    '9007199254740993',
    '%00',
    '1e3',
    '1.0',
    '01',
    '+1',
    ' 1',
    '1 ',
    '[object Object]',
  ])('refuses the id %s', async (id) => {
    const { status, body } = await api.call('GET', `/${kind}/${encodeURIComponent(id)}`);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'VALIDATION_ERROR', details: { field: schemas[kind].id } });
  });

  it('does not know an id that nobody has', async () => {
    const { status, body } = await api.call('GET', `/${kind}/999999`);
    expect(status).toBe(404);
    expect(body.error).toMatchObject({
      code: 'RESOURCE_NOT_FOUND',
      details: { [schemas[kind].id]: 999_999 },
    });
  });

  it('shows one record with contact, research and history', async () => {
    const { status, body } = await api.call('GET', `/${kind}/12`);
    expect(status).toBe(200);
    expect(schemas[kind].one.validate(body).error).toBeUndefined();
    expect(body).toMatchObject({
      lead_id: 12,
      psa_ticket_id: 1012,
      source: 'provider_a',
      contact: { name: 'Ada Example', email: 'ada.12@company.example.com', company: 'Company 12' },
      research: {
        services_offered: 'Software, Cloud',
        growth_signals: 'Hiring',
        public_research: 'Listed in 2020',
        initial_notes: 'Warm',
      },
      custom_fields: { CF_101: 'Provider A', CF_112: 1999 },
      history: [{ at: '2026-10-01T08:00:00.000Z', by: 'Sales desk' }],
      created_at: '2026-10-01T08:00:00.000Z',
      updated_at: '2026-11-10T00:00:00.000Z',
    });
  });
});

describe('what each kind of record shows beside', () => {
  it('a lead: for each field its source and date, and its prospect', async () => {
    const { body } = await api.call('GET', '/leads/2');
    expect(body).toMatchObject({
      status: 'engaged',
      prospect_id: 2,
      quality_score: 100,
      field_sources: {
        email: { source: 'provider_b', at: '2026-10-01T08:00:00.000Z' },
        CF_102: { source: 'provider_b', at: '2026-10-01T08:00:00.000Z' },
      },
      sources: [{ source: 'provider_b', received_at: '2026-10-01T08:00:00.000Z' }],
      allowed_statuses: [],
    });
  });

  it('a prospect: its qualification data and what is to be done next', async () => {
    const { body } = await api.call('GET', '/prospects/2');
    expect(body).toMatchObject({
      status: 'qualified',
      opportunity_id: 2,
      next_action: 'Send a proposal',
      next_action_date: '2027-01-15',
      qualification_data: { pain_points: 'Manual reporting', fit_score: 85, decision_maker: 'Yes' },
    });
  });

  it('an opportunity: what it inherits, its sales data and its notes', async () => {
    const { body } = await api.call('GET', '/opportunities/2');
    expect(body).toMatchObject({
      status: 'progressing',
      allowed_statuses: ['negotiation'],
      qualification_data: { pain_points: 'Manual reporting', fit_score: 85 },
      opportunity_data: { value: 50_000, probability: 40, expected_close_date: '2027-03-31' },
      notes: [{ text: 'They asked for a pilot' }],
    });
  });

  it('that the person has opted out, whatever the lead has become since', async () => {
    await api.mongo.collection('leads').updateOne({ _id: 3 as never }, { $set: { doNotContact: true } });
    for (const kind of kinds) {
      expect((await api.call('GET', `/${kind}/3`)).body['do_not_contact']).toBe(true);
      expect((await api.call('GET', `/${kind}/4`)).body['do_not_contact']).toBe(false);
    }
  });

  it('never the key, the fences or what only the service needs', async () => {
    for (const kind of kinds) {
      const { text } = await api.call('GET', `/${kind}/2`);
      expect(text).not.toMatch(/fence|psaDetails|promotionReference|convertedBy|"key"|_id":\{/);
    }
  });
});

describe('GET /calls', () => {
  beforeAll(async () => {
    const call = (id: number, ids: object) => ({
      _id: `call_${id}` as never,
      leadId: 1,
      prospectId: null,
      opportunityId: null,
      ...ids,
      occurredAt: new Date(Date.UTC(2026, 9, id)),
      direction: 'inbound',
      dialledNumber: null,
      durationSeconds: 60,
      agent: null,
      outcome: null,
      nextAction: null,
      notes: null,
      psaActionId: id,
      recordedBy: 'Sales desk',
      createdAt: new Date(),
    });
    await api.mongo
      .collection('calls')
      .insertMany([
        call(1, {}),
        call(2, { prospectId: 1 }),
        call(3, { prospectId: 1, opportunityId: 1 }),
        call(4, { leadId: 2 }),
      ]);
  });

  it.each([
    ['', ['call_4', 'call_3', 'call_2', 'call_1']],
    ['lead_id=1', ['call_3', 'call_2', 'call_1']],
    ['prospect_id=1', ['call_3', 'call_2']],
    ['opportunity_id=1', ['call_3']],
    ['lead_id=1&page=2&limit=2', ['call_1']],
    ['lead_id=77', []],
  ])('returns the newest first (%s)', async (query, ids) => {
    const { status, body } = await api.call('GET', `/calls?${query}`);
    expect(status).toBe(200);
    expect(callListResponse.validate(body).error).toBeUndefined();
    expect((body['calls'] as readonly { call_id: string }[]).map((call) => call.call_id)).toEqual(ids);
  });

  it.each(['lead_id=x', 'lead_id=0', 'page=0', 'agent=1'])('refuses %s', async (query) => {
    expect((await api.call('GET', `/calls?${query}`)).status).toBe(400);
  });
});

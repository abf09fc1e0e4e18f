import { beforeAll, describe, expect, it } from '@jest/globals';
import { createFactTotals } from '@leadbridge/store';

import { useTestApi } from '../testing/test-api.js';

const day = (text: string): Date => new Date(`${text}T00:00:00Z`);
const hours = (count: number): number => count * 3_600;

describe.each([
  ['as they were recorded', false],
  ['that a worker has added up', true],
])('analytics of facts %s', (_name, addedUp) => {
  const lead = (id: number, status: string, source: string, prospectId: number | null = null) => ({
    _id: id,
    key: `lead-${id}@example.com`,
    status,
    createdSource: source,
    prospectId,
    createdAt: day('2026-03-01'),
    updatedAt: day('2026-03-01'),
  });
  const move = (
    from: string,
    to: string,
    at: string,
    seconds: number,
    source = 'provider_a',
    recordId = 1,
  ) => ({
    kind: 'lead',
    recordId,
    leadId: recordId,
    source,
    from,
    to,
    at: day(at),
    secondsInFrom: seconds,
  });
  const fact = (at: string, source: string, counts: Record<string, number>) => ({
    at: day(at),
    source,
    ...{ created: 0, updated: 0, skipped: 0, preserved: 0, failed: 0 },
    ...counts,
  });
  const insert = (collection: string, rows: readonly object[]) =>
    api.mongo.collection(collection).insertMany(rows);
  const api = useTestApi({ environment: { RATE_LIMIT_PER_HOUR: '100000' } });

  beforeAll(async () => {
    await insert('events', [
      fact('2026-03-02', 'provider_a', { created: 3, updated: 1, failed: 1 }),
      fact('2026-03-03', 'provider_a', { created: 2, skipped: 1 }),
      fact('2026-03-03', 'csv', { preserved: 1, failed: 3 }),
      fact('2026-02-01', 'provider_b', { created: 50 }),
    ]);
    await insert('leads', [
      lead(1, 'new_lead', 'provider_a'),
      lead(2, 'researching', 'provider_a'),
      lead(3, 'contacted', 'provider_a'),
      lead(4, 'engaged', 'provider_a', 1),
      lead(5, 'engaged', 'csv'),
    ]);
    const prospect = { status: 'qualified', source: 'provider_a', createdAt: day('2026-03-06') };
    await insert('prospects', [{ ...prospect, _id: 1, leadId: 4, opportunityId: 1 }]);
    const opportunity = { source: 'provider_a', createdAt: day('2026-03-10') };
    await insert('opportunities', [
      {
        ...opportunity,
        _id: 1,
        prospectId: 1,
        psaOpportunityId: 1,
        status: 'won',
        opportunity: { value: 5_000 },
      },
      {
        ...opportunity,
        _id: 2,
        prospectId: 2,
        psaOpportunityId: 2,
        status: 'won',
        opportunity: { value: 2_000 },
      },
    ]);
    await insert('transitions', [
      move('new_lead', 'researching', '2026-03-02', hours(2)),
      move('new_lead', 'researching', '2026-03-03', hours(4)),
      move('new_lead', 'researching', '2026-03-03', hours(6)),
      move('researching', 'contacted', '2026-03-04', hours(48)),
      move('researching', 'contacted', '2026-03-04', hours(24)),
      move('contacted', 'engaged', '2026-03-05', hours(1)),
      move('engaged', 'new_prospect', '2026-03-06', hours(1)),
      move('prospecting', 'qualified', '2026-03-07', hours(1)),
      move('prospecting', 'disqualified', '2026-03-07', hours(1), 'csv'),
      move('negotiation', 'won', '2026-03-12', hours(3), 'provider_a', 1),
      move('negotiation', 'won', '2026-03-14', hours(3), 'provider_a', 2),
      move('negotiation', 'lost', '2026-03-14', hours(3), 'csv', 3),
      move('new_lead', 'researching', '2026-05-01', hours(900)),
    ]);
    const totals = createFactTotals(api.mongo);
    while (addedUp && (await totals.rollUp()) > 0);
  });

  it('are in totals, or not', async () => {
    const counted = await api.mongo.collection('transitions').countDocuments({ counted: true });
    expect(counted).toBe(addedUp ? 13 : 0);
  });

  const march = 'start_date=2026-03-01&end_date=2026-03-31';

  it('count imports, prospects and won opportunities of the period', async () => {
    const { status, body } = await api.call('GET', `/analytics/sync?${march}`, { key: api.keys.viewer });
    expect(status).toBe(200);
    expect(body).toEqual({
      period: { start: '2026-03-01T00:00:00.000Z', end: '2026-03-31T23:59:59.999Z' },
      totals: { leads_imported: 5, prospects_created: 1, opportunities_won: 2 },
      by_source: {
        csv: { leads: 0, success_rate: 0.25 },
        provider_a: { leads: 5, success_rate: 0.875 },
      },
    });
  });

  it('count by day and by hour, including days without any', async () => {
    const nothing = { created: 0, updated: 0, skipped: 0, preserved: 0, failed: 0 };
    const history = async (query: string) => (await api.call('GET', `/analytics/history?${query}`)).body;
    expect(await history('start_date=2026-03-01&end_date=2026-03-04')).toEqual({
      period: { start: '2026-03-01T00:00:00.000Z', end: '2026-03-04T23:59:59.999Z' },
      interval: 'day',
      points: [
        { start: '2026-03-01T00:00:00.000Z', ...nothing },
        { start: '2026-03-02T00:00:00.000Z', ...nothing, created: 3, updated: 1, failed: 1 },
        { start: '2026-03-03T00:00:00.000Z', ...nothing, created: 2, skipped: 1, preserved: 1, failed: 3 },
        { start: '2026-03-04T00:00:00.000Z', ...nothing },
      ],
    });
    const hourly = await history(
      'start_date=2026-03-02T23:30:00Z&end_date=2026-03-03T00:10:00Z&interval=hour&source=csv',
    );
    expect(hourly['points']).toEqual([
      { start: '2026-03-02T23:00:00.000Z', ...nothing },
      { start: '2026-03-03T00:00:00.000Z', ...nothing, preserved: 1, failed: 3 },
    ]);
    expect((await history(`${march}&interval=hour`)).error).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: 'A period of more than 400 hours is too long',
    });
  });

  it('can be filtered by source', async () => {
    const { body } = await api.call('GET', `/analytics/sync?${march}&source=CSV`);
    expect(body).toMatchObject({
      totals: { leads_imported: 0, prospects_created: 0, opportunities_won: 0 },
      by_source: { csv: { leads: 0, success_rate: 0.25 } },
    });
    const workflow = await api.call('GET', `/analytics/workflow?${march}&source=csv`);
    expect(workflow.body['success_metrics']).toEqual({
      win_rate: 0,
      average_deal_value: null,
      average_days_to_win: null,
      qualified_rate: 0,
    });
  });

  it('show how records change, how long they stay, and their results', async () => {
    const { status, body } = await api.call('GET', `/analytics/workflow?${march}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      period: { start: '2026-03-01T00:00:00.000Z', end: '2026-03-31T23:59:59.999Z' },
      conversion_rates: {
        // One lead is at each of new_lead, researching, contacted and (unconverted) engaged.
        new_lead_to_researching: 0.75,
        researching_to_contacted: 0.6667,
        contacted_to_engaged: 0.5,
        engaged_to_new_prospect: 0.5,
        prospecting_to_qualified: 0.5,
        prospecting_to_disqualified: 0.5,
        negotiation_to_won: 0.6667,
        negotiation_to_lost: 0.3333,
      },
      average_time_in_stage_hours: {
        new_lead: 4,
        researching: 36,
        contacted: 1,
        engaged: 1,
        prospecting: 1,
        negotiation: 3,
      },
      bottleneck: { status: 'researching', average_hours: 36, records: 1 },
      success_metrics: {
        win_rate: 0.6667,
        average_deal_value: 3_500,
        average_days_to_win: 3,
        qualified_rate: 0.5,
      },
    });
  });

  it('are exact to the millisecond', async () => {
    const sync = async (start: string, end: string) =>
      (await api.call('GET', `/analytics/sync?start_date=${start}&end_date=${end}`)).body['totals'];
    const nothing = { leads_imported: 0, prospects_created: 0, opportunities_won: 0 };
    expect(await sync('2026-03-02T00:00:00Z', '2026-03-02T00:00:00.001Z')).toEqual({
      ...nothing,
      leads_imported: 3,
    });
    expect(await sync('2026-03-02T00:00:00.001Z', '2026-03-02T23:59:59.999Z')).toEqual(nothing);
    expect(await sync('2026-03-02T00:00:00.001Z', '2026-03-14T00:00:00Z')).toEqual({
      leads_imported: 2,
      prospects_created: 1,
      opportunities_won: 2,
    });
  });

  it('are empty for a period in which nothing happened', async () => {
    const period = 'start_date=2026-01-01&end_date=2026-01-02';
    expect((await api.call('GET', `/analytics/workflow?${period}`)).body).toMatchObject({
      conversion_rates: {},
      bottleneck: null,
      success_metrics: { win_rate: null },
    });
    expect((await api.call('GET', `/analytics/sync?${period}`)).body['by_source']).toEqual({});
  });

  const wrong = [
    ['reversed', 'start_date=2026-03-31&end_date=2026-03-01'],
    ['empty', 'start_date=2026-03-01T00:00:00Z&end_date=2026-03-01T00:00:00Z'],
    ['of ten years', 'start_date=2016-03-01&end_date=2026-03-01'],
    ['in the future', 'start_date=2190-03-01&end_date=2190-03-02'],
    ['of a day that does not exist', 'start_date=2026-02-30'],
    ['of no date', 'start_date=yesterday'],
    ['of nothing', 'start_date='],
    ['sent twice', 'start_date=2026-03-01&start_date=2026-03-02'],
    ['of an unknown source', 'source=nobody'],
    ['with an unknown key', 'from=2026-03-01'],
  ] as const;

  it('name the field and the reason for a window that ends far in the future', async () => {
    const { body } = await api.call('GET', '/analytics/sync?end_date=2190-01-01');
    expect(body.error).toMatchObject({
      message: 'end_date lies more than 30 days in the future: send start_date too',
      details: { field: 'end_date', value: '2190-01-01' },
    });
  });

  it.each(
    wrong.flatMap(([name, query]) =>
      (['sync', 'workflow'] as const).map((kind) => [name, kind, query] as const),
    ),
  )('reject a window %s (%s)', async (_name, kind, query) => {
    const { status, body } = await api.call('GET', `/analytics/${kind}?${query}`);
    expect({ status, code: body.error?.['code'] }).toEqual({ status: 400, code: 'VALIDATION_ERROR' });
  });
});

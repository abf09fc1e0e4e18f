import { describe, expect, it } from '@jest/globals';
import { createPsaBudgetHistory } from '@leadbridge/store';

import { useTestApi } from '../testing/test-api.js';

const minuteMs = 60_000;
const none = { opt_out: 0, lifecycle: 0, single: 0, bulk: 0, mirror: 0 };

const api = useTestApi();

describe('the history of the budget of PSA requests', () => {
  it('has the fullest sample of each interval, the first of a minute whoever took it, and nothing where there is none', async () => {
    const history = createPsaBudgetHistory(api.mongo);
    // The minute before this one, and two earlier.
    const end = Math.floor(api.services.clock.now() / minuteMs) * minuteMs - 1;
    const sample = async (minutesBefore: number, bulk: number, atSecond = 1) =>
      history.record({
        at: new Date(end + 1 - minutesBefore * minuteMs + atSecond * 1_000),
        limit: 500,
        used: bulk + 7,
        usedBy: { ...none, bulk, others: 7 },
        waiting: { ...none, bulk: 2 },
      });
    await sample(3, 100);
    await Promise.all([sample(1, 300), sample(1, 300)]);
    await sample(1, 450, 40);
    expect(await api.mongo.collection('psa_budget_samples').countDocuments()).toBe(2);

    const read = async (from: number, interval: string) => {
      const query = `start_date=${new Date(from).toISOString()}&end_date=${new Date(end).toISOString()}`;
      const { body } = await api.call('GET', `/psa/budget-history?interval=${interval}&${query}`);
      return body['points'] as { start: string; peak: { used: number } | null }[];
    };
    const minutes = await read(end - 3 * minuteMs + 1, 'minute');
    expect(minutes.map(({ peak }) => peak?.used ?? null)).toEqual([107, null, 307]);
    expect(minutes[2]).toEqual({
      start: new Date(end + 1 - minuteMs).toISOString(),
      peak: {
        at: new Date(end + 1 - minuteMs + 1_000).toISOString(),
        limit: 500,
        used: 307,
        used_by: { ...none, bulk: 300, others: 7 },
        waiting: { ...none, bulk: 2 },
      },
    });
    const days = await read(end - 3 * minuteMs + 1, 'day');
    expect(days.at(-1)?.peak?.used).toBe(307);
  });

  it('refuses more points than it returns', async () => {
    const { status, body } = await api.call('GET', '/psa/budget-history?interval=minute');
    expect(status).toBe(400);
    expect(body['error']).toMatchObject({ message: 'A period of more than 400 minutes is too long' });
  });
});

describe('a check of the PSA', () => {
  it('is a job of the workers, which the audit log names', async () => {
    const headers = { Prefer: 'respond-async' };
    const { status, body } = await api.call('POST', '/psa/check', { body: {}, headers });
    expect(status).toBe(202);
    const { body: audit } = await api.call('GET', `/audit?target_id=${String(body['job_id'])}`);
    expect(audit['entries']).toMatchObject([{ action: 'psa.check_requested', target: { type: 'psa' } }]);
    const { body: jobs } = await api.call('GET', '/jobs?type=psa_check');
    expect(jobs['jobs']).toMatchObject([{ job_id: body['job_id'], status: 'queued' }]);
  });
});

import { describe, expect, it } from '@jest/globals';

import { attentionOf, type LookedAt } from './attention.js';

const counts = { opt_out: 0, lifecycle: 0, single: 0, bulk: 0, mirror: 0 };
const fine: LookedAt = {
  services: { psa: 'connected', provider_a: 'not_configured', database: 'connected' },
  psa_failure: null,
  workers: { alive: 1, last_seen_at: null },
  queue: { state: 'connected', waiting: 0, active: 0 },
  psa_budget: {
    limit: 500,
    used: 0,
    window_seconds: 300,
    free: counts,
    waiting: counts,
    used_by: { ...counts, others: 0 },
  },
  event_dispatch: { state: 'working', oldest_waiting_seconds: null },
};
const none = { failedOptOuts: 0, unknownOptOuts: 0, failingWebhooks: 0, openCompanyMatches: 0 };

describe('what needs attention', () => {
  it('is nothing where all is well', () => {
    expect(attentionOf(fine, none)).toEqual([]);
  });

  it('is told with the place that says more, the gravest first', () => {
    const health: LookedAt = {
      ...fine,
      workers: { alive: 0, last_seen_at: null },
      psa_budget: {
        limit: 500,
        used: 500,
        window_seconds: 300,
        free: counts,
        waiting: { ...counts, bulk: 2 },
        used_by: { ...counts, bulk: 500, others: 0 },
      },
    };
    expect(
      attentionOf(health, {
        failedOptOuts: 2,
        unknownOptOuts: 1,
        failingWebhooks: 1,
        openCompanyMatches: 3,
      })?.map(({ path }) => path),
    ).toEqual([
      '/jobs?status=queued',
      '/opt-outs?status=failed',
      '/opt-outs?status=unknown_source',
      '/company-matches?status=open',
      '/webhooks',
      '/psa',
    ]);
  });

  it('is not called nothing before all is known, but told where something is', () => {
    expect(attentionOf(fine, { ...none, openCompanyMatches: undefined })).toBeUndefined();
    expect(attentionOf(fine, { ...none, failingWebhooks: undefined, failedOptOuts: 1_234 })).toEqual([
      {
        text: 'Opt-outs that could not be sent to their provider: 1,234.',
        verb: 'Send again',
        path: '/opt-outs?status=failed',
      },
    ]);
  });
});

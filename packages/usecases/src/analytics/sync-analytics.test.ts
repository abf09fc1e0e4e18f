import { describe, expect, it } from '@jest/globals';

import { syncAnalytics } from './sync-analytics.js';
import { factsReader, noDeals, period } from './testing/facts-reader.js';

const facts = [
  { source: 'csv', created: 5, succeeded: 8, tried: 9 },
  { source: 'provider_a', created: 2, succeeded: 2, tried: 2 },
];

describe('what was imported and won', () => {
  it('counts created leads, and gives each source its share of leads that did not fail', async () => {
    const figures = await syncAnalytics(factsReader({ facts }), period);
    expect(figures).toEqual({
      ...{ leadsImported: 7, prospectsCreated: 0, opportunitiesWon: 0 },
      bySource: [
        { source: 'csv', leads: 5, successRate: 0.8889 },
        { source: 'provider_a', leads: 2, successRate: 1 },
      ],
    });
  });

  it('counts each record by the status that it reached, not the one that it left', async () => {
    const rest = { secondsInFrom: 0, deals: noDeals };
    const transitions = [
      { from: 'qualified', to: 'new_prospect', count: 3, ...rest },
      { from: 'engaged', to: 'new_prospect', count: 1, ...rest },
      { from: 'new_prospect', to: 'active', count: 9, ...rest },
      { from: 'negotiation', to: 'won', count: 2, ...rest },
      { from: 'won', to: 'lost', count: 8, ...rest },
    ];
    const figures = await syncAnalytics(factsReader({ transitions }), period);
    expect(figures).toMatchObject({ prospectsCreated: 4, opportunitiesWon: 2 });
  });

  it('can be restricted to one source', async () => {
    const asked: (string | undefined)[] = [];
    await syncAnalytics(factsReader({ asked }), period, 'csv');
    expect(asked).toEqual(['csv', 'csv']);
  });
});

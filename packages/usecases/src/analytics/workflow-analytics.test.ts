import { describe, expect, it } from '@jest/globals';

import type { TransitionFacts } from '../ports/analytics.js';
import { factsReader, noDeals, period } from './testing/facts-reader.js';
import { workflowAnalytics } from './workflow-analytics.js';

function transition(from: string, to: string, count: number, hours = 0): TransitionFacts {
  return { from, to, count, secondsInFrom: count * hours * 3_600, deals: noDeals };
}

async function figures(
  transitions: readonly TransitionFacts[],
  standing: Readonly<Record<string, number>> = {},
) {
  return workflowAnalytics(factsReader({ transitions, standing }), period);
}

describe('conversion rates', () => {
  it('are shares of the records that left the status or are there now', async () => {
    const { conversionRates } = await figures(
      [transition('new_lead', 'contacted', 3), transition('new_lead', 'disqualified', 1)],
      { new_lead: 4 },
    );
    expect(conversionRates).toEqual([
      { from: 'new_lead', to: 'contacted', rate: 0.375 },
      { from: 'new_lead', to: 'disqualified', rate: 0.125 },
    ]);
  });

  it('have four decimals', async () => {
    const { conversionRates } = await figures([transition('new_lead', 'contacted', 1)], { new_lead: 2 });
    expect(conversionRates.map(({ rate }) => rate)).toEqual([0.3333]);
  });
});

describe('the time in a stage', () => {
  it('is averaged over all that left it, whatever they became', async () => {
    const { averageHoursInStage } = await figures([
      transition('contacted', 'engaged', 1, 10),
      transition('contacted', 'disqualified', 3, 2),
    ]);
    expect(averageHoursInStage).toEqual([{ status: 'contacted', hours: 4 }]);
  });

  it.each([
    ['the slowest stage on average, not in total', { engaged: 7 }, 7],
    ['the slowest stage even if it is empty now', {}, 0],
  ])('names as bottleneck %s', async (_, standing, records) => {
    const { bottleneck } = await figures(
      [transition('new_lead', 'contacted', 100, 1), transition('engaged', 'qualified', 2, 3)],
      standing,
    );
    expect(bottleneck).toEqual({ status: 'engaged', averageHours: 3, records });
  });
});

describe('how records end', () => {
  it.each([
    ['winRate', 'won', 'lost'],
    ['qualifiedRate', 'qualified', 'disqualified'],
  ] as const)('gives %s as the share of %s over %s, from any status', async (rate, yes, no) => {
    const result = await figures([
      transition('a', yes, 1),
      transition('b', yes, 2),
      transition('a', no, 1),
      transition('a', 'other', 9),
    ]);
    expect(result[rate]).toBe(0.75);
  });

  it('averages the values and the days only of deals that have them', async () => {
    const deals = { priced: 2, value: 5_000, dated: 4, millisecondsToWin: 6 * 24 * 3_600_000 };
    const more = { priced: 3, value: 1_000, dated: 0, millisecondsToWin: 0 };
    const won = transition('negotiation', 'won', 5);
    const result = await figures([
      { ...won, deals },
      { ...won, from: 'proposal', deals: more },
    ]);
    expect(result).toMatchObject({ averageDealValue: 1_200, averageDaysToWin: 1.5 });
  });

  it('gives null, not zero, for what did not happen', async () => {
    expect(await figures([])).toEqual({
      ...{ conversionRates: [], averageHoursInStage: [], bottleneck: null, winRate: null },
      ...{ averageDealValue: null, averageDaysToWin: null, qualifiedRate: null },
    });
  });
});

describe('the figures of one source', () => {
  it('leave out the leads of the others', async () => {
    const asked: (string | undefined)[] = [];
    await workflowAnalytics(factsReader({ asked }), period, 'provider_a');
    expect(asked).toEqual(['provider_a', 'provider_a']);
  });
});

import { describe, expect, it } from '@jest/globals';

import { shownPart, unusedBudget } from '../testing/shown.js';
import { budgetPart } from './budget-part.js';

const budget = {
  ...unusedBudget,
  used: 120,
  free: 380,
  freeFor: { ...unusedBudget.freeFor, opt_out: 380, bulk: 30 },
  waiting: { ...unusedBudget.waiting, bulk: 4 },
  usedBy: { ...unusedBudget.usedBy, bulk: 100, others: 20 },
};

describe('the metrics of the PSA budget', () => {
  it('show what is used, by whom, and what is free and waiting for each priority', async () => {
    const samples = await shownPart(budgetPart, { psaBudget: () => Promise.resolve(budget) }).read();
    expect(samples).toMatchObject({
      psa_budget_limit: 500,
      psa_budget_left: 380,
      psa_budget_window_seconds: 300,
      'psa_budget_used{priority="bulk"}': 100,
      'psa_budget_used{priority="others"}': 20,
      'psa_budget_free{priority="opt_out"}': 380,
      'psa_budget_free{priority="mirror"}': 0,
      'psa_budget_waiting{priority="bulk"}': 4,
    });
  });

  it('follow a limit that the PSA has lowered', async () => {
    let limit = 500;
    const shown = shownPart(budgetPart, { psaBudget: () => Promise.resolve({ ...budget, limit }) });
    await shown.read();
    limit = 60;
    expect(await shown.read()).toMatchObject({ psa_budget_limit: 60 });
  });

  it('cannot be read while Redis is unavailable', async () => {
    const shown = shownPart(budgetPart, { psaBudget: () => Promise.reject(new Error('Redis is away')) });
    await expect(shown.read()).rejects.toThrow('Redis is away');
  });
});

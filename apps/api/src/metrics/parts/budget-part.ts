import type { ServiceFigures } from './figures.js';
import { definePart } from './metrics-part.js';

export const budgetPart = definePart({
  name: 'psa_budget',
  gauges: {
    psa_budget_limit: ['Requests to the PSA that are allowed per window'],
    psa_budget_used: ['Calls to the PSA within the window, by whom', 'priority'],
    psa_budget_left: ['Calls to the PSA that may be made at once'],
    psa_budget_window_seconds: ['The rolling window of the budget'],
    psa_budget_free: [
      'Calls to the PSA that a newcomer of a priority may make at once: what is left to the more urgent is not among them',
      'priority',
    ],
    psa_budget_waiting: ['Calls that wait for the budget', 'priority'],
  },
  read: async ({ psaBudget }: Pick<ServiceFigures, 'psaBudget'>) => {
    const budget = await psaBudget();
    return {
      psa_budget_limit: budget.limit,
      psa_budget_used: { ...budget.usedBy },
      psa_budget_left: budget.free,
      psa_budget_window_seconds: budget.windowSeconds,
      psa_budget_free: { ...budget.freeFor },
      psa_budget_waiting: { ...budget.waiting },
    };
  },
});

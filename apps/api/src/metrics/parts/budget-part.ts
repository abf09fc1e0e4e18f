import type { PsaBudgetStatus } from '@leadbridge/integrations';
import type { Gauge, Registry } from 'prom-client';

import { gaugeOf, type MetricsPart } from './metrics-part.js';

/** @param psaBudget throws while Redis is unavailable */
export function budgetPart(registry: Registry, psaBudget: () => Promise<PsaBudgetStatus>): MetricsPart {
  const limit = gaugeOf(registry, 'psa_budget_limit', 'Requests to the PSA that are allowed per window');
  const used = gaugeOf(registry, 'psa_budget_used', 'Calls to the PSA within the window, by whom', [
    'priority',
  ]);
  const left = gaugeOf(registry, 'psa_budget_left', 'Calls to the PSA that may be made at once');
  const window = gaugeOf(registry, 'psa_budget_window_seconds', 'The rolling window of the budget');
  const free = gaugeOf(
    registry,
    'psa_budget_free',
    'Calls to the PSA that a newcomer of a priority may make at once: what is left to the more urgent is not among them',
    ['priority'],
  );
  const waiting = gaugeOf(registry, 'psa_budget_waiting', 'Calls that wait for the budget', ['priority']);
  return {
    name: 'psa_budget',
    gauges: [limit, used, left, window, free, waiting],
    read: async () => {
      const budget = await psaBudget();
      return () => {
        limit.set(budget.limit);
        left.set(budget.free);
        window.set(budget.windowSeconds);
        setByPriority(free, budget.freeFor);
        setByPriority(waiting, budget.waiting);
        setByPriority(used, budget.usedBy);
      };
    },
  };
}

function setByPriority(gauge: Gauge<'priority'>, counts: Readonly<Record<string, number>>): void {
  for (const [priority, count] of Object.entries(counts)) {
    gauge.set({ priority }, count);
  }
}

import type { BudgetSampleView, HealthResponse, PsaRequestCounts } from '@leadbridge/contracts';
import type { PsaBudgetStatus } from '@leadbridge/integrations';
import type { PsaBudgetSample } from '@leadbridge/usecases';

export function presentBudget(budget: PsaBudgetStatus | null): HealthResponse['psa_budget'] {
  if (budget === null) {
    return null;
  }
  const { limit, used, windowSeconds, freeFor, waiting, usedBy } = budget;
  return { limit, used, window_seconds: windowSeconds, free: freeFor, waiting, used_by: usedBy };
}

/** A sample from before a priority was added lacks it. */
const none: PsaRequestCounts = { opt_out: 0, lifecycle: 0, single: 0, bulk: 0, mirror: 0 };

export function presentBudgetSample({ at, limit, used, usedBy, waiting }: PsaBudgetSample): BudgetSampleView {
  return {
    at: at.toISOString(),
    limit,
    used,
    used_by: { ...none, ...usedBy },
    waiting: { ...none, ...waiting },
  };
}

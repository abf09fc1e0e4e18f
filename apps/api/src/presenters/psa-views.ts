import type {
  BudgetSampleView,
  HealthResponse,
  MirrorKindView,
  PsaRequestCounts,
} from '@leadbridge/contracts';
import type { PsaBudgetStatus } from '@leadbridge/integrations';
import { isoTime } from '@leadbridge/platform';
import { isMirrorWhole, missingFromMirror } from '@leadbridge/usecases';
import type { MirrorState, PsaBudgetSample, PsaMirrorReader } from '@leadbridge/usecases';

/** The current budget. */
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

/** The progress of the mirror for each kind. */
export async function readMirror(
  mirror: Pick<PsaMirrorReader, 'states' | 'counts'>,
): Promise<readonly MirrorKindView[]> {
  const time = (at: number | null | undefined): string | null =>
    at === null || at === undefined ? null : isoTime(at);
  return await Promise.all(
    (await mirror.states()).map(async (state) => {
      const { kind, complete, order, scan, deltaScans } = state;
      const { documents, oldestObservedAt } = await mirror.counts(kind);
      return {
        kind,
        documents,
        complete: isMirrorWhole(state),
        missing: missingFromMirror(state),
        order,
        oldest_observed_at: time(oldestObservedAt),
        last_round_at: time(complete?.startedAt),
        scanning_page: scan?.nextPage ?? null,
        delta_scans: deltaScans,
      };
    }),
  );
}

export function presentMirrorHealth(states: readonly MirrorState[] | null): HealthResponse['psa_mirror'] {
  const missing = { tickets: 0, contacts: 0, clients: 0 };
  states?.forEach((state) => {
    missing[state.kind] = missingFromMirror(state);
  });
  return states === null ? null : { complete: states.every(isMirrorWhole), missing };
}

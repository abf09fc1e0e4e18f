import type { HealthResponse, MirrorKindView } from '@leadbridge/contracts';
import { isoTime } from '@leadbridge/platform';
import { isMirrorWhole, missingFromMirror } from '@leadbridge/usecases';
import type { MirrorState, PsaMirrorReader } from '@leadbridge/usecases';

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

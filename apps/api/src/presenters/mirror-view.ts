import type { MirrorKindView } from '@leadbridge/contracts';
import { isoTime } from '@leadbridge/platform';
import type { PsaMirrorReader } from '@leadbridge/usecases';

/** The progress of the mirror for each kind. */
export async function readMirror(
  mirror: Pick<PsaMirrorReader, 'states' | 'counts'>,
): Promise<readonly MirrorKindView[]> {
  const time = (at: number | null | undefined): string | null =>
    at === null || at === undefined ? null : isoTime(at);
  return await Promise.all(
    (await mirror.states()).map(async ({ kind, complete, order, scan, deltaScans }) => {
      const { documents, oldestObservedAt } = await mirror.counts(kind);
      return {
        kind,
        documents,
        complete: complete !== null,
        order,
        oldest_observed_at: time(oldestObservedAt),
        last_round_at: time(complete?.startedAt),
        scanning_page: scan?.nextPage ?? null,
        delta_scans: deltaScans,
      };
    }),
  );
}

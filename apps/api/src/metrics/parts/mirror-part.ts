import type { Clock } from '@leadbridge/platform';
import { isMirrorWhole, missingFromMirror, oldestObservation } from '@leadbridge/usecases';
import type { PsaMirrorReader } from '@leadbridge/usecases';
import type { Registry } from 'prom-client';

import { gaugeOf, type MetricsPart } from './metrics-part.js';

export function mirrorPart(
  registry: Registry,
  { mirror, clock }: { readonly mirror: Pick<PsaMirrorReader, 'states' | 'counts'>; readonly clock: Clock },
): MetricsPart {
  const documents = gaugeOf(registry, 'psa_mirror_documents', 'Documents of the mirror of the PSA, by kind', [
    'kind',
  ]);
  const complete = gaugeOf(
    registry,
    'psa_mirror_complete',
    '1 once all pages of a kind were seen: bulk imports may be decided by it then',
    ['kind'],
  );
  const missing = gaugeOf(
    registry,
    'psa_mirror_missing',
    'How many entities the PSA counts that its pages did not show',
    ['kind'],
  );
  const age = gaugeOf(
    registry,
    'psa_mirror_oldest_seconds',
    'How long ago the oldest document of the mirror was observed; 0 for none, and where no order lets it decide anything',
    ['kind'],
  );
  const deltaScans = gaugeOf(
    registry,
    'psa_mirror_delta_scans',
    'Looks for what came into the PSA, since the beginning',
    ['kind'],
  );
  return {
    name: 'psa_mirror',
    gauges: [documents, complete, missing, age, deltaScans],
    read: async () => {
      const states = await mirror.states();
      const read = await Promise.all(
        states.map(async (state) => ({ state, counts: await mirror.counts(state.kind) })),
      );
      return () => {
        for (const { state, counts } of read) {
          const { kind } = state;
          documents.set({ kind }, counts.documents);
          complete.set({ kind }, isMirrorWhole(state) ? 1 : 0);
          missing.set({ kind }, missingFromMirror(state));
          const now = clock.now();
          age.set({ kind }, Math.max(0, now - (oldestObservation(state, counts) ?? now)) / 1_000);
          deltaScans.set({ kind }, state.deltaScans);
        }
      };
    },
  };
}

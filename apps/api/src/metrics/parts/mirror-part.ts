import { isMirrorWhole, missingFromMirror, oldestObservation } from '@leadbridge/usecases';

import { ageSeconds } from './age.js';
import type { ServiceFigures } from './figures.js';
import { definePart } from './metrics-part.js';

export const mirrorPart = definePart({
  name: 'psa_mirror',
  gauges: {
    psa_mirror_documents: ['Documents of the mirror of the PSA, by kind', 'kind'],
    psa_mirror_complete: [
      '1 once all pages of a kind were seen: bulk imports may be decided by it then',
      'kind',
    ],
    psa_mirror_missing: ['How many entities the PSA counts that its pages did not show', 'kind'],
    psa_mirror_oldest_seconds: [
      'How long ago the oldest document of the mirror was observed; 0 for none, and where no order lets it decide anything',
      'kind',
    ],
    psa_mirror_delta_scans: ['Looks for what came into the PSA, since the beginning', 'kind'],
  },
  read: async ({ mirror, clock }: Pick<ServiceFigures, 'mirror' | 'clock'>) => {
    const states = await mirror.states();
    const read = await Promise.all(
      states.map(async (state) => ({ state, counts: await mirror.counts(state.kind) })),
    );
    const byKind = (value: (of: (typeof read)[number]) => number) =>
      Object.fromEntries(read.map((one) => [one.state.kind, value(one)]));
    return {
      psa_mirror_documents: byKind(({ counts }) => counts.documents),
      psa_mirror_complete: byKind(({ state }) => Number(isMirrorWhole(state))),
      psa_mirror_missing: byKind(({ state }) => missingFromMirror(state)),
      psa_mirror_oldest_seconds: byKind(({ state, counts }) =>
        ageSeconds(clock, oldestObservation(state, counts)),
      ),
      psa_mirror_delta_scans: byKind(({ state }) => state.deltaScans),
    };
  },
});

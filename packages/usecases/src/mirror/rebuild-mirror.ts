import type { Clock } from '@leadbridge/platform';

import { mirrorKinds, type MirrorKind, type MirrorState, type PsaMirrorStore } from '../ports/psa-mirror.js';
import type { Job } from '../ports/jobs.js';
import { done, refused, type JobOutcome } from '../work/job-outcome.js';
import { dropKind } from './drop-mirror.js';

/** Milliseconds between two checks of the progress. */
const pauseMs = 1_000;

export interface RebuildDependencies {
  readonly mirrorStore: PsaMirrorStore;
  readonly clock: Clock;
}

/**
 * Drops the mirror and waits until it is complete again; the regular refresh reads the PSA. Safe to repeat at
 * any time: the job drops each kind only once. Ends without it if two scans of a kind lack the same entities.
 */
export async function rebuildMirror(
  { mirrorStore, clock }: RebuildDependencies,
  job: Job<'mirror_rebuild'>,
): Promise<JobOutcome> {
  const again: JobOutcome = { kind: 'waiting', continueAt: clock.now() + pauseMs };
  for (const kind of mirrorKinds) {
    const state = await mirrorStore.state(kind);
    const isDropped = state.rebuildJobId === job.jobId;
    if (!isDropped && !(await dropKind({ store: mirrorStore, clock }, state, { rebuildJobId: job.jobId }))) {
      return again;
    }
  }
  const states = await mirrorStore.states();
  const short = states.filter(isShortAgain);
  if (short.length > 0) {
    const missing = short.map((state) => `${state.missing} ${state.kind}`).join(', ');
    return refused(
      'EXTERNAL_API_ERROR',
      `The pages of the PSA lack entities that it counts: ${missing}. Imports read the PSA directly until its pages show them`,
      { service: 'psa' },
    );
  }
  if (states.some(({ complete }) => complete === null)) {
    return again;
  }
  const documentsOf = async (kind: MirrorKind): Promise<number> => (await mirrorStore.counts(kind)).documents;
  return done({
    success: true,
    documents: {
      tickets: await documentsOf('tickets'),
      contacts: await documentsOf('contacts'),
      clients: await documentsOf('clients'),
    },
  });
}

function isShortAgain({ complete, missing, scan }: MirrorState): boolean {
  return complete === null && missing > 0 && (scan?.round ?? 0) > 2;
}

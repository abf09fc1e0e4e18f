import type { Clock } from '@leadbridge/platform';

import { mirrorKinds, type MirrorKind, type PsaMirrorStore } from '../ports/psa-mirror.js';
import type { Job } from '../ports/jobs.js';
import { done, type JobOutcome } from '../work/job-outcome.js';
import { forgotten } from './refresh-mirror.js';

/** Milliseconds between two checks of the progress. */
const pauseMs = 2_000;

export interface RebuildDependencies {
  readonly mirrorStore: PsaMirrorStore;
  readonly clock: Clock;
}

/**
 * Drops the mirror and waits until it is complete again; the regular refresh reads the PSA. Safe to repeat at
 * any time: the job drops each kind only once.
 */
export async function rebuildMirror(
  { mirrorStore, clock }: RebuildDependencies,
  job: Job<'mirror_rebuild'>,
): Promise<JobOutcome> {
  const again: JobOutcome = { kind: 'waiting', continueAt: clock.now() + pauseMs };
  for (const kind of mirrorKinds) {
    const state = await mirrorStore.state(kind);
    if (state.rebuildJobId !== job.jobId) {
      if (!(await mirrorStore.saveState({ ...forgotten(state), rebuildJobId: job.jobId }))) {
        return again;
      }
      await mirrorStore.clear(kind);
    }
  }
  const states = await mirrorStore.states();
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

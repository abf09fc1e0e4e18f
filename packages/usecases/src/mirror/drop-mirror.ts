import { createHash } from 'node:crypto';

import { KEY_FORM } from '@leadbridge/domain';
import type { Clock } from '@leadbridge/platform';

import {
  mirrorKinds,
  unbegunMirror,
  type MirrorState,
  type PsaMirrorStore,
  type MirrorKind,
} from '../ports/psa-mirror.js';
import { beginScan } from './next-scan.js';
import type { Job } from '../ports/jobs.js';
import { done, refused, type JobOutcome } from '../work/job-outcome.js';

/** Grows whenever the same ticket, contact or client gets other keys (`observationOf`), unless `KEY_FORM` does. */
const mirroredKeyForm = 2;

/** No scan of a kind begins for this long, unless its documents are removed sooner. */
const removalMs = 60_000;

interface DropDependencies {
  readonly store: PsaMirrorStore;
  readonly clock: Clock;
}

/**
 * A name for the PSA at an address, which reveals nothing about it. It changes with the form of the keys: a
 * mirror with former ones is dropped and read again.
 */
export function mirrorOrigin(parts: readonly string[]): string {
  return createHash('sha256')
    .update([KEY_FORM, mirroredKeyForm, ...parts].join('\n'))
    .digest('hex')
    .slice(0, 16);
}

/**
 * Drops all that is known of a kind. Nothing is scanned until it is gone: a scan counts what it has observed, which must
 * not be removed behind it, by this worker or by a slower one. What it is dropped for is stored last, so that a worker
 * that is killed meanwhile leaves it to be dropped again.
 *
 * @returns false if another worker has changed the state
 */
export async function dropKind(
  { store, clock }: DropDependencies,
  state: MirrorState,
  reason: Partial<Pick<MirrorState, 'origin' | 'rebuildJobId'>>,
): Promise<boolean> {
  const droppedAt = clock.now();
  const dropped = { ...forgotten(state), scan: beginScan(1, droppedAt + removalMs) };
  if (!(await store.saveState(dropped))) {
    return false;
  }
  await store.clear(state.kind, droppedAt);
  return await store.saveState({ ...dropped, version: state.version + 1, scan: null, ...reason });
}

/** Drops everything in the mirror. */
export async function dropMirror(deps: DropDependencies): Promise<void> {
  for (const kind of mirrorKinds) {
    await dropKind(deps, await deps.store.state(kind), {});
  }
}

/** A state without any knowledge of the PSA. */
function forgotten(state: MirrorState): MirrorState {
  const { kind, version, origin, deltaScans, demandedSince, rebuildJobId } = state;
  return { ...unbegunMirror(kind), version, origin, deltaScans, demandedSince, rebuildJobId };
}

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

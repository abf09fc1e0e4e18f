import { createHash } from 'node:crypto';

import { KEY_FORM } from '@leadbridge/domain';
import type { Clock } from '@leadbridge/platform';

import { mirrorKinds, unbegunMirror, type MirrorState, type PsaMirrorStore } from '../ports/psa-mirror.js';
import { beginScan } from './next-scan.js';

/** Grows whenever the same ticket, contact or client gets other keys (`observationOf`), unless `KEY_FORM` does. */
const mirroredKeyForm = 3;

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

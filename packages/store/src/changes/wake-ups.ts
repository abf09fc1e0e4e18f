import type { Logger, ShutdownStep } from '@leadbridge/platform';
import type { WakeUp, WakeUps } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { changesOf, followChanges, type OpenChanges } from './follow-changes.js';

/** A process that nobody wakes asks for changes this often. */
const maxAwaitTimeMS = 10_000;

type Filter = Readonly<Record<string, unknown>>;

/** Of these collections, only changes with something to do are sent: others are many, such as a list of opt-outs. */
const newWork: Readonly<Partial<Record<WakeUp, Filter>>> = {
  events: { operationType: 'insert', 'fullDocument.dispatchedAt': { $type: 'null' } },
  suppressions: {
    operationType: 'insert',
    $or: [{ 'fullDocument.pushAt': { $type: 'date' } }, { 'fullDocument.ticketAt': { $type: 'date' } }],
  },
  // Somebody waits for a scan; every page of one changes the state as well.
  psa_mirror: {
    operationType: 'update',
    $or: ['demandedSince', 'rebuildJobId'].map((field) => ({
      [`updateDescription.updatedFields.${field}`]: { $exists: true },
    })),
  },
};

/**
 * One change stream for all that would otherwise poll in this process, as long as it lives.
 *
 * @param parts.collections those that something in this process listens to: each change is sent to it
 */
export function createWakeUps(
  connection: Connection,
  parts: {
    readonly collections: readonly WakeUp[];
    readonly logger: Logger;
    readonly open?: OpenChanges;
  },
): WakeUps & ShutdownStep {
  const listeners = new Map<WakeUp, Set<() => void>>();
  let isLive = false;
  const wake = (what: WakeUp): void => {
    listeners.get(what)?.forEach((listener) => {
      listener();
    });
  };
  const end = followChanges({
    open: parts.open ?? changesOf(connection, { maxAwaitTimeMS }),
    collections: parts.collections,
    only: {
      $or: [
        { 'ns.coll': { $in: parts.collections.filter((each) => !(each in newWork)) } },
        ...Object.entries(newWork).map(([collection, filter]) => ({ 'ns.coll': collection, ...filter })),
      ],
    },
    logger: parts.logger,
    opened() {
      isLive = true;
      // What was written before the stream was open is looked for once.
      [...listeners.keys()].forEach(wake);
    },
    lost() {
      isLive = false;
    },
    changed(collection) {
      parts.collections.filter((each) => each === collection).forEach(wake);
    },
  });

  return {
    name: 'wake-ups',
    on(what, listener) {
      const all = listeners.get(what) ?? new Set();
      listeners.set(what, all.add(listener));
      return () => {
        all.delete(listener);
      };
    },
    isLive: () => isLive,
    async stop() {
      isLive = false;
      await end();
    },
  };
}

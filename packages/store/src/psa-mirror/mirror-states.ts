import {
  unbegunMirror,
  type MirrorKind,
  type MirrorRound,
  type MirrorState,
  type PsaMirrorStore,
} from '@leadbridge/usecases';
import type { Connection, Model } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { unlessDuplicate } from '../duplicate-key.js';
import { mirrorKinds, mirrorStateModel, type MirrorStateDocument } from './mirror-models.js';

const maxAttempts = 20;

type StateModel = Model<MirrorStateDocument>;

/** The progress of the scans of each kind; see `PsaMirrorStore`. */
export function createMirrorStates(
  connection: Connection,
): Pick<PsaMirrorStore, 'state' | 'saveState' | 'states' | 'roundSince' | 'demandRound'> {
  const states = mirrorStateModel(connection);
  return {
    state: async (kind) => readState(states, kind),
    saveState: async (state) => saveState(states, state),
    states: async () => readStates(states),
    roundSince: async (since) => roundSince(states, since),
    demandRound: async (since) => demandRound(states, since),
  };
}

async function readState(states: StateModel, kind: MirrorKind): Promise<MirrorState> {
  const document = await states.findById(kind).lean<MirrorStateDocument>();
  return document === null ? unbegunMirror(kind) : presentState(document);
}

async function saveState(states: StateModel, { kind, ...next }: MirrorState): Promise<boolean> {
  // Another process may be the first ever.
  return await unlessDuplicate(async () => {
    const { matchedCount, upsertedCount } = await collectionOf<MirrorStateDocument>(states).updateOne(
      { _id: kind, version: next.version },
      { $set: { ...next, version: next.version + 1 } },
      { upsert: next.version === 0 },
    );
    return matchedCount + upsertedCount === 1;
  });
}

async function readStates(states: StateModel): Promise<readonly MirrorState[]> {
  return await Promise.all(mirrorKinds.map(async (kind) => readState(states, kind)));
}

async function changeState(
  states: StateModel,
  kind: MirrorKind,
  next: (current: MirrorState) => MirrorState,
): Promise<void> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    if (await saveState(states, next(await readState(states, kind)))) {
      return;
    }
  }
  throw new Error('The state of the mirror keeps changing');
}

async function roundSince(
  states: StateModel,
  since: number,
): Promise<Readonly<Record<MirrorKind, MirrorRound>> | null> {
  const rounds = (await readStates(states)).map(({ complete }) => complete);
  const [tickets, contacts, clients] = rounds.filter(
    (round): round is MirrorRound => round !== null && round.startedAt >= since,
  );
  return tickets === undefined || contacts === undefined || clients === undefined
    ? null
    : { tickets, contacts, clients };
}

async function demandRound(states: StateModel, since: number): Promise<void> {
  for (const kind of mirrorKinds) {
    await changeState(states, kind, (current) => ({
      ...current,
      demandedSince: Math.max(since, current.demandedSince ?? since),
    }));
  }
}

function presentState({ _id: kind, ...state }: MirrorStateDocument): MirrorState {
  return { kind, ...state, unseen: state.unseen ?? 0 };
}

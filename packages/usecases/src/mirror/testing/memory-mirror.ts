import type { TicketSnapshot } from '@leadbridge/domain';

import {
  mirrorKinds,
  unbegunMirror,
  type MirroredItems,
  type MirrorKind,
  type MirrorState,
  type Observation,
  type PsaMirrorStore,
  type Observed,
} from '../../ports/psa-mirror.js';
import { withObservedFields } from './observed-fields.js';

interface Kept {
  observation: Observed<MirrorKind>;
  round: number | null;
}

function merged(
  kind: MirrorKind,
  { observation: known }: Kept,
  seen: Kept['observation'],
): Kept['observation'] {
  return kind === 'tickets'
    ? withObservedFields(known as Observation<TicketSnapshot>, seen as Observation<TicketSnapshot>)
    : seen;
}

/** An in-memory mirror that follows the same rules as the one in MongoDB. */
export function createMemoryMirror(): PsaMirrorStore {
  const documents = new Map<MirrorKind, Map<number, Kept>>(mirrorKinds.map((kind) => [kind, new Map()]));
  const states = new Map<MirrorKind, MirrorState>();
  const of = (kind: MirrorKind): Map<number, Kept> => documents.get(kind) ?? new Map();
  const found = <K extends MirrorKind>(
    kind: K,
    isMeant: (observation: Kept['observation']) => boolean,
  ): readonly Observed<K>[] =>
    [...of(kind).values()]
      .map(({ observation }) => observation)
      .filter(isMeant)
      .sort((one, other) => one.id - other.id)
      .map((observation) => ({ ...observation, item: observation.item as MirroredItems[K] }));
  function write(kind: MirrorKind, observations: readonly Kept['observation'][], round: number | null): void {
    for (const observation of observations) {
      const kept = of(kind).get(observation.id);
      const isLater = (kept?.observation.observedAt ?? 0) > observation.observedAt;
      of(kind).set(observation.id, {
        observation:
          kept === undefined ? observation : isLater ? kept.observation : merged(kind, kept, observation),
        round: round ?? kept?.round ?? null,
      });
    }
  }
  function saveState(next: MirrorState): boolean {
    if ((states.get(next.kind)?.version ?? 0) !== next.version) {
      return false;
    }
    states.set(next.kind, { ...next, version: next.version + 1 });
    return true;
  }
  const outdate = (kept: Kept): void => {
    kept.observation = { ...kept.observation, observedAt: 0 };
  };

  return {
    find: async (kind, keys) => found(kind, (each) => each.keys.some((key) => keys.includes(key))),
    byIds: async (kind, ids) => found(kind, ({ id }) => ids.includes(id)),
    async clientsOf({ keys, domains }) {
      const asked = (domain: string | undefined): domain is string =>
        domain !== undefined && domains.includes(domain);
      const byContacts = found('contacts', ({ domain }) => asked(domain));
      return found('clients', () => true)
        .map(({ id, keys: own, domain, item }) => ({
          ...{ clientId: id, name: item.name, keys: own, siteId: null },
          domains: [
            ...new Set([
              ...(domain === undefined ? [] : [domain]),
              ...byContacts.flatMap((each) => (each.item.clientId === id ? (each.domain ?? []) : [])),
            ]),
          ],
        }))
        .filter((client) => client.keys.some((key) => keys.includes(key)) || client.domains.some(asked));
    },
    async sharedKeys(kind, since) {
      const all = found(kind, ({ observedAt }) => observedAt === 0 || observedAt >= since);
      const keys = new Set(all.flatMap((each) => each.keys));
      return [...keys]
        .map((key) => ({ key, ids: all.filter((each) => each.keys.includes(key)).map(({ id }) => id) }))
        .filter(({ ids }) => ids.length > 1);
    },
    countBetween: async (kind, from, to) => found(kind, ({ id }) => id > from && id < to).length,
    countUnseen: async (kind, ids, round) =>
      [...new Set(ids)].filter((id) => of(kind).get(id)?.round !== round).length,
    async put(kind, observations) {
      write(kind, observations, null);
    },
    async outdate(kind, ids) {
      ids.flatMap((id) => of(kind).get(id) ?? []).forEach(outdate);
    },
    async outdateAbove(kind, id) {
      [...of(kind).values()].filter(({ observation }) => observation.id > id).forEach(outdate);
    },
    async remove(kind, ids) {
      ids.forEach((id) => of(kind).delete(id));
    },
    async removeUnseen(kind, round) {
      const gone = [...of(kind)].filter(([, kept]) => kept.round !== null && kept.round < round);
      gone.forEach(([id]) => of(kind).delete(id));
      return gone.length;
    },
    async clear(kind, observedBefore) {
      for (const { id } of found(kind, (each) => each.observedAt < observedBefore)) {
        of(kind).delete(id);
      }
    },
    state: async (kind) => states.get(kind) ?? unbegunMirror(kind),
    saveState: async (next) => saveState(next),
    async savePage(next, observations, round) {
      const isSaved = saveState(next);
      if (isSaved) {
        write(next.kind, observations, round);
      }
      return isSaved;
    },
    states: async () => mirrorKinds.map((kind) => states.get(kind) ?? unbegunMirror(kind)),
    async *pages(kind) {
      yield found(kind, () => true);
    },
    roundSince: async () => null,
    async demandRound() {},
    oldestObservedAt: async () => null,
    counts: async (kind) => ({ documents: of(kind).size, oldestObservedAt: null }),
  };
}

import { PSA_STATUS_IDS, STATUSES, statusName, type RecordKind, type Status } from '@leadbridge/domain';

import type { PsaNamed, PsaSession } from '../ports/psa.js';
import type { Settings } from '../ports/settings.js';
import { knownSetup } from './known-setup.js';

/** Maps the PSA's statuses to ours: configured manually, as listed in the specification, or by name. */
export type StatusIds = ReturnType<typeof createStatusIds>;

export interface RecordState {
  readonly kind: RecordKind;
  readonly status: Status;
}

const kinds = Object.keys(STATUSES) as readonly RecordKind[];
const states = kinds.flatMap((kind) => STATUSES[kind].map((status): RecordState => ({ kind, status })));

export function createStatusIds(settings: () => Pick<Settings, 'statusIds'>, now: () => number) {
  const idByName = knownSetup(async (session) => session.statuses(), byNormalName, now);

  const knownIdOf = (status: Status): number | undefined =>
    settings().statusIds[status] ?? PSA_STATUS_IDS[status];

  async function idOf(session: PsaSession, status: Status): Promise<number | null> {
    return knownIdOf(status) ?? (await idByName(session)).get(normalName(statusName(status))) ?? null;
  }

  return {
    /** Null if the PSA has no such status. */
    idOf,

    /** Our state, for any kind of record, of a PSA status; null for a status that maps to none. */
    async stateOf(session: PsaSession, statusId: number): Promise<RecordState | null> {
      // A manual mapping takes precedence over a status of the same name in the PSA.
      const state = states.find(({ status }) => knownIdOf(status) === statusId);
      if (state !== undefined) {
        return state;
      }
      const byName = await idByName(session);
      return (
        states.find(
          ({ status }) =>
            knownIdOf(status) === undefined && byName.get(normalName(statusName(status))) === statusId,
        ) ?? null
      );
    },
  };
}

/** Of two statuses with the same name the first counts. */
function byNormalName(statuses: readonly PsaNamed[]): ReadonlyMap<string, number> {
  return new Map(statuses.map(({ id, name }): [string, number] => [normalName(name), id]).reverse());
}

function normalName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, ' ')
    .trim();
}

import { PSA_STATUS_IDS, STATUSES, statusName, type RecordKind, type Status } from '@leadbridge/domain';

import { PsaRefusedError } from '../ports/psa-errors.js';
import type { PsaNamed, PsaSession } from '../ports/psa.js';
import type { Settings } from '../ports/settings.js';

/** Milliseconds; statuses are set up once and hardly change. */
const trustedFor = 300_000;

/** Maps the PSA's statuses to ours: configured manually, as listed in the specification, or by name. */
export interface StatusIds {
  /** Null if the PSA has no such status. */
  idOf(session: PsaSession, status: Status): Promise<number | null>;
  /** Our state, for any kind of record, of a PSA status; null for a status that maps to none. */
  stateOf(session: PsaSession, statusId: number): Promise<RecordState | null>;
}

export interface RecordState {
  readonly kind: RecordKind;
  readonly status: Status;
}

const kinds = Object.keys(STATUSES) as readonly RecordKind[];
const states = kinds.flatMap((kind) => STATUSES[kind].map((status): RecordState => ({ kind, status })));

export function createStatusIds(settings: () => Pick<Settings, 'statusIds'>, now: () => number): StatusIds {
  let remembered: {
    readonly readAt: number;
    readonly idByName: Promise<ReadonlyMap<string, number>>;
  } | null = null;

  async function idByName(session: PsaSession): Promise<ReadonlyMap<string, number>> {
    if (remembered === null || now() - remembered.readAt > trustedFor) {
      remembered = { readAt: now(), idByName: readStatuses(session).then(byNormalName) };
      remembered.idByName.catch(() => {
        remembered = null;
      });
    }
    return await remembered.idByName;
  }

  const knownIdOf = (status: Status): number | undefined =>
    settings().statusIds[status] ?? PSA_STATUS_IDS[status];

  async function idOf(session: PsaSession, status: Status): Promise<number | null> {
    return knownIdOf(status) ?? (await idByName(session)).get(normalName(statusName(status))) ?? null;
  }

  return {
    idOf,

    async stateOf(session, statusId) {
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

/** A PSA without this lookup provides no names. */
async function readStatuses(session: PsaSession): Promise<readonly PsaNamed[]> {
  try {
    return await session.statuses();
  } catch (error) {
    if (error instanceof PsaRefusedError) {
      return [];
    }
    throw error;
  }
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

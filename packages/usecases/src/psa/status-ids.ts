import { PSA_STATUS_IDS, STATUSES, statusName, type RecordKind, type Status } from '@leadbridge/domain';

import { PsaRefusedError } from '../ports/psa-errors.js';
import type { PsaNamed, PsaSession } from '../ports/psa.js';
import type { Settings } from '../ports/settings.js';

/** Milliseconds; statuses are set up once and hardly change. */
const trustedFor = 300_000;

/** Which status of the PSA stands for which of ours: set by hand, as the specification saw it, or by name. */
export interface StatusIds {
  /** Null where the PSA has no such status. */
  idOf(session: PsaSession, status: Status): Promise<number | null>;
  /** Our state of this kind of record behind a PSA's status, or null where it stands for none. */
  statusOf(session: PsaSession, record: RecordKind, statusId: number): Promise<Status | null>;
}

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

  async function idOf(session: PsaSession, status: Status): Promise<number | null> {
    const known = settings().statusIds[status] ?? PSA_STATUS_IDS[status];
    return known ?? (await idByName(session)).get(normalName(statusName(status))) ?? null;
  }

  return {
    idOf,

    async statusOf(session, record, statusId) {
      for (const status of STATUSES[record]) {
        if ((await idOf(session, status)) === statusId) {
          return status;
        }
      }
      return null;
    },
  };
}

/** A PSA without such a look-up has no names for us. */
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

/** Of two statuses with one name the first counts. */
function byNormalName(statuses: readonly PsaNamed[]): ReadonlyMap<string, number> {
  return new Map(statuses.map(({ id, name }): [string, number] => [normalName(name), id]).reverse());
}

function normalName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, ' ')
    .trim();
}

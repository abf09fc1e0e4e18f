import { currentTrace, newId, traceOf } from '@leadbridge/platform';
import type { OptOutRequest } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { readSuppressionKeys, writeSuppressedKeys } from './suppressed-keys.js';
import { suppressionIdentity, suppressionModel, type SuppressionDocument } from './suppression-model.js';

const retryDays = 7;
const dayMilliseconds = 24 * 3_600_000;

export interface WrittenOptOut {
  readonly suppressionId: string;
  readonly isNew: boolean;
}

/** Writes opt-outs onto the ledger within the transaction of whoever changes a record because of them. */
export type WriteOptOuts = (
  requests: readonly OptOutRequest[],
  session: ClientSession,
) => Promise<readonly WrittenOptOut[]>;

/** An opt-out that is on the ledger already stays as it is; the keys of the person gate imports from the commit on. */
export function createWriteOptOuts(connection: Connection): WriteOptOuts {
  const suppressions = suppressionModel(connection).collection;

  return async (requests, session) => {
    if (requests.length === 0) {
      return [];
    }
    const entries = requests.map(newEntry);
    const identities = entries.map(({ identity }) => identity);
    const before = await knownIds(identities);
    await suppressions.bulkWrite(
      entries.map(
        (entry) =>
          ({
            updateOne: {
              filter: { identity: entry.identity },
              update: { $setOnInsert: entry },
              upsert: true,
            },
          }) as never,
      ),
      { session, ordered: true },
    );
    await writeSuppressedKeys(
      connection,
      requests.flatMap(({ keys }) => readSuppressionKeys(keys)),
      session,
    );
    const after = await knownIds(identities);
    return identities.map((identity) => ({
      suppressionId: after.get(identity) ?? '',
      isNew: !before.has(identity),
    }));

    async function knownIds(wanted: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const documents = await suppressions
        .find({ identity: { $in: [...wanted] } }, { session, projection: { identity: 1 } })
        .toArray();
      return new Map(documents.map((document) => [String(document['identity']), String(document._id)]));
    }
  };
}

function newEntry(request: OptOutRequest): SuppressionDocument {
  const at = new Date(request.at);
  return {
    _id: newId('sup', at.getTime()),
    identity: suppressionIdentity(request),
    references: [],
    origin: request.origin,
    ticketId: request.ticketId,
    leadId: request.leadId,
    person: request.person,
    keys: [...request.keys],
    leadSource: request.leadSource,
    provider: null,
    reason: request.reason,
    requestedBy: request.by,
    requestedAt: at,
    ...untouched(at),
    marks: request.ticketId === null ? [] : [...request.marks],
    ticketAt: request.ticketId === null || request.marks.length === 0 ? null : at,
    spreadAt: at,
    ...currentTrace(),
    ...traceOf(request),
  };
}

/** The work of an entry that nobody has begun. */
export function untouched(at: Date) {
  return {
    status: 'pending',
    statusReason: null,
    error: null,
    statusAt: at,
    attempts: 0,
    lastAttemptAt: null,
    pushAt: at,
    retryUntil: new Date(at.getTime() + retryDays * dayMilliseconds),
    notes: [],
    ticketAttempts: 0,
    announced: false,
    fence: 0,
  } as const satisfies Partial<SuppressionDocument>;
}

import { distinctKeys, suppressionKeyText, type SuppressionKey } from '@leadbridge/domain';
import { currentTrace, newId, traceOf } from '@leadbridge/platform';
import type { OptOutRequest } from '@leadbridge/usecases';
import type { ClientSession, Connection, mongo } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { readSuppressionKeys } from './suppressed-keys.js';
import { suppressionIdentity, suppressionModel, type SuppressionDocument } from './suppression-model.js';

const retryDays = 7;
const dayMs = 24 * 3_600_000;
/**
 * When the leads of an opt-out are looked up again. An import that checked before the opt-out was committed does
 * not know it. By then both have ended: MongoDB limits the transaction of either to a minute, and an import
 * checks again if it records more than 20 seconds after it began (`withLateOptOuts`).
 */
const lookAfterMs = 150_000;

/** A suppression with everything that is currently known about its person. */
export interface Entry {
  readonly suppressionId: string;
  readonly isNew: boolean;
  readonly leadId: number | null;
  readonly ticketId: number | null;
  readonly keys: readonly SuppressionKey[];
  /** Its origin, which the entries of the person's other leads share. */
  readonly cause: Pick<OptOutRequest, 'origin' | 'reason' | 'by' | 'marks' | 'at'>;
}

/**
 * The entries for requests: one for each ticket and person. An existing entry gets what the request adds. The
 * entries of one call are matched like all others.
 */
export async function ensureEntries(
  connection: Connection,
  requests: readonly OptOutRequest[],
  { at, session }: { readonly at: Date; readonly session: ClientSession },
): Promise<readonly Entry[]> {
  const suppressions = collectionOf(suppressionModel(connection));
  const standing = indexed(await findStanding(connection, requests, session));
  const entries: Entry[] = [];
  const inserts: mongo.AnyBulkWriteOperation<SuppressionDocument>[] = [];
  const updates: mongo.AnyBulkWriteOperation<SuppressionDocument>[] = [];
  for (const request of requests) {
    const known = standing.find(request);
    if (known === undefined) {
      const document = newEntry(request, at);
      standing.add(document);
      inserts.push({ insertOne: { document } });
      entries.push(entryOf(document._id, request, true));
    } else {
      const missing = missingOf(known, request, at);
      if (missing !== null) {
        updates.push({ updateOne: { filter: { _id: known._id }, update: missing } });
        known.keys.push(...request.keys.map(suppressionKeyText));
      }
      const keys = distinctKeys([...readSuppressionKeys(known.keys), ...request.keys]);
      entries.push({ ...entryOf(known._id, request, false), leadId: request.leadId ?? known.leadId, keys });
    }
  }
  if (inserts.length + updates.length > 0) {
    await suppressions.bulkWrite([...inserts, ...updates], { session, ordered: true });
  }
  return entries;
}

/** Whether a request is for a domain, and so for all its people. */
export function isOfDomain({ keys }: Pick<OptOutRequest, 'keys'>): boolean {
  return keys.some(({ kind }) => kind === 'domain');
}

/** When the leads of keys that block since `now` are looked up again. */
export function nextLookAt(now: Date): Date {
  return new Date(now.getTime() + lookAfterMs);
}

function entryOf(suppressionId: string, request: OptOutRequest, isNew: boolean): Entry {
  const { leadId, ticketId, keys } = request;
  return { suppressionId, isNew, leadId, ticketId, keys, cause: request };
}

async function findStanding(
  connection: Connection,
  requests: readonly OptOutRequest[],
  session: ClientSession,
): Promise<SuppressionDocument[]> {
  const identities = requests.map(suppressionIdentity);
  const ticketIds = requests.flatMap(({ ticketId }) => ticketId ?? []);
  const ofTickets =
    ticketIds.length === 0
      ? []
      : [
          {
            keys: { $in: requests.flatMap(({ keys }) => keys.map(suppressionKeyText)) },
            ticketId: { $in: ticketIds },
          },
        ];
  return await suppressionModel(connection)
    .find({ $or: [{ identity: { $in: identities } }, ...ofTickets] })
    .sort({ _id: 1 })
    .session(session)
    .lean<SuppressionDocument[]>();
}

/** Entries by their identity and their tickets, because a list has many. The first one that matches counts. */
function indexed(documents: readonly SuppressionDocument[]) {
  const byIdentity = new Map<string, SuppressionDocument>();
  const byTicket = new Map<number, SuppressionDocument[]>();
  const add = (document: SuppressionDocument): void => {
    const { identity, ticketId } = document;
    byIdentity.set(identity, byIdentity.get(identity) ?? document);
    if (ticketId !== null) {
      byTicket.set(ticketId, [...(byTicket.get(ticketId) ?? []), document]);
    }
  };
  documents.forEach(add);
  return {
    add,
    find(request: OptOutRequest): SuppressionDocument | undefined {
      const identity = suppressionIdentity(request);
      const ofTicket = request.ticketId === null ? [] : (byTicket.get(request.ticketId) ?? []);
      const texts = new Set(request.keys.map(suppressionKeyText));
      return (
        ofTicket.find((entry) => entry.identity === identity || entry.keys.some((key) => texts.has(key))) ??
        byIdentity.get(identity)
      );
    },
  };
}

function missingOf(
  entry: SuppressionDocument,
  request: OptOutRequest,
  now: Date,
): mongo.UpdateFilter<SuppressionDocument> | null {
  const keys = request.keys.map(suppressionKeyText).filter((key) => !entry.keys.includes(key));
  const leadId = entry.leadId === null ? request.leadId : null;
  return keys.length === 0 && leadId === null
    ? null
    : {
        $addToSet: { keys: { $each: keys } },
        $set: { spreadAt: nextLookAt(now), ...(leadId === null ? {} : { leadId }) },
      };
}

function newEntry(request: OptOutRequest, now: Date): SuppressionDocument {
  const at = new Date(request.at);
  return {
    _id: newId('sup', at.getTime()),
    identity: suppressionIdentity(request),
    references: [],
    origin: request.origin,
    ticketId: request.ticketId,
    leadId: request.leadId,
    person: request.person,
    keys: request.keys.map(suppressionKeyText),
    leadSource: request.leadSource,
    provider: null,
    reason: request.reason,
    requestedBy: request.by,
    requestedAt: new Date(request.occurredAt ?? at),
    externalId: request.externalId ?? null,
    ...untouched(at),
    ...(request.noProviderReason !== undefined && request.leadId === null
      ? { statusReason: request.noProviderReason, ...withoutProvider }
      : {}),
    marks: request.ticketId === null ? [] : [...request.marks],
    ticketAt: request.ticketId === null || request.marks.length === 0 ? null : at,
    spreadAt: nextLookAt(now),
    announced: true,
    ...currentTrace(),
    ...traceOf(request),
  };
}

/** The state of an entry that has nobody to notify. */
const withoutProvider = {
  status: 'no_provider',
  pushAt: null,
} as const satisfies Partial<SuppressionDocument>;

/** The initial state of an entry's work. */
export function untouched(at: Date) {
  return {
    status: 'pending',
    statusReason: null,
    error: null,
    statusAt: at,
    attempts: 0,
    lastAttemptAt: null,
    pushAt: at,
    retryUntil: new Date(at.getTime() + retryDays * dayMs),
    notes: [],
    ticketAttempts: 0,
    announced: false,
    fence: 0,
  } as const satisfies Partial<SuppressionDocument>;
}

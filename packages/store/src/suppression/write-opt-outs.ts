import { distinctKeys, suppressionKeyText } from '@leadbridge/domain';
import type { AddedKeys, OptOutRequest } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { markPersons } from './mark-persons.js';
import { findLeadsById, findLeadsByKeys, gatingKeysOfLead, optOutRecord } from './person-leads.js';
import { readSuppressionKeys, writeSuppressedKeys } from './suppressed-keys.js';
import { ensureEntries, nextLookAt, type Entry } from './suppression-entries.js';
import { suppressionModel, type SuppressionDocument } from './suppression-model.js';

/** A person has a handful of leads; further ones are found by their keys. */
const maxLeadsOfPerson = 20;

/** Records opt-outs as suppressions, within the transaction that changes a record because of them. */
export type WriteOptOuts = (
  requests: readonly OptOutRequest[],
  session: ClientSession,
) => Promise<readonly Entry[]>;

/**
 * An existing suppression stays, and gets new data about the person. From the commit on, every key of the
 * person blocks imports, and every lead of theirs is marked; see `markPersons`.
 */
export function createWriteOptOuts(connection: Connection): WriteOptOuts {
  return async (requests, session) => {
    if (requests.length === 0) {
      return [];
    }
    const at = new Date();
    const complete = await completeOptOuts(connection, requests, session);
    const entries = await ensureEntries(connection, complete, { at, session });
    await markAndFollow(connection, entries, { at, session });
    return entries;
  };
}

/**
 * The requests with all keys of their persons; a request that names only a person becomes one for each lead.
 */
export async function completeOptOuts(
  connection: Connection,
  requests: readonly OptOutRequest[],
  session: ClientSession,
): Promise<readonly OptOutRequest[]> {
  return await withRecordedKeys(connection, await forLeads(connection, requests, session), session);
}

/** Marks the persons of entries, and schedules the rest if it is too much for one transaction. */
export async function markAndFollow(
  connection: Connection,
  entries: readonly Entry[],
  { at, session }: { readonly at: Date; readonly session: ClientSession },
): Promise<{ readonly found: number; readonly areMoreLeft: boolean }> {
  const marked = await markPersons(connection, entries, { at, session });
  if (marked.areMoreLeft) {
    await suppressionModel(connection).updateMany(
      { _id: { $in: entries.map(({ suppressionId }) => suppressionId) } },
      { $set: { spreadAt: at } },
      { session },
    );
  }
  return marked;
}

/** Adds the keys that imports contained for people who have opted out and have no lead. */
export async function addKeys(
  connection: Connection,
  added: readonly AddedKeys[],
  session: ClientSession,
): Promise<void> {
  const rows = added.flatMap(({ suppressionId, keys }) => keys.map((key) => ({ key, suppressionId })));
  const newKeys = await writeSuppressedKeys(connection, rows, session);
  const news = rows.filter(({ key }) => newKeys.has(suppressionKeyText(key)));
  if (news.length === 0) {
    return;
  }
  const at = new Date();
  const suppressions = suppressionModel(connection);
  const entries: Entry[] = [];
  for (const suppressionId of new Set(news.map((row) => row.suppressionId))) {
    const keys = news.filter((row) => row.suppressionId === suppressionId).map(({ key }) => key);
    const document = await suppressions
      .findOneAndUpdate(
        { _id: suppressionId },
        { $addToSet: { keys: { $each: keys.map(suppressionKeyText) } }, $set: { spreadAt: nextLookAt(at) } },
        { session, returnDocument: 'after' },
      )
      .lean<SuppressionDocument>();
    if (document !== null) {
      entries.push(standingEntry(document));
    }
  }
  await markAndFollow(connection, entries, { at, session });
}

/** An existing suppression, in the form that `markPersons` accepts. */
export function standingEntry(document: SuppressionDocument): Entry {
  const { _id, leadId, ticketId, origin, reason, requestedBy: by, marks, requestedAt } = document;
  return {
    suppressionId: _id,
    isNew: !document.announced,
    leadId,
    ticketId,
    keys: readSuppressionKeys(document.keys),
    cause: { origin, reason, by, marks, at: requestedAt.toISOString() },
  };
}

/**
 * A request that names only a person becomes one for each of their leads, so that the ticket and the provider
 * are known.
 */
async function forLeads(
  connection: Connection,
  requests: readonly OptOutRequest[],
  session: ClientSession,
): Promise<readonly OptOutRequest[]> {
  const expanded: OptOutRequest[] = [];
  for (const request of requests) {
    const leads =
      request.ticketId === null
        ? await findLeadsByKeys(connection, request.keys, {
            limit: maxLeadsOfPerson,
            unmarkedOnly: false,
            session,
          })
        : [];
    const ofLeads = leads.map(optOutRecord).map(({ leadId, psaTicketId: ticketId, person, keys }) => ({
      ...request,
      ticketId,
      leadId,
      person,
      keys: distinctKeys([...keys, ...request.keys]),
      leadSource: null,
    }));
    expanded.push(...(ofLeads.length === 0 ? [request] : ofLeads));
  }
  return expanded;
}

/** Adds what the record of a lead knows about its person. */
async function withRecordedKeys(
  connection: Connection,
  requests: readonly OptOutRequest[],
  session: ClientSession,
): Promise<readonly OptOutRequest[]> {
  const leads = await findLeadsById(
    connection,
    requests.flatMap(({ leadId }) => leadId ?? []),
    session,
  );
  const byId = new Map(leads.map((lead) => [lead._id, gatingKeysOfLead(lead)]));
  return requests.map((request) => {
    const recorded = request.leadId === null ? [] : (byId.get(request.leadId) ?? []);
    return { ...request, keys: distinctKeys([...recorded, ...request.keys]) };
  });
}

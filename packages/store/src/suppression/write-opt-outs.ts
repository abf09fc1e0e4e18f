import { distinctKeys, suppressionKeyText, type SuppressionKey } from '@leadbridge/domain';
import type { AddedKeys, OptOutRequest, DomainEvent } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import {
  findLeadsById,
  findLeadsByKeys,
  gatingKeysOfLead,
  optOutRecord,
  type PersonLeadDocument,
} from './person-leads.js';
import {
  findOwnKeys,
  readSuppressionKeys,
  writeSuppressedKeys,
  type LookedUpKeys,
} from './suppressed-keys.js';
import { ensureEntries, isOfDomain, nextLookAt, type Entry } from './suppression-entries.js';
import { suppressionModel, type SuppressionDocument } from './suppression-model.js';
import { insertEvents } from '../event/insert-events.js';
import { leadModel } from '../lead/lead-model.js';

/** Leads that are marked with one look, and in one transaction. */
const leadsAtOnce = 200;

const maxLeads = 1_000;

/** What the look-ups of the transaction have found so far, so that nothing is asked twice. */
interface LookedUp {
  readonly blocking?: LookedUpKeys;
  /** The texts of keys that no lead has. */
  readonly withoutLead?: ReadonlySet<string>;
}

interface MarkOptions {
  readonly at: Date;
  readonly session: ClientSession;
  readonly lookedUp?: LookedUp;
}

interface Marking extends MarkOptions {
  readonly connection: Connection;
  /** Every key that was looked up, with the cause of the entry that added it. */
  readonly causes: Map<string, Entry['cause']>;
}

/** A person has a handful of leads; further ones are found by their keys. */
const maxLeadsOfPerson = 20;

/**
 * Records opt-outs as suppressions, within the transaction that changes a record because of them. An existing
 * suppression stays, and gets new data about the person. From the commit on, every key of the person blocks
 * imports, and every lead of theirs is marked; see `markPersons`.
 */
export async function writeOptOuts(
  connection: Connection,
  requests: readonly OptOutRequest[],
  session: ClientSession,
  blocking: LookedUpKeys = new Map(),
): Promise<readonly Entry[]> {
  if (requests.length === 0) {
    return [];
  }
  // The requests have the time of the service, of which the clock of this machine may be minutes behind.
  const at = new Date(Math.max(Date.now(), ...requests.map((request) => Date.parse(request.at))));
  const { complete, withoutLead } = await completeOptOuts(connection, requests, session);
  const entries = await ensureEntries(connection, complete, { at, session });
  await markAndFollow(connection, entries, { at, session, lookedUp: { blocking, withoutLead } });
  return entries;
}

/**
 * The requests with all keys of their persons; a request that names only a person becomes one for each lead.
 *
 * @returns `withoutLead`: the texts of the keys that were looked up, and that no lead has
 */
export async function completeOptOuts(
  connection: Connection,
  requests: readonly OptOutRequest[],
  session: ClientSession,
): Promise<{ readonly complete: readonly OptOutRequest[]; readonly withoutLead: ReadonlySet<string> }> {
  const { leads, withoutLead } = await leadsByKey(connection, requests.filter(namesOnlyPerson), session);
  const complete = await withRecordedKeys(connection, forLeads(requests, leads), session);
  return { complete, withoutLead };
}

/** Marks the persons of entries, and schedules the rest if it is too much for one transaction. */
export async function markAndFollow(
  connection: Connection,
  entries: readonly Entry[],
  options: MarkOptions,
): Promise<{ readonly found: number; readonly areMoreLeft: boolean }> {
  const marked = await markPersons(connection, entries, options);
  if (marked.areMoreLeft) {
    await suppressionModel(connection).updateMany(
      { _id: { $in: entries.map(({ suppressionId }) => suppressionId) } },
      { $set: { spreadAt: options.at } },
      { session: options.session },
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
  const given = added.flatMap(({ suppressionId, keys }) => keys.map((key) => ({ key, suppressionId })));
  const known = await findOwnKeys(
    connection,
    given.map(({ key }) => key),
    session,
  );
  const news = new Map<string, SuppressionKey[]>();
  for (const { key, suppressionId } of given) {
    if ((known.get(suppressionKeyText(key))?.suppressionId ?? null) === null) {
      news.set(suppressionId, [...(news.get(suppressionId) ?? []), key]);
    }
  }
  const at = new Date();
  const suppressions = suppressionModel(connection);
  const entries: Entry[] = [];
  for (const [suppressionId, keys] of news) {
    const document = await suppressions
      .findOneAndUpdate(
        { _id: suppressionId },
        { $addToSet: { keys: { $each: keys.map(suppressionKeyText) } }, $set: { spreadAt: nextLookAt(at) } },
        { session, returnDocument: 'after' },
      )
      .lean<SuppressionDocument>();
    // The keys of an entry that was removed meanwhile block nothing.
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

/** A request that names only a person becomes one for each of their leads, with ticket and provider. */
function forLeads(
  requests: readonly OptOutRequest[],
  leads: ReadonlyMap<string, readonly PersonLeadDocument[]>,
): readonly OptOutRequest[] {
  return requests.flatMap((request) => {
    const keys = namesOnlyPerson(request) ? request.keys : [];
    const own = new Set(keys.flatMap((key) => leads.get(suppressionKeyText(key)) ?? []));
    const ofLeads = [...own]
      .sort((one, other) => one._id - other._id)
      .slice(0, maxLeadsOfPerson)
      .map(optOutRecord)
      .map(({ leadId, psaTicketId: ticketId, person, keys }) => ({
        ...request,
        ticketId,
        leadId,
        person,
        keys: distinctKeys([...keys, ...request.keys]),
        leadSource: null,
      }));
    return ofLeads.length === 0 ? [request] : ofLeads;
  });
}

function namesOnlyPerson(request: OptOutRequest): boolean {
  return request.ticketId === null && !isOfDomain(request);
}

/** The leads that have a key of the requests, by the texts of their keys. */
async function leadsByKey(
  connection: Connection,
  requests: readonly OptOutRequest[],
  session: ClientSession,
): Promise<{
  readonly leads: ReadonlyMap<string, readonly PersonLeadDocument[]>;
  readonly withoutLead: ReadonlySet<string>;
}> {
  const keys = requests.flatMap((request) => request.keys);
  const limit = maxLeadsOfPerson * requests.length;
  const found =
    keys.length === 0 ? [] : await findLeadsByKeys(connection, keys, { limit, unmarkedOnly: false, session });
  const leads = new Map<string, PersonLeadDocument[]>();
  for (const lead of found) {
    for (const text of lead.personKeys) {
      leads.set(text, [...(leads.get(text) ?? []), lead]);
    }
  }
  // Beyond the limit there may be leads of every key.
  const areAll = found.length < limit;
  const withoutLead = areAll ? keys.map(suppressionKeyText).filter((text) => !leads.has(text)) : [];
  return { leads, withoutLead: new Set(withoutLead) };
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

/**
 * Marks the persons of entries everywhere, within a transaction: their keys block imports; every lead with
 * one of the keys is marked, with its own entry for its ticket, and so is every lead that shares a key with
 * such a lead. Writes `lead.do_not_contact` once for each new entry.
 *
 * @returns how many leads were found, and whether there are more than one transaction should contain
 */
async function markPersons(
  connection: Connection,
  begun: readonly Entry[],
  options: MarkOptions,
): Promise<{ readonly found: number; readonly areMoreLeft: boolean }> {
  const { at, session, lookedUp } = options;
  const marking: Marking = { ...options, connection, causes: new Map() };
  await gateAndMark(begun, marking, lookedUp?.blocking);
  const added: Entry[] = [];
  let frontier = unvisited(begun, marking).filter(
    (key) => lookedUp?.withoutLead?.has(suppressionKeyText(key)) !== true,
  );
  while (frontier.length > 0 && added.length < maxLeads) {
    const leads = await findLeadsByKeys(connection, frontier, {
      limit: leadsAtOnce,
      unmarkedOnly: true,
      session,
    });
    const requests = leads.map((lead) => requestFor(lead, marking));
    const entries = await ensureEntries(connection, requests, { at, session });
    await gateAndMark(entries, marking);
    added.push(...entries);
    // After a full page there may be more leads with the same keys.
    frontier = [...(leads.length === leadsAtOnce ? frontier : []), ...unvisited(entries, marking)];
  }
  const events = [...begun, ...added].filter(({ isNew }) => isNew).map(optOutEvent);
  await insertEvents(connection, events, at, session);
  return { found: added.length, areMoreLeft: frontier.length > 0 };
}

async function gateAndMark(
  entries: readonly Entry[],
  { connection, at, session }: Marking,
  lookedUp?: LookedUpKeys,
): Promise<void> {
  const rows = entries.flatMap(({ keys, suppressionId }) =>
    distinctKeys(keys).map((key) => ({ key, suppressionId })),
  );
  await writeSuppressedKeys(connection, rows, session, lookedUp);
  const leadIds = entries.flatMap(({ leadId }) => leadId ?? []);
  if (leadIds.length > 0) {
    await leadModel(connection).updateMany(
      { _id: { $in: leadIds }, doNotContact: { $ne: true } },
      { $set: { doNotContact: true, updatedAt: at } },
      { session },
    );
  }
}

/** The keys of the entries that were not looked up yet. */
function unvisited(entries: readonly Entry[], { causes }: Marking): readonly SuppressionKey[] {
  return entries.flatMap(({ keys, cause }) =>
    keys.filter((key) => {
      const text = suppressionKeyText(key);
      const isVisited = causes.has(text);
      if (!isVisited) {
        causes.set(text, cause);
      }
      return !isVisited;
    }),
  );
}

/** The opt-out for another lead of the person. */
function requestFor(document: PersonLeadDocument, { at, causes }: Marking): OptOutRequest {
  const { leadId, psaTicketId: ticketId, person, keys } = optOutRecord(document);
  const known = [...document.personKeys, document.key, ...keys.map(suppressionKeyText)];
  const cause = known.map((key) => causes.get(key)).find((each) => each !== undefined);
  if (cause === undefined) {
    throw new Error(`Lead ${leadId} was found under a key that is not its own`);
  }
  return {
    origin: cause.origin,
    ticketId,
    leadId,
    person,
    keys,
    leadSource: null,
    reason: cause.reason,
    // What an import may not change, it does not change on the person's other tickets either.
    marks: cause.origin === 'import' ? ['flag', 'list'] : ['flag', 'status', 'list'],
    at: at.toISOString(),
    by: cause.by,
  };
}

function optOutEvent({ suppressionId, leadId, ticketId, cause }: Entry): DomainEvent {
  return {
    type: 'lead.do_not_contact',
    data: {
      lead_id: leadId,
      psa_ticket_id: ticketId,
      suppression_id: suppressionId,
      origin: cause.origin,
    },
  };
}

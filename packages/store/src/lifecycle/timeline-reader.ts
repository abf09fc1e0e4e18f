import type { ListPosition } from '@leadbridge/contracts';
import type { EventDelivery, TimelineEntry, TimelineReader } from '@leadbridge/usecases';
import type { Connection, QueryFilter } from 'mongoose';

import { distinctValues } from '../distinct-values.js';
import { apiKeyModel } from '../api-key/api-key-model.js';
import { callModel, type CallDocument } from '../call/call-model.js';
import { deliveryId } from '../delivery/delivery-documents.js';
import { deliveryModel, type DeliveryDocument } from '../delivery/delivery-model.js';
import { eventModel, type EventDocument } from '../event/event-model.js';
import { sliceOf } from '../read-page.js';
import { suppressionModel, type SuppressionDocument } from '../suppression/suppression-model.js';
import { userModel } from '../people/user-model.js';
import { webhookModel } from '../subscription/webhook-model.js';
import { leadModel, type LeadDocument } from '../lead/lead-model.js';
import { opportunityModel, type OpportunityDocument } from '../opportunity/opportunity-model.js';
import { prospectModel, type ProspectDocument } from '../prospect/prospect-model.js';

type Kind = 'lead' | 'prospect' | 'opportunity';

type Became = Exclude<Kind, 'lead'>;

interface RecordHistory extends Pick<LeadDocument, '_id' | 'history' | 'irregularChanges'> {
  readonly notes?: OpportunityDocument['notes'];
}

const fields = { history: 1, irregularChanges: 1 } as const;

type Place = readonly [at: Date, entryId: string];

/**
 * The timeline of a lead is composed of stored data: calls, opt-outs, the transitions of the records, and
 * entries that have no record of their own. Each part is read newest first from the start of the page, by an
 * index, and no further than the page can reach.
 */
export function createTimelineReader(connection: Connection): TimelineReader {
  return {
    async timeline(leadId, query) {
      const { skip, limit, after } = sliceOf(query);
      const place = after === null ? null : readPlace(after);
      const [parts, total] = await Promise.all([
        partsOf(connection, leadId, place, skip + limit + 1),
        countAll(connection, leadId),
      ]);
      const sorted = parts.toSorted((left, right) => compare(placeOf(left), placeOf(right)));
      const items = sorted.slice(skip, skip + limit);
      const last = items.at(-1);
      return {
        items: await withNames(connection, await withDeliveries(connection, items)),
        total,
        next: last !== undefined && sorted.length > skip + limit ? [...placeOf(last)] : null,
      };
    },
  };
}

async function partsOf(
  connection: Connection,
  leadId: number,
  after: Place | null,
  count: number,
): Promise<TimelineEntry[]> {
  const [ofImports, ofCalls, ofOptOuts, ofRecords] = await Promise.all([
    eventModel(connection)
      .find({ leadId, ...behind<EventDocument>('at', after) })
      .sort({ at: -1, _id: -1 })
      .limit(count)
      .lean<EventDocument[]>(),
    callModel(connection)
      .find({ leadId, ...behind<CallDocument>('occurredAt', after) })
      .sort({ occurredAt: -1, _id: -1 })
      .limit(count)
      .lean<CallDocument[]>(),
    suppressionModel(connection)
      .find({ leadId, ...behind<SuppressionDocument>('requestedAt', after) })
      .sort({ requestedAt: -1, _id: -1 })
      .limit(count)
      .lean<SuppressionDocument[]>(),
    entriesOfRecords(connection, leadId),
  ]);
  return [
    ...ofImports.map(writtenEntry),
    ...ofCalls.map(callEntry),
    ...ofOptOuts.map(optOutEntry),
    ...ofRecords.filter((entry) => after === null || compare(placeOf(entry), after) > 0),
  ];
}

async function countAll(connection: Connection, leadId: number): Promise<number> {
  const [imports, ofCalls, optOuts, ofRecords] = await Promise.all([
    eventModel(connection).countDocuments({ leadId }),
    callModel(connection).countDocuments({ leadId }),
    suppressionModel(connection).countDocuments({ leadId }),
    entriesOfRecords(connection, leadId),
  ]);
  return imports + ofCalls + optOuts + ofRecords.length;
}

/** Deliveries are read for their state; entries have the results of those that expired. */
async function withDeliveries(
  connection: Connection,
  entries: readonly TimelineEntry[],
): Promise<TimelineEntry[]> {
  const events = entries.flatMap((entry) => (entry.kind === 'event' ? [entry.eventId] : []));
  if (events.length === 0) {
    return [...entries];
  }
  const webhookIds = await distinctValues<string>(webhookModel(connection), '_id');
  const ids = events.flatMap((eventId) => webhookIds.map((webhookId) => deliveryId(eventId, webhookId)));
  const found = await deliveryModel(connection)
    .find({ _id: { $in: ids } })
    .select({ webhookId: 1, eventId: 1, status: 1, finishedAt: 1, attemptCount: 1 })
    .lean<DeliveryDocument[]>();
  return entries.map((entry) =>
    entry.kind === 'event'
      ? { ...entry, deliveries: mergeDeliveries(entry.deliveries, found.filter(isOf(entry.eventId))) }
      : entry,
  );
}

/** Opt-outs have the id of who requested them; people know the name. */
async function withNames(
  connection: Connection,
  entries: readonly TimelineEntry[],
): Promise<TimelineEntry[]> {
  const by = entries.flatMap((entry) => ('by' in entry ? [entry.by] : []));
  if (by.length === 0) {
    return [...entries];
  }
  const ids = { _id: { $in: by } };
  const named = await Promise.all([
    userModel(connection).find(ids).select({ name: 1 }).lean<{ _id: string; name: string }[]>(),
    apiKeyModel(connection).find(ids).select({ name: 1 }).lean<{ _id: string; name: string }[]>(),
  ]);
  const names = new Map(named.flat().map(({ _id, name }) => [_id, name]));
  return entries.map((entry) => ('by' in entry ? { ...entry, by: names.get(entry.by) ?? entry.by } : entry));
}

function placeOf({ at, entryId }: TimelineEntry): Place {
  return [new Date(at), entryId];
}

function readPlace([at, entryId]: ListPosition): Place {
  return [new Date(at instanceof Date ? at : 0), String(entryId)];
}

/** Newest first; at the same time, the highest id, in MongoDB's order of strings. */
function compare([at, id]: Place, [otherAt, otherId]: Place): number {
  return otherAt.getTime() - at.getTime() || (id === otherId ? 0 : id < otherId ? 1 : -1);
}

function behind<Document>(time: keyof Document & string, after: Place | null): QueryFilter<Document> {
  if (after === null) {
    return {};
  }
  const [at, id] = after;
  return {
    [time]: { $lte: at },
    $or: [{ [time]: { $lt: at } }, { _id: { $lt: id } }],
  };
}

function writtenEntry({ _id: entryId, at, type = '', deliveries = [], facts }: EventDocument): TimelineEntry {
  const base = { entryId, at: at.toISOString() };
  return facts === undefined
    ? { ...base, kind: 'event', eventId: entryId, eventType: type, deliveries }
    : { ...base, ...facts };
}

function callEntry(call: CallDocument): TimelineEntry {
  const { _id, occurredAt, direction, agent, outcome, durationSeconds, recordedBy: by } = call;
  return {
    kind: 'call',
    entryId: _id,
    callId: _id,
    at: occurredAt.toISOString(),
    ...{ direction, agent, outcome, durationSeconds, by },
  };
}

function optOutEntry(entry: SuppressionDocument): TimelineEntry {
  const { _id, requestedAt, origin, reason, status, requestedBy: by } = entry;
  return {
    kind: 'opt_out',
    entryId: _id,
    suppressionId: _id,
    at: requestedAt.toISOString(),
    ...{ origin, reason, status, by },
  };
}

function isOf(eventId: string): (delivery: DeliveryDocument) => boolean {
  return (delivery) => delivery.eventId === eventId;
}

function mergeDeliveries(
  stored: readonly EventDelivery[],
  current: readonly DeliveryDocument[],
): readonly EventDelivery[] {
  const byId = new Map(stored.map((delivery) => [delivery.deliveryId, delivery]));
  for (const { _id, webhookId, status, finishedAt, attemptCount } of current) {
    byId.set(_id, {
      webhookId,
      deliveryId: _id,
      status,
      at: finishedAt?.toISOString() ?? null,
      attemptCount,
    });
  }
  return [...byId.values()];
}

/** The transitions of a lead's records, what the lead became, and notes. */
async function entriesOfRecords(connection: Connection, leadId: number): Promise<TimelineEntry[]> {
  const [lead, prospect] = await Promise.all([
    leadModel(connection).findById(leadId).select(fields).lean<RecordHistory>(),
    prospectModel(connection)
      .findOne({ leadId })
      .select(fields)
      .lean<RecordHistory & Pick<ProspectDocument, '_id'>>(),
  ]);
  const opportunity =
    prospect === null
      ? null
      : await opportunityModel(connection)
          .findOne({ prospectId: prospect._id })
          .select({ history: 1, notes: 1 })
          .lean<RecordHistory>();
  const histories = [lead, prospect, opportunity].flatMap((document) => document?.history ?? []);
  const followed = new Set(histories.map(beginningOf));
  return [
    ...entriesOf('lead', lead, followed),
    ...entriesOf('prospect', prospect, followed),
    ...entriesOf('opportunity', opportunity, followed),
  ];
}

/** An irregular transition that was followed is also in the history of the record it led to. */
function beginningOf({ from, at }: { readonly from: string | null; readonly at: Date }): string {
  return `${at.getTime()} ${from ?? ''}`;
}

/** @param followed the starts of all transitions that the records have made */
function entriesOf(
  record: Kind,
  document: RecordHistory | null,
  followed: ReadonlySet<string>,
): TimelineEntry[] {
  if (document === null) {
    return [];
  }
  const { history, irregularChanges = [], notes = [] } = document;
  return [
    ...history.map((move, index) => moveEntry(record, document._id, { move, index })),
    ...irregularChanges.flatMap((change, index): TimelineEntry[] => {
      const { from, to, at, by } = change;
      const base = { entryId: idOf(`${record}_irregular`, at, index), at: at.toISOString() };
      return followed.has(beginningOf(change))
        ? []
        : [{ kind: 'status', ...base, record, from, to, by, reason: null, isFollowed: false }];
    }),
    ...notes.map(({ at, by, text }, index): TimelineEntry => ({
      kind: 'note',
      entryId: idOf(`${record}_note`, at, index),
      at: at.toISOString(),
      ...{ record, text, by },
    })),
  ];
}

/** At the start of the history of a prospect or an opportunity, the lead became one. */
function moveEntry(
  record: Kind,
  recordId: number,
  { move, index }: { readonly move: LeadDocument['history'][number]; readonly index: number },
): TimelineEntry {
  const { from, to, at, by, reason } = move;
  const base = { entryId: idOf(`${record}_status`, at, index), at: at.toISOString(), by };
  return index === 0 && isBecome(record)
    ? { kind: 'conversion', ...base, record, recordId }
    : { kind: 'status', ...base, record, from, to, reason, isFollowed: true };
}

function isBecome(record: Kind): record is Became {
  return record !== 'lead';
}

/** The same id for the same entry in every read; entries of one moment sort in their order. */
function idOf(kind: string, at: Date, index: number): string {
  return `${kind}_${at.getTime()}_${String(index).padStart(6, '0')}`;
}

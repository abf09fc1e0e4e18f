import type { ListPosition, PageQuery } from '@leadbridge/contracts';
import type { EventDelivery, TimelineEntry, TimelineReader, Page } from '@leadbridge/usecases';
import type { Connection, QueryFilter } from 'mongoose';

import { distinctValues } from '../distinct-values.js';
import { callModel, type CallDocument } from '../call/call-model.js';
import { deliveryId } from '../delivery/delivery-documents.js';
import { deliveryModel, type DeliveryDocument } from '../delivery/delivery-model.js';
import { eventModel, type EventDocument } from '../event/event-model.js';
import { sliceOf } from '../read-page.js';
import { suppressionModel, type SuppressionDocument } from '../suppression/suppression-model.js';
import { webhookModel } from '../webhook/webhook-model.js';
import { createRecordEntries } from './timeline-of-records.js';

type Place = readonly [at: Date, entryId: string];

interface TimelineModels {
  readonly connection: Connection;
  readonly calls: ReturnType<typeof callModel>;
  readonly suppressions: ReturnType<typeof suppressionModel>;
  readonly written: ReturnType<typeof eventModel>;
  readonly entriesOfRecords: ReturnType<typeof createRecordEntries>;
}

/**
 * The timeline of a lead is composed of stored data: calls, opt-outs, the transitions of the records, and
 * entries that have no record of their own. Each part is read newest first from the start of the page, by an
 * index, and no further than the page can reach.
 */
export function createTimelineReader(connection: Connection): TimelineReader {
  const models: TimelineModels = {
    connection,
    calls: callModel(connection),
    suppressions: suppressionModel(connection),
    written: eventModel(connection),
    entriesOfRecords: createRecordEntries(connection),
  };

  return {
    timeline: async (leadId, query) => readTimeline(models, leadId, query),
  };
}

async function readTimeline(
  models: TimelineModels,
  leadId: number,
  query: PageQuery,
): Promise<Page<TimelineEntry>> {
  const { skip, limit, after } = sliceOf(query);
  const place = after === null ? null : readPlace(after);
  const [parts, total] = await Promise.all([
    partsOf(models, leadId, place, skip + limit + 1),
    countAll(models, leadId),
  ]);
  const sorted = parts.toSorted((left, right) => compare(placeOf(left), placeOf(right)));
  const items = sorted.slice(skip, skip + limit);
  const last = items.at(-1);
  return {
    items: await withDeliveries(models, items),
    total,
    next: last !== undefined && sorted.length > skip + limit ? [...placeOf(last)] : null,
  };
}

async function partsOf(
  { written, calls, suppressions, entriesOfRecords }: TimelineModels,
  leadId: number,
  after: Place | null,
  count: number,
): Promise<TimelineEntry[]> {
  const [ofImports, ofCalls, ofOptOuts, ofRecords] = await Promise.all([
    written
      .find({ leadId, ...behind<EventDocument>('at', after) })
      .sort({ at: -1, _id: -1 })
      .limit(count)
      .lean<EventDocument[]>(),
    calls
      .find({ leadId, ...behind<CallDocument>('occurredAt', after) })
      .sort({ occurredAt: -1, _id: -1 })
      .limit(count)
      .lean<CallDocument[]>(),
    suppressions
      .find({ leadId, ...behind<SuppressionDocument>('requestedAt', after) })
      .sort({ requestedAt: -1, _id: -1 })
      .limit(count)
      .lean<SuppressionDocument[]>(),
    entriesOfRecords(leadId),
  ]);
  return [
    ...ofImports.map(writtenEntry),
    ...ofCalls.map(callEntry),
    ...ofOptOuts.map(optOutEntry),
    ...ofRecords.filter((entry) => after === null || compare(placeOf(entry), after) > 0),
  ];
}

async function countAll(
  { written, calls, suppressions, entriesOfRecords }: TimelineModels,
  leadId: number,
): Promise<number> {
  const [imports, ofCalls, optOuts, ofRecords] = await Promise.all([
    written.countDocuments({ leadId }),
    calls.countDocuments({ leadId }),
    suppressions.countDocuments({ leadId }),
    entriesOfRecords(leadId),
  ]);
  return imports + ofCalls + optOuts + ofRecords.length;
}

/**
 * Deliveries that have not expired are read for their state; the results of older ones are in the entries.
 */
async function withDeliveries(
  { connection }: TimelineModels,
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

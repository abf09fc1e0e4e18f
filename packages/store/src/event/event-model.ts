import type { EventDelivery, ImportEntry, UndoEntry } from '@leadbridge/usecases';

import { defineModel, type DocumentOf } from '../define-model.js';
import { ofLeads } from '../erasure-rule.js';
import { boolean, date, mixed, number, text } from '../fields.js';
import { eventRetentionSeconds } from '../retention.js';

/** As of an index: those that have it are the few that the query is about. */
export const isWaiting = { dispatchedAt: { $type: 'null' } } as const;
export const hasData = { data: { $exists: true } } as const;
/** Not `$exists`, which no index covers. */
export const isFact = { source: { $gt: '' } } as const;

/**
 * What happened, written in the transaction of the change: events for webhooks, of which those with a lead are in its
 * timeline too, entries that only the timeline has, and how many rows of an import ended how. The rows of a lead do not
 * expire, and are removed by an erasure of the person; the data of an event do.
 */
export const eventModel = defineModel({
  name: 'Event',
  collection: 'events',
  fields: {
    /** `evt_…` of an event, `tl_…` of an entry that only the timeline has, `fct_…` of counts. */
    _id: text(),
    at: date(),
    /** Whose timeline it is in; null if in none. Counts lack it, as they do not expire. */
    leadId: number().nullable().optional(),

    // Of an event:
    type: text().optional(),
    /** Missing once it has expired. */
    data: mixed<Record<string, unknown>>().optional(),
    traceparent: text().optional(),
    /** Null until it is dispatched to the webhooks: the outbox. */
    dispatchedAt: date().nullable().optional(),
    /** Only if it could not be dispatched, by the database's clock. */
    failures: number().optional(),
    failingSince: date().optional(),
    retryAt: date().optional(),
    /** The latest ones that have ended; they expire, and the fact that they were sent does not. */
    deliveries: mixed<EventDelivery[]>().optional(),

    /** Of an entry that only the timeline has. */
    facts: mixed<ImportEntry | UndoEntry>().optional().personal(),

    // How the rows of one source in one batch ended; the analytics sum these up.
    source: text().optional(),
    created: number().optional(),
    updated: number().optional(),
    skipped: number().optional(),
    preserved: number().optional(),
    failed: number().optional(),
    /** Set once it is in the totals. */
    counted: boolean<true>().optional(),
  },
  indexes: [
    [{ leadId: 1, at: -1, _id: -1 }],
    [
      { at: 1, type: 1 },
      { name: 'with_data', partialFilterExpression: hasData },
    ],
    [
      { at: 1, _id: 1 },
      { name: 'waiting', partialFilterExpression: isWaiting },
    ],
    // Few events fail: a query for them need not read all waiting ones.
    [{ failingSince: 1 }, { partialFilterExpression: { failingSince: { $type: 'date' } } }],
    // Contains all fields that the analytics read.
    [
      { at: 1, source: 1, created: 1, updated: 1, skipped: 1, preserved: 1, failed: 1 },
      { name: 'facts', partialFilterExpression: isFact },
    ],
    [{ at: 1 }, { name: 'uncounted', partialFilterExpression: { ...isFact, counted: null } }],
    [
      { at: 1 },
      {
        name: 'without_lead',
        partialFilterExpression: { leadId: { $type: 'null' } },
        expireAfterSeconds: eventRetentionSeconds,
      },
    ],
  ],
  erasure: {
    steps: (of) => [
      { deleteMany: { filter: { ...ofLeads(of), type: { $exists: false } } } },
      // What webhooks were sent contains ids only, and expires.
      {
        updateMany: {
          filter: ofLeads(of),
          update: { $set: { leadId: null }, $unset: { deliveries: 1 } },
        },
      },
    ],
    countedAs: null,
  },
  minimize: false,
});

export type EventDocument = DocumentOf<typeof eventModel>;

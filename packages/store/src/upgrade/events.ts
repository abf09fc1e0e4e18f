import type { Connection } from 'mongoose';

import { dropIndex } from './drop-index.js';
import type { Migration } from './migration.js';

/**
 * Events, their outbox and the timeline of leads were three collections. A killed run repeats everything: what was
 * merged is merged again with the same result, and the former collections go last.
 */
export const eventsInOneCollection: Migration = {
  name: '003-events',
  async run(connection) {
    // The first would remove the rows that are kept for the timeline; the second has another form now.
    await dropIndex(connection, 'events', 'retention');
    await dropIndex(connection, 'events', 'at_1_type_1');
    await mergeOutbox(connection);
    await mergeTimeline(connection);
    await connection
      .collection('events')
      .updateMany({ type: { $exists: true }, leadId: { $exists: false } }, { $set: { leadId: null } });
    await connection
      .collection('events')
      .updateMany({ type: { $exists: true }, dispatchedAt: { $exists: false } }, [
        { $set: { dispatchedAt: '$at' } },
      ]);
    await connection.collection('event_outbox').drop();
    await connection.collection('lead_timeline').drop();
  },
};

async function mergeOutbox(connection: Connection): Promise<void> {
  await connection
    .collection('event_outbox')
    .aggregate([
      { $unwind: '$events' },
      { $project: { _id: '$events.eventId', dispatchedAt: { $literal: null } } },
      { $match: { _id: { $type: 'string' } } },
      { $merge: { into: 'events', whenMatched: 'merge', whenNotMatched: 'discard' } },
    ])
    .toArray();
}

/** The events of leads that had expired had left entries in the timeline, which become rows without data. */
async function mergeTimeline(connection: Connection): Promise<void> {
  const isEvent = { 'facts.kind': 'event' };
  const ofLead = { leadId: '$$new.leadId', deliveries: '$$new.deliveries' };
  await connection
    .collection('lead_timeline')
    .aggregate([
      { $match: isEvent },
      {
        $project: {
          leadId: 1,
          at: 1,
          type: '$facts.eventType',
          dispatchedAt: '$at',
          deliveries: '$facts.deliveries',
        },
      },
      { $merge: { into: 'events', whenMatched: [{ $set: ofLead }], whenNotMatched: 'insert' } },
    ])
    .toArray();
  await connection
    .collection('lead_timeline')
    .aggregate([
      { $match: { $nor: [isEvent] } },
      { $merge: { into: 'events', whenMatched: 'keepExisting', whenNotMatched: 'insert' } },
    ])
    .toArray();
}

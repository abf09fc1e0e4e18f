import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { testServers } from '@leadbridge/devkit';
import type { Connection } from 'mongoose';

import { connectMongo, ensureIndexes } from '../connect.js';
import { eventModel } from '../event/event-model.js';
import { createTimelineReader } from '../lifecycle/timeline-reader.js';
import { createEventDispatchStore } from '../transactions/event-dispatch-store.js';
import { eventsInOneCollection } from './events.js';

let mongo: Connection;

beforeAll(async () => {
  mongo = await connectMongo(testServers().mongodbUri);
});

beforeEach(async () => {
  await mongo.dropDatabase();
});

afterAll(async () => {
  await mongo.close();
});

const at = new Date('2026-01-31T09:00:00.000Z');
const collection = (name: string) => mongo.collection<{ _id: string }>(name);
const delivery = { webhookId: 'wh_1', deliveryId: 'dlv_1', status: 'succeeded', at: null, attemptCount: 1 };
const imported = {
  kind: 'import',
  jobId: 'job_1',
  index: 0,
  source: 'csv',
  result: 'created',
  psaTicketId: 7,
};

/** As it was stored in three collections. */
async function storeFormerly(): Promise<void> {
  await mongo.createCollection('events');
  await collection('events').createIndex({ at: 1, type: 1 });
  await collection('events').createIndex({ at: 1 }, { name: 'retention', expireAfterSeconds: 2_592_000 });
  const event = (_id: string, data: object) => ({ _id, type: 'lead.created', data, at });
  await collection('events').insertMany([
    event('evt_dispatched', { lead_id: 1 }),
    event('evt_waiting', { lead_id: 1 }),
    event('evt_of_none', { job_id: 'job_1' }),
  ]);
  const waiting = [
    { eventId: 'evt_waiting', type: 'lead.created' },
    { eventId: 'evt_gone', type: 'lead.created' },
  ];
  await collection('event_outbox').insertOne({ _id: 'out_1', events: waiting, at } as never);
  const sent = (_id: string, deliveries: readonly object[]) => ({
    ...{ _id, leadId: 1, at },
    facts: { kind: 'event', eventType: 'lead.created', deliveries },
  });
  await collection('lead_timeline').insertMany([
    sent('evt_dispatched', [delivery]),
    sent('evt_waiting', []),
    sent('evt_expired', [delivery]),
    { _id: 'tl_1', leadId: 1, at, facts: imported } as never,
  ]);
}

async function expectUpgraded(): Promise<void> {
  eventModel(mongo);
  await ensureIndexes(mongo);
  expect(await createEventDispatchStore(mongo).waiting(10)).toEqual([
    { eventId: 'evt_waiting', type: 'lead.created' },
  ]);
  const { items } = await createTimelineReader(mongo).timeline(1, { page: 1, limit: 10 });
  expect(items.map(({ entryId }) => entryId).sort()).toEqual(
    ['evt_dispatched', 'evt_waiting', 'evt_expired', 'tl_1'].sort(),
  );
  const entry = (id: string) => items.find(({ entryId }) => entryId === id);
  expect(entry('evt_expired')).toMatchObject({
    kind: 'event',
    eventType: 'lead.created',
    deliveries: [delivery],
  });
  expect(entry('evt_dispatched')).toMatchObject({ deliveries: [delivery] });
  expect(entry('tl_1')).toMatchObject(imported);
  const stored = await eventModel(mongo).find({ type: 'lead.created' }).sort({ _id: 1 }).lean();
  expect(
    stored.map(({ _id, data, dispatchedAt, leadId }) => [_id, data ?? null, dispatchedAt, leadId]),
  ).toEqual([
    ['evt_dispatched', { lead_id: 1 }, at, 1],
    ['evt_expired', null, at, 1],
    ['evt_of_none', { job_id: 'job_1' }, at, null],
    ['evt_waiting', { lead_id: 1 }, null, 1],
  ]);
  const names = await mongo.db?.listCollections({}, { nameOnly: true }).toArray();
  expect(names?.map(({ name }) => name)).not.toEqual(expect.arrayContaining(['event_outbox']));
  expect(names?.map(({ name }) => name)).not.toEqual(expect.arrayContaining(['lead_timeline']));
}

describe('the upgrade from three collections of events', () => {
  it('keeps what waits, what was sent, and the timelines', async () => {
    await storeFormerly();
    await eventsInOneCollection.run(mongo);
    await expectUpgraded();
  });

  it('comes to the same if it was killed before any of its commands, and is run again', async () => {
    for (let commands = 0; ; commands += 1) {
      await mongo.dropDatabase();
      await storeFormerly();
      const isDone = await eventsInOneCollection.run(dyingAfter(commands)).then(
        () => true,
        () => false,
      );
      await eventsInOneCollection.run(mongo);
      await expectUpgraded();
      if (isDone) {
        expect(commands).toBeGreaterThanOrEqual(9);
        return;
      }
    }
  });
});

/** A connection whose collections can be used so many times. */
function dyingAfter(uses: number): Connection {
  let left = uses;
  return new Proxy(mongo, {
    get(target, property) {
      if (property !== 'collection') {
        return Reflect.get(target, property) as unknown;
      }
      left -= 1;
      if (left < 0) {
        throw new Error('killed');
      }
      return target.collection.bind(target);
    },
  });
}

import { describe, expect, it } from '@jest/globals';
import type { EventDispatchStore } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { newDelivery } from '../delivery/delivery-documents.js';
import { deliveryModel } from '../delivery/delivery-model.js';
import { webhookModel, type WebhookDocument } from '../subscription/webhook-model.js';
import { createEventDispatchStore } from './event-dispatch-store.js';
import { insertEvents } from '../event/insert-events.js';
import { eventModel, isWaiting } from '../event/event-model.js';
import { useTestDatabase } from '../testing/use-test-database.js';

const at = '2026-01-31T09:00:00.000Z';
let connection: Connection;
let store: EventDispatchStore;

/** Events, each in its own transaction; returns their ids. */
async function happen(count: number): Promise<string[]> {
  const types = Array.from({ length: count }, (_, index) => ({
    type: 'lead.created',
    data: { lead_id: index },
  }));
  for (const event of types) {
    await connection.transaction(async (session) => insertEvents(connection, [event], new Date(at), session));
  }
  return (await eventModel(connection).find().sort({ at: 1, _id: 1 }).lean()).map(({ _id }) => _id);
}

async function register(id: string, more: Partial<WebhookDocument> = {}): Promise<void> {
  await webhookModel(connection).create({
    _id: id,
    url: 'https://hooks.example.com/',
    events: ['*'],
    active: true,
    sealedSecret: 'sealed',
    createdAt: new Date(at),
    updatedAt: new Date(at),
    ...more,
  });
}

const pair = (eventId: string, webhookId = 'wh_1') => ({ webhookId, eventId, eventType: 'lead.created' });

useTestDatabase((opened) => {
  connection = opened;
  store = createEventDispatchStore(connection);
});

describe('dispatching events to webhooks', () => {
  it('returns the oldest waiting events, and the active webhooks', async () => {
    const happened = await happen(3);
    await register('wh_1', { events: ['lead.created'] });
    await register('wh_off', { active: false });
    expect(await store.waiting(2)).toEqual(
      happened.slice(0, 2).map((eventId) => ({ eventId, type: 'lead.created' })),
    );
    expect(await store.subscriptions()).toEqual([{ webhookId: 'wh_1', events: ['lead.created'] }]);
  });

  it('finds them by an index of those that wait, not of all events and entries of timelines', async () => {
    await happen(3);
    const entry = { _id: 'tl_1', leadId: 1, at: new Date(at), facts: {} };
    await eventModel(connection).collection.insertOne(entry as never);
    await eventModel(connection).updateOne({ 'data.lead_id': 0 }, { dispatchedAt: new Date(at) });
    const explained = JSON.stringify(
      await eventModel(connection)
        .find({ ...isWaiting, $expr: { $lte: ['$retryAt', '$$NOW'] } })
        .sort({ at: 1, _id: 1 })
        .explain('executionStats'),
    );
    expect(explained).toContain('"indexName":"waiting"');
    expect(explained).not.toContain('"stage":"SORT"');
    expect(Number(/"totalKeysExamined":(\d+)/u.exec(explained)?.[1])).toBe(2);
  });

  it('leaves waiting, of many events of one transaction, those that an active webhook receives', async () => {
    await register('wh_1', { events: ['lead.created'] });
    await register('wh_off', { active: false });
    const many = Array.from({ length: 100 }, (_, index) => ({
      type: index % 2 === 0 ? 'lead.created' : 'lead.do_not_contact',
      data: { lead_id: index },
    }));
    await connection.transaction(async (session) => insertEvents(connection, many, new Date(at), session));
    const waiting = await store.waiting(1_000);
    expect(waiting.map(({ type }) => type)).toEqual(Array.from({ length: 50 }, () => 'lead.created'));
    const others = await eventModel(connection).countDocuments({ dispatchedAt: new Date(at) });
    expect(others).toBe(50);
  });

  it('leaves many events waiting for a webhook that was registered while their transaction ran', async () => {
    const many = Array.from({ length: 100 }, () => ({ type: 'lead.created', data: { lead_id: 1 } }));
    await connection.transaction(async (session) => {
      await eventModel(connection).countDocuments({}, { session });
      await register('wh_1');
      await insertEvents(connection, many, new Date(), session);
    });
    expect(await store.waiting(1_000)).toHaveLength(100);
  });

  it('stores the deliveries and marks the events together', async () => {
    const [first = '', second = ''] = await happen(2);
    const deliveries = [pair(first), pair(first, 'wh_2'), pair(second)];
    expect(await store.dispatch([first, second], deliveries, at)).toBe(true);
    expect(await store.waiting(10)).toEqual([]);
    const stored = await deliveryModel(connection).find().lean();
    expect(stored).toHaveLength(3);
    expect(stored[0]).toMatchObject({ status: 'pending', nextAttemptAt: new Date(at), attemptCount: 0 });
    expect(stored[0]?._id).toMatch(/^dlv_[0-9a-z]{9}[0-9a-f]{16}$/);
  });

  it('stores what a replay has not stored yet, and leaves its deliveries unchanged', async () => {
    const [eventId = ''] = await happen(1);
    const told = newDelivery(pair(eventId), new Date(at));
    await deliveryModel(connection).create({ ...told, status: 'succeeded', attemptCount: 1 });
    expect(await store.dispatch([eventId], [pair(eventId), pair(eventId, 'wh_2')], at)).toBe(true);
    expect(await store.waiting(10)).toEqual([]);
    const stored = await deliveryModel(connection).find().sort({ webhookId: 1 }).lean();
    expect(stored.map(({ webhookId, status }) => [webhookId, status])).toEqual([
      ['wh_1', 'succeeded'],
      ['wh_2', 'pending'],
    ]);
  });

  it('leaves a failed event for later, longer after each failure', async () => {
    const [first = '', second = ''] = await happen(2);
    const retryAfterMs = async (): Promise<number> => {
      await store.setAside(first);
      const [event] = await eventModel(connection).aggregate<{ retryAfterMs: number }>([
        { $match: { _id: first } },
        { $project: { retryAfterMs: { $subtract: ['$retryAt', '$$NOW'] } } },
      ]);
      return Math.ceil((event?.retryAfterMs ?? 0) / 1_000);
    };
    const seconds: number[] = [];
    for (let failure = 1; failure <= 8; failure += 1) {
      seconds.push(await retryAfterMs());
    }
    expect(seconds).toEqual([2, 4, 8, 16, 32, 64, 64, 64]);
    expect((await store.waiting(10)).map(({ eventId }) => eventId)).toEqual([second]);
    await eventModel(connection).updateMany({}, { $set: { retryAt: new Date(0) } });
    expect(await store.waiting(10)).toHaveLength(2);
  });

  it('changes nothing if another worker was first', async () => {
    const [first = '', second = ''] = await happen(2);
    await store.dispatch([first], [pair(first)], at);
    const both = [pair(first), pair(second)];
    expect(await store.dispatch([first, second], both, at)).toBe(false);
    expect(await deliveryModel(connection).countDocuments()).toBe(1);
    expect((await store.waiting(10)).map(({ eventId }) => eventId)).toEqual([second]);
  });

  it('marks events that no webhook receives by themselves, and says if another worker was first', async () => {
    const [first = '', second = ''] = await happen(2);
    expect(await store.dispatch([first], [], at)).toBe(true);
    expect((await store.waiting(10)).map(({ eventId }) => eventId)).toEqual([second]);
    expect(await store.dispatch([first, second], [], at)).toBe(false);
    expect(await store.waiting(10)).toEqual([]);
  });

  it('lets exactly one of many workers dispatch the same events', async () => {
    const happened = await happen(50);
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () =>
        store.dispatch(
          happened,
          happened.map((eventId) => pair(eventId)),
          at,
        ),
      ),
    );
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await deliveryModel(connection).countDocuments()).toBe(50);
  });

  it('tells when the first delivery of each webhook is due', async () => {
    await Promise.all(['wh_1', 'wh_2', 'wh_3'].map((id) => register(id)));
    const [first = '', second = '', third = ''] = await happen(3);
    await store.dispatch([first], [pair(first, 'wh_1')], at);
    await store.dispatch([second], [pair(second, 'wh_2')], '2026-01-31T10:00:00.000Z');
    await store.dispatch([third], [pair(third, 'wh_2')], '2026-01-31T09:30:00.000Z');
    const due = [...(await store.firstDue())].sort((one, other) =>
      one.webhookId < other.webhookId ? -1 : 1,
    );
    expect(due).toEqual([
      { webhookId: 'wh_1', dueAt: at },
      { webhookId: 'wh_2', dueAt: '2026-01-31T09:30:00.000Z' },
    ]);
    await deliveryModel(connection).updateMany({}, { $set: { status: 'succeeded' } });
    expect(await store.firstDue()).toEqual([]);
  });

  it('finds them without reading all deliveries', async () => {
    await register('wh_1');
    const plan = await connection
      .collection('webhooks')
      .aggregate([
        {
          $lookup: {
            from: 'webhook_deliveries',
            localField: '_id',
            foreignField: 'webhookId',
            pipeline: [{ $match: { status: 'pending' } }, { $sort: { nextAttemptAt: 1 } }, { $limit: 1 }],
            as: 'due',
          },
        },
      ])
      .explain('executionStats');
    expect(JSON.stringify(plan)).toContain('"due"');
    expect(JSON.stringify(plan)).not.toContain('"collectionScans":1');
  });
});

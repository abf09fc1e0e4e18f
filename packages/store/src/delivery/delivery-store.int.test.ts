import { describe, expect, it } from '@jest/globals';
import type { AttemptRecord, DeliveryStore, EventDispatchStore } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { createEventDispatchStore } from '../transactions/event-dispatch-store.js';
import { createEventRetention } from '../event/event-retention.js';
import { insertEvents } from '../event/insert-events.js';
import { eventModel } from '../event/event-model.js';
import { errorLogModel } from '../error-log/error-log-model.js';
import { deliveryId } from './delivery-documents.js';
import { deliveryModel } from './delivery-model.js';
import { createDeliveryStore } from './delivery-store.js';
import { useTestDatabase } from '../testing/use-test-database.js';

const at = '2026-01-31T09:00:00.000Z';
const later = '2026-01-31T10:00:00.000Z';
const all = { limit: 100, testsOnly: false };
const page = { page: 1, limit: 50 };
const request: AttemptRecord['request'] = { headers: [['X-Webhook-Event', 'lead.created']], body: '{}' };
/** A name that would not do as a key of a stored object. */
const responseHeaders = [['$set.__proto__', 'x']] as const;

let connection: Connection;
let store: DeliveryStore;
let dispatching: EventDispatchStore;

/** Events one minute apart, from nine o'clock on, dispatched to `wh_1` unless `dispatch` is false. */
async function happen(types: readonly string[], dispatch = true): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, type] of types.entries()) {
    const time = new Date(Date.parse(at) + index * 60_000);
    await connection.transaction(async (session) =>
      insertEvents(connection, [{ type, data: { lead_id: index } }], time, session),
    );
    const [{ eventId } = { eventId: '' }] = (await dispatching.waiting(500)).slice(-1);
    ids.push(eventId);
    if (dispatch) {
      await dispatching.dispatch([eventId], [{ webhookId: 'wh_1', eventId, eventType: type }], at);
    }
  }
  return ids;
}

function attempt(eventId: string, more: Partial<AttemptRecord> = {}): AttemptRecord {
  return {
    webhookId: 'wh_1',
    deliveryId: deliveryId(eventId, 'wh_1'),
    eventId,
    eventType: 'lead.created',
    attempt: { at, statusCode: 200, durationMilliseconds: 12, error: null, response: 'ok', responseHeaders },
    request,
    attemptCountBefore: 0,
    status: 'succeeded',
    nextAttemptAt: null,
    leadId: 7,
    ...more,
  };
}

const failed = (eventId: string, more: Partial<AttemptRecord> = {}): AttemptRecord =>
  attempt(eventId, {
    status: 'failed',
    attempt: {
      at,
      statusCode: 500,
      durationMilliseconds: 5,
      error: 'The target responded with 500',
      response: '',
    },
    ...more,
  });

useTestDatabase((opened) => {
  connection = opened;
  store = createDeliveryStore(connection);
  dispatching = createEventDispatchStore(connection);
});

describe('deliveries', () => {
  it('are due with their event, until an attempt is recorded', async () => {
    const [eventId = ''] = await happen(['lead.created']);
    expect(await store.due('wh_1', '2026-01-31T08:59:59.999Z', all)).toEqual([]);
    expect(await store.due('wh_2', later, all)).toEqual([]);
    expect(await store.due('wh_1', at, all)).toEqual([
      {
        deliveryId: deliveryId(eventId, 'wh_1'),
        webhookId: 'wh_1',
        eventId,
        eventType: 'lead.created',
        occurredAt: at,
        data: { lead_id: 0 },
        attemptCount: 0,
        roundAttempts: 0,
      },
    ]);
    await store.recordAttempt(attempt(eventId));
    expect(await store.due('wh_1', later, all)).toEqual([]);
    expect(await store.find('wh_1', deliveryId(eventId, 'wh_1'))).toMatchObject({
      status: 'succeeded',
      attemptCount: 1,
      error: null,
      nextAttemptAt: null,
      finishedAt: '2026-01-31T09:00:00.012Z',
      request,
      attempts: [
        { at, statusCode: 200, durationMilliseconds: 12, error: null, response: 'ok', responseHeaders },
      ],
    });
  });

  it('are due again at the time of their next attempt', async () => {
    const [eventId = ''] = await happen(['lead.created']);
    await store.recordAttempt(failed(eventId, { status: 'pending', nextAttemptAt: later }));
    expect(await store.due('wh_1', '2026-01-31T09:59:59.999Z', all)).toEqual([]);
    expect(await store.due('wh_1', later, all)).toMatchObject([{ attemptCount: 1, roundAttempts: 1 }]);
    expect(await errorLogModel(connection).countDocuments()).toBe(0);
  });

  it('record an attempt once, even if two workers made it', async () => {
    const [eventId = ''] = await happen(['lead.created']);
    const again = { status: 'pending', nextAttemptAt: later } as const;
    await Promise.all([
      store.recordAttempt(failed(eventId, again)),
      store.recordAttempt(failed(eventId, again)),
    ]);
    await store.recordAttempt(attempt(eventId, { attemptCountBefore: 1 }));
    await store.recordAttempt(failed(eventId, { attemptCountBefore: 1 }));
    expect(await store.find('wh_1', deliveryId(eventId, 'wh_1'))).toMatchObject({
      status: 'succeeded',
      attemptCount: 2,
    });
  });

  it('report the last failure in the error log, by lead', async () => {
    const [eventId = ''] = await happen(['lead.created']);
    await store.recordAttempt(failed(eventId));
    const [errorLogEntry] = await errorLogModel(connection).find().lean();
    expect(errorLogEntry).toMatchObject({
      level: 'error',
      errorCode: 'WEBHOOK_DELIVERY_FAILED',
      leadId: 7,
      source: 'webhooks',
    });
    expect(errorLogEntry?.message).toContain('The target responded with 500');
  });

  it('keep the latest attempts, and the number of all', async () => {
    const [eventId = ''] = await happen(['lead.created']);
    for (let count = 0; count < 25; count += 1) {
      await store.recordAttempt(
        failed(eventId, { status: 'pending', nextAttemptAt: later, attemptCountBefore: count }),
      );
    }
    const found = await store.find('wh_1', deliveryId(eventId, 'wh_1'));
    expect(found?.attemptCount).toBe(25);
    expect(found?.attempts).toHaveLength(20);
  });

  it('of a disabled webhook end as failed, with the reason; tests continue', async () => {
    const [eventId = '', done = ''] = await happen(['lead.created', 'lead.created']);
    await store.recordAttempt(attempt(done));
    const test = await store.createTest('wh_1', { webhook_id: 'wh_1' }, at);
    const webhooks = connection.collection<{ _id: string; active: boolean }>('webhooks');
    await webhooks.insertOne({ _id: 'wh_1', active: false });
    await store.endWaiting('wh_1', at);
    expect(await store.find('wh_1', deliveryId(eventId, 'wh_1'))).toMatchObject({
      status: 'failed',
      error: 'The webhook was switched off',
      nextAttemptAt: null,
    });
    expect(await store.find('wh_1', deliveryId(done, 'wh_1'))).toMatchObject({ status: 'succeeded' });
    expect(await store.due('wh_1', later, { limit: 10, testsOnly: true })).toMatchObject([
      { deliveryId: test.deliveryId, eventType: 'webhook.test', data: { webhook_id: 'wh_1' } },
    ]);
  });

  it('are listed newest first, filtered and paged', async () => {
    const ids = await happen(['lead.created', 'lead.updated', 'lead.created', 'sync.completed']);
    await store.recordAttempt(attempt(ids[0] ?? ''));
    const listed = await store.list('wh_1', page);
    expect(listed.total).toBe(4);
    expect(listed.items.map(({ eventId }) => eventId)).toEqual([...ids].reverse());
    expect((await store.list('wh_1', { page: 2, limit: 3 })).items).toHaveLength(1);
    expect(await store.list('wh_1', { ...page, status: 'succeeded' })).toMatchObject({ total: 1 });
    expect(await store.list('wh_1', { ...page, event: 'lead.created', status: 'pending' })).toMatchObject({
      total: 1,
    });
    expect(await store.list('wh_2', page)).toEqual({ items: [], total: 0, next: null });
  });

  it('can be sent again, keeping all earlier attempts', async () => {
    const [eventId = ''] = await happen(['lead.created']);
    await store.recordAttempt(failed(eventId));
    const id = deliveryId(eventId, 'wh_1');
    expect(await store.redeliver('wh_1', id, later)).toMatchObject({
      status: 'pending',
      nextAttemptAt: later,
      attemptCount: 1,
    });
    expect(await store.due('wh_1', later, all)).toMatchObject([{ attemptCount: 1, roundAttempts: 0 }]);
    expect(await store.redeliver('wh_2', id, later)).toBeNull();
    expect(await store.find('wh_2', id)).toBeNull();
  });

  it('of an event that has expired are reported as such', async () => {
    await happen(['lead.created']);
    // A row that is kept for the timeline, and one that is gone.
    await createEventRetention(connection).removeBefore(new Date(later));
    expect(await store.due('wh_1', later, all)).toMatchObject([{ occurredAt: null }]);
    await eventModel(connection).deleteMany({});
    expect(await store.due('wh_1', later, all)).toMatchObject([{ occurredAt: null }]);
  });
});

describe('a replay', () => {
  const range = (events: readonly string[], from: string, to: string) =>
    ({ kind: 'range', events, from, to }) as const;

  it('of failed deliveries includes those that failed since then, and nothing else', async () => {
    const [first = '', second = '', third = ''] = await happen([
      'lead.created',
      'lead.created',
      'lead.created',
    ]);
    const old = {
      at: '2026-01-30T00:00:00.000Z',
      statusCode: 500,
      durationMilliseconds: 1,
      error: 'x',
      response: '',
    };
    await store.recordAttempt(failed(first, { attempt: old }));
    await store.recordAttempt(failed(second));
    await store.recordAttempt(attempt(third));
    const selection = { kind: 'failed', since: at } as const;
    expect(await store.countReplay('wh_1', selection)).toBe(1);
    expect(await store.replay('wh_1', selection, later)).toBe(1);
    expect(await store.due('wh_1', later, all)).toMatchObject([{ eventId: second, roundAttempts: 0 }]);
    expect(await store.countReplay('wh_1', selection)).toBe(0);
  });

  it('of a range includes every event of it that is subscribed to, dispatched or not', async () => {
    const ids = await happen(['lead.created', 'lead.created', 'lead.updated', 'lead.created']);
    await store.recordAttempt(attempt(ids[0] ?? ''));
    await store.recordAttempt(failed(ids[1] ?? ''));
    await deliveryModel(connection).deleteOne({ eventId: ids[3] ?? '' });
    await happen(['lead.created'], false);
    await store.createTest('wh_1', {}, at);

    const wanted = range(['lead.created', 'webhook.test'], at, later);
    expect(await store.countReplay('wh_1', wanted)).toBe(3);
    expect(await store.replay('wh_1', wanted, later)).toBe(3);
    const pending = await store.list('wh_1', { ...page, status: 'pending', event: 'lead.created' });
    expect(pending.items.map(({ eventId }) => eventId).sort()).toEqual([ids[0], ids[1], ids[3]].sort());
    expect(await store.countReplay('wh_1', range(['*'], at, later))).toBe(4);
    expect(await store.countReplay('wh_1', range(['*'], at, at))).toBe(0);
    expect(
      await store.countReplay('wh_1', range(['*'], '2026-01-31T09:01:00.000Z', '2026-01-31T09:02:00.000Z')),
    ).toBe(1);
  });

  it('of more events than one batch stores each once', async () => {
    const happened = Array.from({ length: 2_300 }, () => ({ type: 'lead.created', data: {} }));
    await connection.transaction(async (session) =>
      insertEvents(connection, happened, new Date(at), session),
    );
    await eventModel(connection).updateMany({}, { dispatchedAt: new Date(at) });
    const selection = range(['*'], at, later);
    expect(await store.replay('wh_1', selection, later)).toBe(2_300);
    expect(await store.replay('wh_1', selection, later)).toBe(2_300);
    expect(await deliveryModel(connection).countDocuments({ webhookId: 'wh_1', status: 'pending' })).toBe(
      2_300,
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import { newId } from '@leadbridge/platform';
import { createDeliveryStore, createEventDispatchStore } from '@leadbridge/store';
import type { AttemptRecord, DueDelivery } from '@leadbridge/usecases';

import {
  MemoryWebhooks,
  webhookRecord,
} from '../../packages/usecases/src/webhooks/testing/memory-webhooks.js';
import { twins } from '../support/twins.js';

const at = '2026-01-31T09:00:00.000Z';
const later = '2026-01-31T10:00:00.000Z';

const stores = twins(
  () => {
    const memory = new MemoryWebhooks();
    return {
      deliveries: memory.deliveries,
      async happen(_webhookId: string, eventType: string) {
        memory.add(1, eventType);
        return Promise.resolve();
      },
      async isNow(_webhookId: string, active: boolean | null) {
        memory.webhook = active === null ? null : webhookRecord({ active });
        return Promise.resolve();
      },
    };
  },
  (connection) => {
    const dispatching = createEventDispatchStore(connection);
    return {
      deliveries: createDeliveryStore(connection),
      async happen(webhookId: string, eventType: string) {
        const eventId = newId('evt');
        const time = new Date(at);
        const dispatched = { leadId: 1, dispatchedAt: time };
        const event = { _id: eventId, type: eventType, data: { lead_id: 1 }, at: time, ...dispatched };
        await connection.collection<{ _id: string }>('events').insertOne(event);
        await dispatching.dispatch([], [{ webhookId, eventId, eventType }], at);
      },
      async isNow(webhookId: string, active: boolean | null) {
        const webhooks = connection.collection<{ _id: string; active: boolean }>('webhooks');
        await webhooks.deleteOne({ _id: webhookId });
        if (active !== null) {
          await webhooks.insertOne({ _id: webhookId, active });
        }
      },
    };
  },
);

describe.each(stores)('the contract of deliveries, $name', ({ open }) => {
  const everything = { limit: 100, testsOnly: false };
  const attemptOf = (webhookId: string, { deliveryId, eventId, eventType }: DueDelivery): AttemptRecord => ({
    ...{ webhookId, deliveryId, eventId, eventType, attemptCountBefore: 0, status: 'succeeded' },
    attempt: { at, statusCode: 200, durationMilliseconds: 12, error: null, response: 'ok' },
    request: null,
    ...{ nextAttemptAt: null, leadId: 1 },
  });

  it('is due with its event until an attempt has succeeded', async () => {
    const [{ deliveries, happen }, webhookId] = [open(), newId('wh')];
    await happen(webhookId, 'lead.created');
    await happen(webhookId, 'lead.updated');
    const due = await deliveries.due(webhookId, later, everything);
    expect(due.map(({ eventType }) => eventType).sort()).toEqual(['lead.created', 'lead.updated']);
    expect(due[0]).toMatchObject({ occurredAt: at, attemptCount: 0, roundAttempts: 0 });
    expect(await deliveries.due(webhookId, later, { limit: 1, testsOnly: false })).toHaveLength(1);
    const [first] = due;
    await deliveries.recordAttempt(attemptOf(webhookId, first as DueDelivery));
    const left = await deliveries.due(webhookId, later, everything);
    expect(left.map(({ deliveryId }) => deliveryId)).toEqual([due[1]?.deliveryId]);
  });

  it('ends what waits when its webhook is switched off, except tests', async () => {
    const [{ deliveries, happen, isNow }, webhookId] = [open(), newId('wh')];
    await happen(webhookId, 'lead.created');
    await happen(webhookId, 'webhook.test');
    await isNow(webhookId, false);
    expect(await deliveries.due(webhookId, later, { limit: 100, testsOnly: true })).toHaveLength(1);
    await deliveries.endWaiting(webhookId, at);
    const left = await deliveries.due(webhookId, later, everything);
    expect(left.map(({ eventType }) => eventType)).toEqual(['webhook.test']);
  });

  it('ends nothing if its webhook was switched on again', async () => {
    const [{ deliveries, happen, isNow }, webhookId] = [open(), newId('wh')];
    await happen(webhookId, 'lead.created');
    await isNow(webhookId, true);
    await deliveries.endWaiting(webhookId, at);
    expect(await deliveries.due(webhookId, later, everything)).toHaveLength(1);
  });

  it('leaves nothing of a webhook that was removed', async () => {
    const [{ deliveries, happen, isNow }, webhookId] = [open(), newId('wh')];
    await happen(webhookId, 'lead.created');
    await happen(webhookId, 'webhook.test');
    await isNow(webhookId, null);
    await deliveries.endWaiting(webhookId, at);
    expect(await deliveries.due(webhookId, later, everything)).toEqual([]);
  });
});

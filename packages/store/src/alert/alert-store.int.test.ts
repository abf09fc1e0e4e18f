import { describe, expect, it } from '@jest/globals';
import type { AlertNews, AlertRecord, WebhookRecord } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { createAlertDeliveries } from '../delivery/alert-deliveries.js';
import { deliveryModel } from '../delivery/delivery-model.js';
import { createDeliveryStore } from '../delivery/delivery-store.js';
import { eventModel } from '../event/event-model.js';
import { newWebhookDocument } from '../webhook/webhook-documents.js';
import { webhookModel } from '../subscription/webhook-model.js';
import { createAlertStore } from './alert-store.js';
import { useTestDatabase } from '../testing/use-test-database.js';

const at = '2026-01-31T09:00:00.000Z';
let connection: Connection;

const webhook = (webhookId: string, more: Partial<WebhookRecord> = {}) =>
  newWebhookDocument({
    ...{ webhookId, url: 'https://hooks.example.com/', format: 'standard', events: ['*'], active: true },
    ...{ sealedSecret: 'sealed', previousSecrets: [], createdAt: at, updatedAt: at },
    ...{ failingSince: null, switchedOff: null, ...more },
  });

function raised(more: Partial<AlertNews> = {}, subject = 'workers'): AlertNews {
  const standing = { since: at, summary: 'No worker is running' };
  return {
    before: null,
    after: { alert: 'no_worker', subject, toldAt: Date.parse(at), standing },
    type: 'alert.raised',
    data: { alert: 'no_worker', subject, ...standing, meaning: 'Jobs wait.', runbook_url: 'runbook' },
    alsoTo: ['mail'],
    ...more,
  };
}

const targets = async (): Promise<string[]> =>
  (await deliveryModel(connection).find().sort({ webhookId: 1 }).lean()).map(({ webhookId }) => webhookId);

useTestDatabase((opened) => {
  connection = opened;
  createAlertStore(connection);
  [eventModel, deliveryModel, webhookModel].forEach((model) => model(connection));
});

describe('what is told', () => {
  it('goes to everybody who subscribes, except whom it is about, and by mail', async () => {
    await webhookModel(connection).create([
      webhook('wh_1'),
      webhook('wh_2', { events: ['alert.raised'] }),
      webhook('wh_3', { events: ['alert.resolved', 'lead.created'] }),
      webhook('wh_4', { active: false }),
      webhook('wh_5'),
    ]);
    const store = createAlertStore(connection);
    const news = raised({}, 'wh_5');
    expect(await store.tell(news, at)).toBe(true);
    expect(await store.records()).toEqual([news.after]);
    expect(await targets()).toEqual(['mail', 'wh_1', 'wh_2']);
    expect(await eventModel(connection).find().lean()).toMatchObject([
      { type: 'alert.raised', data: news.data, at: new Date(at) },
    ]);
    // A replay does not tell it either.
    const deliveries = createDeliveryStore(connection);
    const all = { kind: 'range', events: ['*'], from: '2026-01-01', to: '2026-02-01' } as const;
    expect(await deliveries.countReplay('wh_5', all)).toBe(0);
    expect(await deliveries.replay('wh_5', all, at)).toBe(0);
    expect(await deliveries.replay('wh_3', all, at)).toBe(1);
  });

  it('is told once by several at once, the first time and later', async () => {
    const store = createAlertStore(connection);
    const all = async (news: AlertNews) =>
      (await Promise.all(Array.from({ length: 6 }, () => store.tell(news, at)))).filter(Boolean);
    const first = raised();
    expect(await all(first)).toHaveLength(1);
    const ended: AlertRecord = { ...first.after, standing: null };
    expect(await all({ ...first, type: 'alert.resolved', before: first.after, after: ended })).toHaveLength(
      1,
    );
    const again: AlertRecord = { ...first.after, toldAt: Date.parse(at) + 3_600_000 };
    expect(await all({ ...first, before: ended, after: again })).toHaveLength(1);
    expect(await eventModel(connection).countDocuments()).toBe(3);
    expect(await deliveryModel(connection).countDocuments()).toBe(3);
    expect(await store.records()).toEqual([again]);
  });
});

describe('deliveries of alerts', () => {
  it('are claimed by one of several, come back if nobody records them, and are not for the lanes', async () => {
    await webhookModel(connection).create([webhook('wh_1')]);
    await createAlertStore(connection).tell(raised({ alsoTo: [] }), at);
    const until = '2026-01-31T09:01:00.000Z';
    const store = createAlertDeliveries(connection);
    const claims = await Promise.all(Array.from({ length: 5 }, () => store.claim(at, until, 10)));
    expect(claims.flatMap(({ due }) => due)).toMatchObject([
      { webhookId: 'wh_1', eventType: 'alert.raised', data: { alert: 'no_worker' }, occurredAt: at },
    ]);
    expect(await store.claim('2026-01-31T09:00:59.000Z', until, 10)).toEqual({ due: [], arePending: true });
    const lane = createDeliveryStore(connection);
    expect(await lane.due('wh_1', until, { limit: 10, testsOnly: false })).toEqual([]);
    expect((await store.claim(until, '2026-01-31T09:02:00.000Z', 10)).due).toHaveLength(1);
    await deliveryModel(connection).updateMany({}, { $set: { status: 'succeeded' } });
    expect(await store.claim(until, '2026-01-31T09:02:00.000Z', 10)).toEqual({ due: [], arePending: false });
  });
});

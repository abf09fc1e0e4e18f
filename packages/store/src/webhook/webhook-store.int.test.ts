import { describe, expect, it } from '@jest/globals';
import type { AuditEntry, WebhookRecord, WebhookStore } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { auditModel } from '../audit/audit-model.js';
import { newDelivery } from '../delivery/delivery-documents.js';
import { deliveryModel } from '../delivery/delivery-model.js';
import { errorLogModel } from '../error-log/error-log-model.js';
import { createWebhookStore } from './webhook-store.js';
import { useTestDatabase } from '../testing/use-test-database.js';

const at = '2026-01-31T09:00:00.000Z';
const later = '2026-01-31T10:00:00.000Z';
let connection: Connection;
let store: WebhookStore;

const audit = (action: AuditEntry['action'] = 'webhook.changed'): AuditEntry => ({
  action,
  target: { type: 'webhook', id: 'wh_1' },
  actor: { id: 'key_1', name: 'a key', kind: 'api_key' },
  address: '192.0.2.1',
  requestId: 'req_1',
});

const webhook = (webhookId = 'wh_1'): WebhookRecord => ({
  webhookId,
  url: `https://hooks.example.com/${webhookId}`,
  format: 'standard',
  events: ['lead.created'],
  active: true,
  sealedSecret: 'sealed one',
  previousSecrets: [],
  createdAt: at,
  updatedAt: at,
  failingSince: null,
  switchedOff: null,
});

const audited = async (): Promise<string[]> =>
  (await auditModel(connection).find().sort({ at: 1 }).lean()).map(({ action }) => action);

async function wait(webhookId = 'wh_1'): Promise<void> {
  const delivery = newDelivery(
    { webhookId, eventId: 'evt_0mf3k2a9c1', eventType: 'lead.created' },
    new Date(at),
  );
  await deliveryModel(connection).collection.insertOne(delivery as never);
}

useTestDatabase((opened) => {
  connection = opened;
  store = createWebhookStore(connection);
});

describe('webhooks', () => {
  it('are stored unchanged, with who registered them', async () => {
    expect(await store.create(webhook(), 10, audit('webhook.created'))).toBe('created');
    expect(await store.find('wh_1')).toEqual(webhook());
    expect(await store.list()).toEqual([webhook()]);
    expect(await store.find('wh_2')).toBeNull();
    expect(await audited()).toEqual(['webhook.created']);
  });

  it('are limited in number', async () => {
    await store.create(webhook('wh_1'), 2, audit());
    await store.create(webhook('wh_2'), 2, audit());
    expect(await store.create(webhook('wh_3'), 2, audit())).toBe('full');
    expect((await store.list()).map(({ webhookId }) => webhookId)).toEqual(['wh_1', 'wh_2']);
    expect(await audited()).toHaveLength(2);
  });

  it('have unique addresses, also if several are registered concurrently, unless duplicates are allowed', async () => {
    const same = (id: string, url = 'https://hooks.example.com/same') => ({ ...webhook(id), url });
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, index) => store.create(same(`wh_${index}`), 10, audit())),
    );
    expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'duplicate')).toHaveLength(7);
    expect(await store.create(same('wh_a', 'https://HOOKS.example.com:443/same'), 10, audit())).toBe(
      'duplicate',
    );
    expect(await store.create(same('wh_b'), 10, audit(), true)).toBe('created');
    await store.create(webhook('wh_c'), 10, audit());
    const { url } = same('');
    expect(await store.change('wh_c', { url }, later, audit())).toBe('duplicate');
    expect(await store.change('wh_c', { url, active: false }, later, audit(), true)).toMatchObject({ url });
    expect(await store.change('wh_c', { url: webhook('wh_c').url }, later, audit())).toMatchObject({
      active: false,
    });
  });

  it('change only in the named fields', async () => {
    await store.create(webhook(), 10, audit('webhook.created'));
    expect(await store.change('wh_1', { events: ['*'] }, later, audit())).toEqual({
      ...webhook(),
      events: ['*'],
      updatedAt: later,
    });
    expect(await store.change('wh_1', { url: 'https://example.com/' }, later, audit())).toMatchObject({
      url: 'https://example.com/',
      events: ['*'],
    });
    expect(await store.change('wh_2', { active: true }, later, audit())).toBeNull();
    expect(await audited()).toHaveLength(3);
  });

  it('that are disabled manually end their own pending deliveries only', async () => {
    await store.create(webhook(), 10, audit());
    await wait('wh_1');
    await wait('wh_2');
    await store.change('wh_1', { active: false }, later, audit());
    expect(await deliveryModel(connection).findOne({ webhookId: 'wh_1' }).lean()).toMatchObject({
      status: 'failed',
    });
    expect(await deliveryModel(connection).findOne({ webhookId: 'wh_2' }).lean()).toMatchObject({
      status: 'pending',
    });
  });

  it('keep the time of the first failure in a row, and clear it after a success', async () => {
    await store.create(webhook(), 10, audit());
    await store.markFailing('wh_1', at);
    await store.markFailing('wh_1', later);
    expect(await store.find('wh_1')).toMatchObject({ failingSince: at });
    await store.markWorking('wh_1');
    expect(await store.find('wh_1')).toMatchObject({ failingSince: null });
  });

  it('are disabled by the service once, with the reason; enabling clears it', async () => {
    await store.create(webhook(), 10, audit());
    await store.markFailing('wh_1', at);
    const outcomes = await Promise.all([
      store.switchOff('wh_1', 'gone', later, audit()),
      store.switchOff('wh_1', 'gone', later, audit()),
    ]);
    expect(outcomes.sort()).toEqual([false, true]);
    expect(await store.find('wh_1')).toMatchObject({
      active: false,
      switchedOff: { reason: 'gone', at: later },
    });
    const errorLogEntries = await errorLogModel(connection).find().lean();
    expect(errorLogEntries).toHaveLength(1);
    expect(errorLogEntries[0]).toMatchObject({ level: 'error', errorCode: 'WEBHOOK_SWITCHED_OFF' });
    expect(errorLogEntries[0]?.message).toContain('410');
    expect(await audited()).toHaveLength(2);

    expect(await store.change('wh_1', { active: true }, later, audit())).toMatchObject({
      active: true,
      switchedOff: null,
      failingSince: null,
    });
  });

  it('have their secret replaced once by two concurrent rotations', async () => {
    await store.create(webhook(), 10, audit());
    const secrets = (text: string) => ({
      sealedSecret: text,
      previousSecrets: [{ sealed: 'sealed one', until: later }],
    });
    const outcomes = await Promise.all([
      store.replaceSecret(
        'wh_1',
        'sealed one',
        secrets('sealed two'),
        later,
        audit('webhook.secret_replaced'),
      ),
      store.replaceSecret(
        'wh_1',
        'sealed one',
        secrets('sealed three'),
        later,
        audit('webhook.secret_replaced'),
      ),
    ]);
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1);
    const found = await store.find('wh_1');
    expect(['sealed two', 'sealed three']).toContain(found?.sealedSecret);
    expect(found?.previousSecrets).toEqual([{ sealed: 'sealed one', until: later }]);
  });

  it('are removed with their deliveries', async () => {
    await store.create(webhook(), 10, audit('webhook.created'));
    await wait();
    expect(await store.remove('wh_1', audit('webhook.removed'))).toBe(true);
    expect(await store.find('wh_1')).toBeNull();
    expect(await deliveryModel(connection).countDocuments()).toBe(0);
    expect(await store.remove('wh_1', audit('webhook.removed'))).toBe(false);
    expect((await audited()).filter((action) => action === 'webhook.removed')).toHaveLength(1);
  });
});

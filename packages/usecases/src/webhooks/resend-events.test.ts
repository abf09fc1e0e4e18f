import { AppError } from '@leadbridge/platform';
import { describe, expect, it } from '@jest/globals';

import type { AuditEntry, AuditOrigin } from '../ports/audit.js';
import type { DeliveryRecord, DeliveryStore, ReplaySelection, WebhookRecord } from '../ports/webhooks.js';
import { createManualClock } from '../testing/manual-clock.js';
import { createEventResending } from './resend-events.js';
import { webhookRecord } from './testing/memory-webhooks.js';

const origin: AuditOrigin = {
  actor: { id: 'key_1', name: 'a key', kind: 'api_key' },
  ...{ address: '192.0.2.1', requestId: 'req_1' },
};
const now = '2026-01-31T09:00:00.000Z';

function deliveryRecord(deliveryId: string, eventType = 'lead.created'): DeliveryRecord {
  return {
    ...{ deliveryId, webhookId: 'wh_1', eventId: 'evt_1', eventType, status: 'pending', createdAt: now },
    ...{ finishedAt: null, nextAttemptAt: now, attemptCount: 0, error: null, request: null, attempts: [] },
  };
}

/** Webhook `wh_1` with delivery `dlv_1`, and `matching` events in a replay. */
function begin({
  webhook = {},
  matching = 3,
  goesMeanwhile = false,
}: { webhook?: Partial<WebhookRecord> | null; matching?: number; goesMeanwhile?: boolean } = {}) {
  const stored = new Map([['dlv_1', deliveryRecord('dlv_1')]]);
  const steps: string[] = [];
  const audited: AuditEntry[] = [];
  const selections: ReplaySelection[] = [];

  const deliveries: DeliveryStore = {
    due: async () => Promise.resolve([]),
    recordAttempt: async () => Promise.resolve(),
    endWaiting: async () => Promise.resolve(),
    list: async () => Promise.resolve({ items: [...stored.values()], total: stored.size, next: null }),
    find: async (_webhookId, deliveryId) => Promise.resolve(stored.get(deliveryId) ?? null),
    latestAttempts: async (_webhookId, limit) =>
      Promise.resolve([{ error: null, durationMilliseconds: limit }]),
    async createTest(webhookId, data, at) {
      steps.push(`test ${JSON.stringify(data)} at ${at}`);
      return Promise.resolve({ ...deliveryRecord('dlv_2', 'webhook.test'), webhookId });
    },
    async redeliver(_webhookId, deliveryId, at) {
      steps.push(`redeliver ${deliveryId} at ${at}`);
      return Promise.resolve(goesMeanwhile ? null : (stored.get(deliveryId) ?? null));
    },
    async countReplay(_webhookId, selection) {
      selections.push(selection);
      return Promise.resolve(matching);
    },
    async replay(_webhookId, _selection, at) {
      steps.push(`replay at ${at}`);
      return Promise.resolve(matching - 1);
    },
  };
  const service = createEventResending({
    deliveries,
    lanes: {
      async wake(webhookIds) {
        steps.push(`wake ${webhookIds.join()}`);
        return Promise.resolve();
      },
    },
    audit: {
      async record(entry) {
        steps.push(entry.action);
        audited.push(entry);
        return Promise.resolve();
      },
    },
    clock: createManualClock(now),
    async findWebhook() {
      return webhook === null
        ? Promise.reject(new AppError('RESOURCE_NOT_FOUND', 'There is no such webhook'))
        : Promise.resolve(webhookRecord(webhook));
    },
  });
  return { ...service, audited, selections, steps };
}

const off = { active: false };

describe('events of a webhook that does not exist', () => {
  it.each<[string, (service: ReturnType<typeof begin>) => Promise<unknown>]>([
    ['are not listed', async ({ deliveries }) => deliveries('wh_1', { page: 1, limit: 10 })],
    ['are not shown', async ({ findDelivery }) => findDelivery('wh_1', 'dlv_1')],
    ['are not tested', async ({ test }) => test('wh_1', origin)],
    ['are not sent again', async ({ redeliver }) => redeliver('wh_1', 'dlv_1', origin)],
    ['are not replayed', async ({ replay }) => replay('wh_1', { failed_since: now }, false, origin)],
    ['are not counted', async ({ replay }) => replay('wh_1', { failed_since: now }, true, origin)],
  ])('%s', async (_what, ask) => {
    const service = begin({ webhook: null });
    await expect(ask(service)).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
    expect([service.steps, service.selections]).toEqual([[], []]);
  });
});

describe('a delivery', () => {
  it('is returned and listed, unless it does not exist', async () => {
    const { deliveries, findDelivery } = begin();
    expect((await deliveries('wh_1', { page: 1, limit: 10 })).items).toHaveLength(1);
    expect(await findDelivery('wh_1', 'dlv_1')).toMatchObject({ deliveryId: 'dlv_1' });
    await expect(findDelivery('wh_1', 'dlv_9')).rejects.toMatchObject({
      code: 'RESOURCE_NOT_FOUND',
      details: { delivery_id: 'dlv_9' },
    });
  });

  it('is sent again: stored, logged with its author, and then started', async () => {
    const { redeliver, steps, audited } = begin();
    expect(await redeliver('wh_1', 'dlv_1', origin)).toMatchObject({ deliveryId: 'dlv_1' });
    expect(steps).toEqual([`redeliver dlv_1 at ${now}`, 'webhook.redelivered', 'wake wh_1']);
    expect(audited).toMatchObject([
      {
        ...origin,
        target: { type: 'webhook', id: 'wh_1' },
        changes: { delivery: { from: null, to: 'dlv_1' } },
      },
    ]);
  });

  it('is not sent again to a webhook that is switched off; a missing delivery is reported first', async () => {
    const { redeliver, steps } = begin({ webhook: off });
    await expect(redeliver('wh_1', 'dlv_1', origin)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      status: 409,
      details: { field: 'active', reason: 'WEBHOOK_SWITCHED_OFF' },
    });
    await expect(redeliver('wh_1', 'dlv_9', origin)).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
    expect(steps).toEqual([]);
  });

  it('that is removed between check and write is reported missing, and not logged as sent', async () => {
    const { redeliver, steps } = begin({ goesMeanwhile: true });
    await expect(redeliver('wh_1', 'dlv_1', origin)).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
    expect(steps).toEqual([`redeliver dlv_1 at ${now}`]);
  });
});

describe('a test', () => {
  it('goes only to its webhook, even if that is switched off', async () => {
    const { test, steps } = begin({ webhook: off });
    expect(await test('wh_1', origin)).toMatchObject({ webhookId: 'wh_1', eventType: 'webhook.test' });
    expect(steps).toEqual([`test {"webhook_id":"wh_1"} at ${now}`, 'webhook.tested', 'wake wh_1']);
  });
});

describe('a replay', () => {
  it.each<[object, Partial<WebhookRecord>, ReplaySelection]>([
    [
      { from: '2026-01-30', to: '2026-01-31T02:00:00+02:00' },
      { events: ['lead.created'] },
      {
        ...{ kind: 'range', events: ['lead.created'] },
        ...{ from: '2026-01-30T00:00:00.000Z', to: '2026-01-31T00:00:00.000Z' },
      },
    ],
    [{ from: '2026-01-30' }, {}, { kind: 'range', events: ['*'], from: '2026-01-30T00:00:00.000Z', to: now }],
    [{ from: now, to: now }, {}, { kind: 'range', events: ['*'], from: now, to: now }],
    [{ failed_since: '2026-01-30' }, {}, { kind: 'failed', since: '2026-01-30T00:00:00.000Z' }],
  ])('of %o selects in UTC what the webhook wants', async (request, webhook, selection) => {
    const { replay, selections } = begin({ webhook });
    await replay('wh_1', request, false, origin);
    expect(selections).toEqual([selection]);
  });

  it('returns how many were sent, which may be fewer than were counted, and logs it', async () => {
    const { replay, steps, audited } = begin({ matching: 3 });
    expect(await replay('wh_1', { failed_since: now }, false, origin)).toBe(2);
    expect(steps).toEqual([`replay at ${now}`, 'webhook.replayed', 'wake wh_1']);
    expect(audited).toMatchObject([{ changes: { events: { from: null, to: 2 } } }]);
  });

  it('in a dry run only counts, whatever the number and whether or not the webhook is on', async () => {
    const { replay, steps } = begin({ webhook: off, matching: 100_001 });
    expect(await replay('wh_1', { from: '2026-01-30' }, true, origin)).toBe(100_001);
    expect(steps).toEqual([]);
  });

  it.each([
    [100_000, null],
    [100_001, { field: 'from', value: '2026-01-30', count: 100_001 }],
  ])('of %i events', async (matching, details) => {
    const { replay, steps } = begin({ matching });
    const sent = replay('wh_1', { from: '2026-01-30' }, false, origin);
    if (details === null) {
      expect(await sent).toBe(matching - 1);
    } else {
      await expect(sent).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details });
      expect(steps).toEqual([]);
    }
  });

  it.each([
    ['of a range that ends before it begins', { from: now, to: '2026-01-31T08:59:59.999Z' }, {}],
    ['of a range that begins in the future', { from: '2026-02-01' }, {}],
    ['to a webhook that is switched off', { failed_since: now }, off],
  ])('%s is refused', async (_which, request, webhook) => {
    const { replay, steps } = begin({ webhook });
    await expect(replay('wh_1', request, false, origin)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(steps).toEqual([]);
  });
});

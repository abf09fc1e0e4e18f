import { describe, expect, it } from '@jest/globals';
import { silentLogger } from '@leadbridge/platform';

import { mailTarget, type AlertDelivery, type AlertMailer } from '../ports/alerts.js';
import type {
  AttemptRecord,
  OutgoingEvent,
  SendOutcome,
  WebhookRecord,
  WebhookStore,
} from '../ports/webhooks.js';
import { createManualClock } from '../testing/manual-clock.js';
import {
  box,
  failure,
  MemoryWebhooks,
  senderOf,
  success,
  webhookRecord,
} from '../webhooks/testing/memory-webhooks.js';
import { deliverAlerts } from './deliver-alerts.js';

const delivery = (webhookId: string): AlertDelivery => ({
  ...{ webhookId, deliveryId: `dlv_${webhookId}`, eventId: 'evt_1', eventType: 'alert.raised' },
  occurredAt: '2026-01-31T08:59:00.000Z',
  data: { alert: 'no_worker' },
  ...{ attemptCount: 0, roundAttempts: 0 },
});

interface Given {
  readonly webhook?: WebhookRecord | null;
  readonly send?: (event: Pick<OutgoingEvent, 'eventId'>) => Promise<SendOutcome>;
  readonly mailer?: 'none';
  readonly due?: readonly AlertDelivery[];
}

async function deliver({ webhook = webhookRecord(), send, mailer, due = [delivery('wh_1')] }: Given) {
  const memory = new MemoryWebhooks();
  memory.webhook = webhook;
  const records: AttemptRecord[] = [];
  const ended: string[] = [];
  const claims: string[][] = [];
  const warnings: unknown[] = [];
  const warn = (_: string, facts: unknown): unknown => warnings.push(facts);
  const mail: AlertMailer = { send: send ?? (() => Promise.resolve(success)), close() {} };
  const { attempts, arePending } = await deliverAlerts({
    alertDeliveries: {
      claim: (...claim) => {
        claims.push(claim.map(String));
        return Promise.resolve({ due, arePending: due.length > 0 });
      },
    },
    deliveries: {
      recordAttempt: (record) => Promise.resolve(void records.push(record)),
      endWaiting: (webhookId) => Promise.resolve(void ended.push(webhookId)),
    },
    webhooks: memory.webhooks as WebhookStore,
    mailer: mailer === 'none' ? null : mail,
    sender: senderOf(send ?? (() => Promise.resolve(success))),
    ...{
      box,
      retryDelays: [5],
      random: () => 0.5,
      clock: createManualClock(),
      logger: { ...silentLogger, warn },
    },
  });
  return { attempts, arePending, memory, records, ended, claims, warnings, settled: Promise.all(attempts) };
}

describe('the delivery of alerts', () => {
  it('claims what is due for longer than an attempt takes, and records each attempt', async () => {
    const { arePending, claims, records, settled } = await deliver({});
    await settled;
    expect([arePending, (await deliver({ due: [] })).arePending]).toEqual([true, false]);
    expect(claims).toEqual([['2026-01-31T09:00:00.000Z', '2026-01-31T09:01:00.000Z', '50']]);
    expect(records).toMatchObject([{ webhookId: 'wh_1', status: 'succeeded', nextAttemptAt: null }]);
  });

  it('follows the rules of all deliveries: retries, failing webhooks, and those that are gone', async () => {
    const failed = await deliver({ send: () => Promise.resolve(failure) });
    await failed.settled;
    expect(failed.records).toMatchObject([{ status: 'pending', nextAttemptAt: '2026-01-31T09:00:05.000Z' }]);
    expect(failed.memory.webhook).toMatchObject({ failingSince: '2026-01-31T09:00:00.000Z' });
    const gone = await deliver({ send: () => Promise.resolve({ ...success, status: 410 } as SendOutcome) });
    await gone.settled;
    expect(gone.memory.switchedOff).toEqual(['gone']);
  });

  it.each([
    ['a webhook that is switched off', webhookRecord({ active: false })],
    ['a webhook that there is no longer', null],
  ])('ends for %s', async (_, webhook) => {
    const { ended, records, settled } = await deliver({ webhook });
    await settled;
    expect([ended, records]).toEqual([['wh_1'], []]);
  });

  it('retries a mail that the server did not take, which the log says, and ends where mails are no longer wanted', async () => {
    const due = [delivery(mailTarget)];
    const away = await deliver({ due, send: () => Promise.resolve(failure) });
    await away.settled;
    expect(away.records).toMatchObject([
      { webhookId: mailTarget, status: 'pending', nextAttemptAt: '2026-01-31T09:00:05.000Z' },
    ]);
    expect(away.warnings).toMatchObject([{ next_attempt_at: '2026-01-31T09:00:05.000Z' }]);
    const unwanted = await deliver({ due, mailer: 'none' });
    await unwanted.settled;
    expect([unwanted.ended, unwanted.records, unwanted.warnings]).toEqual([[mailTarget], [], []]);
  });

  it('does not wait for a target that hangs, nor end with one attempt that cannot be recorded', async () => {
    const due = [delivery('wh_1'), { ...delivery('wh_1'), eventId: 'evt_2' }];
    const { attempts, records } = await deliver({
      due,
      send: async ({ eventId }) =>
        eventId === 'evt_1' ? new Promise(() => undefined) : Promise.resolve(success),
    });
    await attempts[1];
    expect(records).toHaveLength(1);
    const broken = await deliver({ send: () => Promise.reject(new Error('a fault of ours')) });
    await expect(broken.settled).resolves.toEqual([undefined]);
    expect(broken.records).toEqual([]);
  });
});

import { testEvent } from '@leadbridge/contracts';
import { SecretBoxError } from '@leadbridge/platform';
import { describe, expect, it } from '@jest/globals';

import type { DueDelivery, OutgoingEvent, SendOutcome, WebhookRecord } from '../ports/webhooks.js';
import { createManualClock } from '../testing/manual-clock.js';
import { attemptDelivery, type AttemptDependencies } from './attempt-delivery.js';
import { box, failure, senderOf, success, webhookRecord } from './testing/memory-webhooks.js';

const delivery: DueDelivery = {
  ...{ deliveryId: 'dlv_1', eventId: 'evt_1', eventType: 'lead.created' },
  occurredAt: '2026-01-31T08:59:00.000Z',
  data: { lead_id: 12 },
  ...{ attemptCount: 0, roundAttempts: 0 },
};

const responded = (status: number, retryAfterMilliseconds: number | null = null): SendOutcome => ({
  ...{ kind: 'responded', status, retryAfterMilliseconds, response: 'body' },
});

interface Given {
  readonly outcome?: SendOutcome;
  readonly of?: Partial<DueDelivery>;
  readonly webhook?: Partial<WebhookRecord>;
  readonly deps?: Partial<AttemptDependencies>;
  /** How long the target takes, in milliseconds; negative if the clock is set back meanwhile. */
  readonly takes?: number;
}

/** One attempt at 09:00. */
async function attempt({ outcome = success, of, webhook, deps, takes = 20 }: Given = {}) {
  const clock = createManualClock();
  const sent: OutgoingEvent[] = [];
  const result = await attemptDelivery(
    {
      sender: senderOf(async (event) => {
        sent.push(event);
        clock.pass(takes);
        return Promise.resolve(outcome);
      }),
      ...{ box, clock, retryDelays: [5, 300], random: () => 0.5, ...deps },
    },
    webhookRecord(webhook),
    { ...delivery, ...of },
  );
  return { ...result, sent };
}

describe('a delivery attempt', () => {
  it('sends the event with its secrets, in its trace, and records the outcome', async () => {
    const trace = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };
    const { sent, record, ...judged } = await attempt({ of: trace });
    expect(sent).toEqual([
      {
        ...{ url: 'https://hooks.example.com/', format: 'standard', ...trace },
        ...{ eventId: 'evt_1', eventType: 'lead.created' },
        ...{ occurredAt: delivery.occurredAt, data: { lead_id: 12 } },
        secrets: ['a secret of 16 characters'],
      },
    ]);
    expect(judged).toEqual({ decision: 'succeeded', responded: true, judgesTarget: true });
    expect(record).toEqual({
      ...{ webhookId: 'wh_1', deliveryId: 'dlv_1', eventId: 'evt_1', eventType: 'lead.created', leadId: 12 },
      attempt: {
        ...{ at: '2026-01-31T09:00:00.000Z', durationMilliseconds: 20 },
        ...{ statusCode: 200, error: null, response: 'ok' },
      },
      ...{ request: null, attemptCountBefore: 0, status: 'succeeded', nextAttemptAt: null },
    });
  });

  it.each<[SendOutcome, Partial<DueDelivery>, string, string, string | null, RegExp]>([
    [responded(500), {}, 'retry', 'pending', '2026-01-31T09:00:05.020Z', /^The target responded with 500$/u],
    [responded(302), {}, 'retry', 'pending', '2026-01-31T09:00:05.020Z', /redirect \(302\).*not followed/u],
    [failure, {}, 'retry', 'pending', '2026-01-31T09:00:05.020Z', /connection was refused/u],
    // The target decides when to retry, within a day.
    [responded(429, 60_000), {}, 'retry', 'pending', '2026-01-31T09:01:00.020Z', /429/u],
    [
      responded(503),
      { attemptCount: 1, roundAttempts: 1 },
      'retry',
      'pending',
      '2026-01-31T09:05:00.020Z',
      /503/u,
    ],
    [responded(503), { attemptCount: 2, roundAttempts: 2 }, 'failed', 'failed', null, /503/u],
    // Requested again: earlier attempts no longer count.
    [
      responded(503),
      { attemptCount: 9, roundAttempts: 0 },
      'retry',
      'pending',
      '2026-01-31T09:00:05.020Z',
      /503/u,
    ],
    [responded(410), {}, 'gone', 'failed', null, /gone \(410\).*switched off/u],
  ])('that ends with %o, of %o', async (outcome, of, decision, status, nextAttemptAt, error) => {
    const { record, ...judged } = await attempt({ outcome, of });
    expect(judged).toMatchObject({ decision, responded: outcome.kind === 'responded', judgesTarget: true });
    expect(record).toMatchObject({ status, nextAttemptAt, attemptCountBefore: of.attemptCount ?? 0 });
    expect(record.attempt).toMatchObject({
      statusCode: outcome.kind === 'responded' ? outcome.status : null,
      response: outcome.kind === 'responded' ? 'body' : null,
      error: expect.stringMatching(error),
    });
  });

  it('says of a test only that the target is gone: the webhook stays on', async () => {
    const { record, judgesTarget } = await attempt({
      outcome: responded(410),
      of: { eventType: 'webhook.test' },
    });
    expect([record.attempt.error, judgesTarget]).toEqual(['The target is gone (410)', false]);
  });

  it('keeps what was sent and what came back', async () => {
    const request = { headers: [['X-Webhook-Event', 'lead.created']], body: '{}' } as const;
    const responseHeaders = [['content-type', 'text/plain']] as const;
    const { record } = await attempt({
      outcome: {
        ...{ kind: 'responded', status: 200, retryAfterMilliseconds: null, response: 'ok' },
        ...{ request, responseHeaders },
      },
    });
    expect(record).toMatchObject({ request, attempt: { response: 'ok', responseHeaders } });
    const { record: failed } = await attempt({ outcome: { ...failure, request } });
    expect([failed.request, failed.attempt]).toEqual([
      request,
      expect.not.objectContaining({ responseHeaders: expect.anything() }),
    ]);
  });

  it('never has a negative duration, whatever the clock does', async () => {
    expect((await attempt({ takes: -5_000 })).record.attempt.durationMilliseconds).toBe(0);
  });

  it.each([[undefined], ['12'], [null]])('names no lead for an event about %p', async (leadId) => {
    expect((await attempt({ of: { data: { lead_id: leadId } } })).record.leadId).toBeNull();
  });

  it('of a test is not retried, and says nothing about the target', async () => {
    const { record, ...judged } = await attempt({ outcome: failure, of: { eventType: testEvent } });
    expect(judged).toMatchObject({ decision: 'failed', judgesTarget: false });
    expect(record).toMatchObject({ status: 'failed', nextAttemptAt: null });
  });
});

describe('an attempt that cannot be made', () => {
  it("because the event is no longer kept ends the delivery, and is not the target's fault", async () => {
    const { sent, record, ...judged } = await attempt({ of: { occurredAt: null } });
    expect([sent, judged]).toEqual([[], { decision: 'failed', responded: false, judgesTarget: false }]);
    expect(record.attempt.error).toBe('The event has expired');
  });

  it("because the secret cannot be read is retried later, and is not the target's fault", async () => {
    const { sent, record, ...judged } = await attempt({ webhook: { sealedSecret: 'v1.of another key' } });
    expect([sent, judged]).toEqual([[], { decision: 'retry', responded: false, judgesTarget: false }]);
    expect(record.attempt.error).toContain('rotate it, or restore ENCRYPTION_KEY');
  });

  it('for any other reason does not count', async () => {
    const fault = new RangeError('out of memory');
    const broken = {
      ...box,
      open: () => {
        throw fault;
      },
    };
    await expect(attempt({ deps: { box: broken } })).rejects.toBe(fault);
    const sealed = {
      ...box,
      open: () => {
        throw new SecretBoxError('unknown key');
      },
    };
    expect((await attempt({ deps: { box: sealed } })).sent).toEqual([]);
  });
});

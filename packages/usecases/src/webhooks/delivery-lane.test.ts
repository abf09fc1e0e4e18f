import { describe, expect, it } from '@jest/globals';
import { silentLogger, systemClock } from '@leadbridge/platform';

import type { DeliveryStore, OutgoingEvent, SendOutcome, WebhookStore } from '../ports/webhooks.js';
import { runDeliveryLane, type DeliveryLaneDependencies } from './delivery-lane.js';
import {
  box,
  failure,
  MemoryWebhooks,
  rateOf,
  senderOf,
  success,
  webhookRecord,
} from './testing/memory-webhooks.js';

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

function dependencies(
  memory: MemoryWebhooks,
  send: (event: OutgoingEvent) => Promise<SendOutcome>,
  more: Partial<DeliveryLaneDependencies> = {},
): DeliveryLaneDependencies & { sender: ReturnType<typeof senderOf> } {
  return {
    webhooks: memory.webhooks as WebhookStore,
    deliveries: memory.deliveries as DeliveryStore,
    rate: rateOf(1_000_000, 60_000),
    box,
    clock: systemClock,
    retryDelays: [5, 300],
    random: () => 0.5,
    logger: silentLogger,
    stopping: new AbortController().signal,
    ...more,
    sender: senderOf(send),
  };
}

describe('a delivery lane', () => {
  it('sends everything that is due, once, and then ends', async () => {
    const memory = new MemoryWebhooks();
    memory.add(250);
    const sent: string[] = [];
    const rate = rateOf(1_000_000, 0);
    const deps = dependencies(
      memory,
      (event) => {
        sent.push(event.eventId);
        return Promise.resolve(success);
      },
      { rate },
    );
    expect(await runDeliveryLane(deps, 'wh_1')).toEqual({ done: true });
    expect(new Set(sent).size).toBe(250);
    expect(sent).toHaveLength(250);
    expect(memory.records.every(({ status }) => status === 'succeeded')).toBe(true);
    await pause(0);
    expect(rate.settled).toBe(250);
  });

  it('sends each delivery once even if responses arrive while it queries for more', async () => {
    const memory = new MemoryWebhooks();
    memory.add(60);
    const sent: string[] = [];
    const deps = dependencies(memory, async (event) => {
      sent.push(event.eventId);
      await pause(Math.random() * 10);
      return success;
    });
    const { due } = memory.deliveries;
    const slow = {
      ...memory.deliveries,
      // The result is what was due at the time of the query.
      due: async (...parameters: Parameters<typeof due>) => {
        const found = await due(...parameters);
        await pause(8);
        return found;
      },
    };
    await runDeliveryLane({ ...deps, deliveries: slow as DeliveryStore }, 'wh_1');
    expect(sent).toHaveLength(60);
  });

  it('runs several requests concurrently, more of them the better the target responds', async () => {
    const memory = new MemoryWebhooks();
    memory.add(300);
    const deps = dependencies(memory, () => pause(5).then(() => success));
    await runDeliveryLane(deps, 'wh_1');
    expect(deps.sender.most).toBeGreaterThan(20);
    expect(deps.sender.most).toBeLessThanOrEqual(40);
  });

  it('runs few requests to a target that does not respond', async () => {
    const memory = new MemoryWebhooks();
    memory.add(60);
    const deps = dependencies(memory, () => pause(5).then(() => failure));
    await runDeliveryLane(deps, 'wh_1');
    expect(deps.sender.most).toBeLessThanOrEqual(4);
    expect(memory.records.every(({ status }) => status === 'pending')).toBe(true);
  });

  it('notices a new event while requests hang', async () => {
    const memory = new MemoryWebhooks();
    memory.add(1);
    const sent: string[] = [];
    let respond: () => void = () => undefined;
    const responded = new Promise<void>((resolve) => {
      respond = resolve;
    });
    const deps = dependencies(memory, async ({ eventId }) => {
      sent.push(eventId);
      await (eventId === 'evt_0' ? responded : undefined);
      return success;
    });
    const lane = runDeliveryLane(deps, 'wh_1');
    while (sent.length === 0) {
      await pause(5);
    }
    memory.add(1);
    // The first one gets no response before the second one has been sent.
    while (sent.length === 1) {
      await pause(5);
    }
    respond();
    await lane;
    expect(sent).toEqual(['evt_0', 'evt_1']);
  });

  it('waits, and drops nothing, when the rate limit is reached', async () => {
    const memory = new MemoryWebhooks();
    memory.add(10);
    const deps = dependencies(memory, () => Promise.resolve(success), { rate: rateOf(7, 60_000) });
    const before = Date.now();
    const result = await runDeliveryLane(deps, 'wh_1');
    expect(result.done).toBe(false);
    expect(!result.done && result.continueAt - before).toBeGreaterThanOrEqual(60_000);
    expect(memory.records).toHaveLength(7);
    expect(memory.waiting).toHaveLength(3);
  });

  it('schedules the next attempt, and counts the attempts of the round', async () => {
    const memory = new MemoryWebhooks();
    memory.add(1);
    memory.waiting = memory.waiting.map((delivery) => ({ ...delivery, attemptCount: 6, roundAttempts: 1 }));
    const before = Date.now();
    await runDeliveryLane(
      dependencies(memory, () => Promise.resolve(failure)),
      'wh_1',
    );
    const [record] = memory.records;
    expect(record).toMatchObject({ status: 'pending', attemptCountBefore: 6, leadId: 0 });
    const delay = Date.parse(record?.nextAttemptAt ?? '') - before;
    expect(delay).toBeGreaterThanOrEqual(300_000);
    expect(delay).toBeLessThan(330_000);
  });

  it('switches off a webhook whose target no longer exists, and ends its pending deliveries', async () => {
    const memory = new MemoryWebhooks();
    memory.add(50);
    await runDeliveryLane(
      dependencies(memory, () =>
        Promise.resolve({ kind: 'responded', status: 410, retryAfterMilliseconds: null, response: '' }),
      ),
      'wh_1',
    );
    expect(memory.switchedOff).toEqual(['gone']);
    expect(memory.records.length).toBeLessThan(20);
    expect(memory.records.length + memory.ended.length).toBe(50);
    expect(memory.records[0]).toMatchObject({ status: 'failed', attempt: { statusCode: 410 } });
  });

  it('remembers since when a target fails, until a success', async () => {
    const memory = new MemoryWebhooks();
    memory.add(3);
    await runDeliveryLane(
      dependencies(memory, () => Promise.resolve(failure)),
      'wh_1',
    );
    expect(memory.webhook?.failingSince).not.toBeNull();
    memory.add(1);
    await runDeliveryLane(
      dependencies(memory, () => Promise.resolve(success)),
      'wh_1',
    );
    expect(memory.webhook?.failingSince).toBeNull();
    expect(memory.switchedOff).toEqual([]);
  });

  it.each([
    [-1_000, []],
    [1_000, ['five_days_of_failures']],
  ])('switches a webhook off after five days of failures alone (%i ms beyond)', async (beyond, expected) => {
    const memory = new MemoryWebhooks();
    const failingSince = new Date(Date.now() - 5 * 24 * 3_600_000 - beyond).toISOString();
    memory.webhook = webhookRecord({ failingSince });
    memory.add(1);
    await runDeliveryLane(
      dependencies(memory, () => Promise.resolve(failure)),
      'wh_1',
    );
    expect(memory.switchedOff).toEqual(expected);
  });

  it('sends only tests for a webhook that is switched off', async () => {
    const memory = new MemoryWebhooks();
    memory.webhook = webhookRecord({ active: false });
    memory.add(3);
    memory.add(1, 'webhook.test');
    const sent: string[] = [];
    const deps = dependencies(memory, (event) => {
      sent.push(event.eventType);
      return Promise.resolve(failure);
    });
    expect(await runDeliveryLane(deps, 'wh_1')).toEqual({ done: true });
    expect(sent).toEqual(['webhook.test']);
    expect(memory.ended).toHaveLength(3);
    // A test is not retried, and says nothing about the webhook.
    expect(memory.records).toMatchObject([{ status: 'failed', nextAttemptAt: null }]);
    expect(memory.webhook.failingSince).toBeNull();
  });

  it('ends immediately for a webhook that no longer exists', async () => {
    const memory = new MemoryWebhooks();
    memory.webhook = null;
    memory.add(1);
    const deps = dependencies(memory, () => Promise.reject(new Error('nothing is to be sent')));
    expect(await runDeliveryLane(deps, 'wh_1')).toEqual({ done: true });
    // What was dispatched to it meanwhile would wake the lane again and again.
    expect(memory.waiting).toEqual([]);
  });

  it('ends nothing of a webhook that is switched on again while it is read', async () => {
    const memory = new MemoryWebhooks();
    const off = webhookRecord({ active: false });
    const find = async () => {
      memory.add(1);
      return Promise.resolve(off);
    };
    const deps = dependencies(memory, () => Promise.resolve(success));
    const reading = { ...deps, webhooks: { ...deps.webhooks, find } };
    expect(await runDeliveryLane(reading, 'wh_1')).toEqual({ done: true });
    expect([memory.ended, memory.waiting.length]).toEqual([[], 1]);
  });

  it('signs with the current secret, and with the previous one until that expires', async () => {
    const memory = new MemoryWebhooks();
    const seal = (secret: string): string => box.seal(secret, 'webhook:wh_1');
    memory.webhook = webhookRecord({
      sealedSecret: seal('the newest'),
      previousSecrets: [
        { sealed: seal('the one before'), until: new Date(Date.now() + 60_000).toISOString() },
        { sealed: seal('an old one'), until: new Date(Date.now() - 1).toISOString() },
      ],
    });
    memory.add(1);
    let secrets: readonly string[] = [];
    await runDeliveryLane(
      dependencies(memory, (event) => {
        ({ secrets } = event);
        return Promise.resolve(success);
      }),
      'wh_1',
    );
    expect(secrets).toEqual(['the newest', 'the one before']);
  });

  it('reports a secret that can no longer be read', async () => {
    const memory = new MemoryWebhooks();
    memory.webhook = webhookRecord({ sealedSecret: box.seal('a secret', 'webhook:another') });
    memory.add(1);
    const deps = dependencies(memory, () => Promise.reject(new Error('nothing is to be sent')));
    await runDeliveryLane(deps, 'wh_1');
    expect(memory.records).toMatchObject([
      { status: 'pending', attempt: { error: expect.stringContaining('signing secret') } },
    ]);
    expect(memory.webhook.failingSince).toBeNull();
  });

  it('gives up a delivery whose event is no longer kept', async () => {
    const memory = new MemoryWebhooks();
    memory.add(1);
    memory.waiting = memory.waiting.map((delivery) => ({ ...delivery, occurredAt: null }));
    await runDeliveryLane(
      dependencies(memory, () => Promise.resolve(success)),
      'wh_1',
    );
    expect(memory.records).toMatchObject([{ status: 'failed', attempt: { error: 'The event has expired' } }]);
  });

  it('starts nothing new on shutdown, and abandons hanging requests after a while', async () => {
    const memory = new MemoryWebhooks();
    memory.add(100);
    const stopping = new AbortController();
    let sent = 0;
    const deps = dependencies(
      memory,
      () => {
        sent += 1;
        return new Promise(() => undefined);
      },
      { stopping: stopping.signal },
    );
    const lane = runDeliveryLane(deps, 'wh_1');
    while (sent < 4) {
      await pause(5);
    }
    stopping.abort();
    const before = Date.now();
    expect((await lane).done).toBe(false);
    expect(Date.now() - before).toBeLessThan(30_000);
    expect(sent).toBe(4);
    expect(memory.records).toEqual([]);
  });

  it('fails if an attempt cannot be recorded, so that the job is retried', async () => {
    const memory = new MemoryWebhooks();
    memory.add(1);
    const deps = dependencies(memory, () => Promise.resolve(success));
    const broken = {
      ...memory.deliveries,
      recordAttempt: () => Promise.reject(new Error('MongoDB is away')),
    };
    await expect(
      runDeliveryLane({ ...deps, deliveries: broken as unknown as DeliveryStore }, 'wh_1'),
    ).rejects.toThrow('MongoDB is away');
  });
});

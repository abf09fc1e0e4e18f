import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSystem, until, type ProcessSystem } from '@leadbridge/devkit';

import { callerOf } from '../support/caller.js';
import { EventReceiver } from '../support/event-receiver.js';
import { deliveringEnv, pause, webhookEventsOf, type WebhookEvents } from '../support/webhook-events.js';

let system: ProcessSystem;
let events: WebhookEvents;
const receiver = new EventReceiver();

beforeAll(async () => {
  await receiver.start();
  system = await startSystem({
    apis: 2,
    env: { ...deliveringEnv, ALERT_CHECK_SECONDS: '0.2', ALERT_AFTER_SECONDS: '1' },
    simulator: { rateLimit: 0 },
  });
  events = await webhookEventsOf(system, callerOf(system, system.baseUrls[1]), receiver);
});

afterAll(async () => {
  await events.close();
  await system.stop();
  await receiver.stop();
});

const stored = async (type: string): Promise<number> =>
  events.mongo.collection('events').countDocuments({ type });

describe('an alert', () => {
  it.each([
    ['has seen what it tells', 'alert.raised', 0],
    ['has stored it', 'alert.raised', 1],
  ])('is told once though the API dies when it %s', async (_, type, storedBefore) => {
    const hook = await events.register([type]);
    const before = await stored(type);
    await system.workers[0]?.kill('SIGKILL');
    if (storedBefore === 0) {
      // A worker counts as alive for ten seconds after its last heartbeat.
      await pause(10_500);
    } else {
      await until(async () => (await stored(type)) === before + storedBefore);
    }
    await system.apis[0]?.kill('SIGKILL');
    const [received] = await receiver.waitFor(hook.path, 1);
    await pause(3_000);
    expect(await stored(type)).toBe(before + 1);
    expect(new Set(receiver.at(hook.path).map(({ id }) => id))).toEqual(new Set([received?.id]));
    await system.workers[0]?.restart();
    await system.apis[0]?.restart();
    await until(async () => (await stored('alert.resolved')) === before + 1);
    await events.deactivate(hook);
    // The hour in which nothing is told again.
    await events.mongo.collection('alerts').deleteMany({});
  });
});

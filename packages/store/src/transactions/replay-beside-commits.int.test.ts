import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { currentTestRun, testServers } from '@leadbridge/devkit';
import { silentLogger, systemClock } from '@leadbridge/platform';
import { dispatchEvents } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { connectMongo, ensureIndexes } from '../connect.js';
import { createEventDispatchStore } from './event-dispatch-store.js';
import { eventModel, isWaiting } from '../event/event-model.js';
import { insertEvents } from '../event/insert-events.js';
import { webhookModel } from '../subscription/webhook-model.js';
import { deliveryModel } from '../delivery/delivery-model.js';
import { createDeliveryStore } from '../delivery/delivery-store.js';

const { replays } = currentTestRun();
const replaysAtOnce = 8;
const webhookIds = ['wh_1', 'wh_2'];
/** The range of a replay: everything that is being committed is within it. */
const rangeMs = 50;

let connection: Connection;

beforeAll(async () => {
  connection = await connectMongo(testServers().mongodbUri);
  const at = new Date();
  await webhookModel(connection).create(
    webhookIds.map((id) => ({
      _id: id,
      url: 'https://hooks.example.com/',
      events: ['*'],
      active: true,
      sealedSecret: 'sealed',
      createdAt: at,
      updatedAt: at,
    })),
  );
  createDeliveryStore(connection);
  createEventDispatchStore(connection);
  await ensureIndexes(connection);
});

afterAll(async () => {
  await connection.close();
});

describe('concurrent replays and commits of events', () => {
  it(`lose no event and no delivery, ${replays} times`, async () => {
    const deliveries = createDeliveryStore(connection);
    const events = createEventDispatchStore(connection);
    const failures: string[] = [];
    const fail = (_message: string, { error }: { readonly error?: unknown } = {}): void => {
      failures.push(String(error));
    };
    const logger = { ...silentLogger, warn: fail, error: fail };
    let isOver = false;
    let left = replays;

    async function commit(): Promise<void> {
      while (!isOver) {
        const happened = Array.from({ length: 2 }, () => ({ type: 'lead.created', data: { lead_id: 1 } }));
        await connection.transaction(async (session) =>
          insertEvents(connection, happened, new Date(), session),
        );
      }
    }

    async function dispatch(): Promise<void> {
      const lanes = { wake: () => Promise.resolve() };
      for (let isLast = false; !isLast;) {
        isLast = isOver;
        await dispatchEvents({ events, lanes, clock: systemClock, logger }).catch(() => undefined);
      }
    }

    async function replay(): Promise<void> {
      while (left > 0) {
        left -= 1;
        const now = Date.now();
        await deliveries.replay(
          webhookIds[left % webhookIds.length] ?? '',
          {
            kind: 'range',
            events: ['*'],
            from: new Date(now - rangeMs).toISOString(),
            to: new Date(now + 1).toISOString(),
          },
          new Date(now).toISOString(),
        );
      }
    }

    const background = [commit(), commit(), dispatch()];
    await Promise.all(Array.from({ length: replaysAtOnce }, replay));
    isOver = true;
    await Promise.all(background);
    const told = await eventModel(connection).countDocuments();
    const stored = await deliveryModel(connection).countDocuments({ status: 'pending' });
    expect(failures).toEqual([]);
    expect(await eventModel(connection).countDocuments(isWaiting)).toBe(0);
    expect(stored).toBe(told * webhookIds.length);
  });
});

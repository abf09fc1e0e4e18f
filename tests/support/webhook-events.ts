import { connectMongo } from '@leadbridge/store';
import type { TestSystem } from '@leadbridge/devkit';
import { newId } from '@leadbridge/platform';
import { expect } from '@jest/globals';

import type { Caller } from './caller.js';
import type { EventReceiver } from './event-receiver.js';

export interface Delivery {
  readonly id: string;
  readonly status: string;
  readonly attempt_count: number;
  readonly error: string | null;
  readonly attempts: readonly { readonly at: string; readonly status_code: number | null }[];
}

export interface RegisteredWebhook {
  readonly id: string;
  readonly secret: string;
  /** Where the receiver gets its events. */
  readonly path: string;
}

/** The settings with which a system delivers to a receiver on this machine, and gives up after seconds. */
export const deliveringEnv = {
  PSA_RATE_LIMIT: '100000',
  RATE_LIMIT_PER_HOUR: '100000',
  WEBHOOK_ALLOW_HTTP: 'true',
  WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.0/8',
  WEBHOOK_RETRY_DELAYS: '1,1,1',
};

export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Webhooks of a system, and events that did not come from an import. */
export interface WebhookEvents {
  readonly mongo: Awaited<ReturnType<typeof connectMongo>>;
  /** A webhook that receives no other events. */
  register(event: string | readonly string[], path?: string): Promise<RegisteredWebhook>;
  deactivate(...webhooks: readonly RegisteredWebhook[]): Promise<void>;
  /** Events as the engine writes them; returns their ids. */
  happen(type: string, count?: number): Promise<string[]>;
  /** The newest delivery, once it has that status. @throws Error after a minute */
  settled(webhookId: string, status: string): Promise<Delivery>;
  allSucceeded(webhookId: string, count: number): Promise<boolean>;
  close(): Promise<void>;
}

export async function webhookEventsOf(
  system: TestSystem,
  api: Caller,
  receiver: EventReceiver,
): Promise<WebhookEvents> {
  const mongo = await connectMongo(system.mongodbUri);
  let number = 0;

  async function deliveries(webhookId: string): Promise<readonly Delivery[]> {
    const { body } = await api.call('GET', `/webhooks/${webhookId}/deliveries?limit=500`);
    return body['deliveries'] as readonly Delivery[];
  }

  return {
    mongo,
    async register(event, path = `/hook${(number += 1)}`) {
      const { status, body } = await api.call('POST', '/webhooks', {
        url: receiver.url(path),
        events: [event].flat(),
      });
      expect(status).toBe(201);
      return { id: String(body['id']), secret: String(body['secret']), path };
    },
    async deactivate(...webhooks) {
      await Promise.all(
        webhooks.map(async ({ id }) => api.call('PATCH', `/webhooks/${id}`, { active: false })),
      );
    },
    async happen(type, count = 1) {
      const at = new Date();
      const events = Array.from({ length: count }, (_, index) => ({
        _id: newId('evt', at.getTime()),
        type,
        data: { lead_id: index },
        ...{ at, leadId: index, dispatchedAt: null },
      }));
      await mongo.collection('events').insertMany(events as never[]);
      return events.map(({ _id }) => _id);
    },
    async settled(webhookId, status) {
      const deadline = Date.now() + 60_000;
      for (;;) {
        const [delivery] = await deliveries(webhookId);
        if (delivery?.status === status) {
          return delivery;
        }
        if (Date.now() > deadline) {
          throw new Error(`The delivery is not ${status}: ${JSON.stringify(delivery)}`);
        }
        await pause(50);
      }
    },
    async allSucceeded(webhookId, count) {
      const all = await deliveries(webhookId);
      return all.length === count && all.every(({ status }) => status === 'succeeded');
    },
    close: async () => mongo.close(),
  };
}

import { randomBytes } from 'node:crypto';

import { createSecretBox } from '@leadbridge/platform';

import type {
  AttemptRecord,
  DeliveryStore,
  DueDelivery,
  OutgoingEvent,
  SendOutcome,
  TargetRate,
  WebhookRecord,
  WebhookSender,
  WebhookStore,
} from '../../ports/webhooks.js';
import { sealSecret } from '../webhook-secrets.js';

export const box = createSecretBox([randomBytes(32)]);

export function webhookRecord(more: Partial<WebhookRecord> = {}): WebhookRecord {
  const webhookId = more.webhookId ?? 'wh_1';
  return {
    webhookId,
    url: 'https://hooks.example.com/',
    format: 'standard',
    events: ['*'],
    active: true,
    sealedSecret: sealSecret(box, webhookId, 'a secret of 16 characters'),
    previousSecrets: [],
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    failingSince: null,
    switchedOff: null,
    ...more,
  };
}

/** One webhook and its deliveries in memory, as far as the lane uses the stores. */
export class MemoryWebhooks {
  webhook: WebhookRecord | null = webhookRecord();
  waiting: DueDelivery[] = [];
  readonly records: AttemptRecord[] = [];
  readonly ended: string[] = [];
  readonly switchedOff: string[] = [];

  /** Adds due deliveries. */
  add(count: number, eventType = 'lead.created'): void {
    const start = this.records.length + this.waiting.length;
    for (let index = start; index < start + count; index += 1) {
      this.waiting.push({
        deliveryId: `dlv_${index}`,
        eventId: `evt_${index}`,
        eventType,
        occurredAt: '2026-01-31T09:00:00.000Z',
        data: { lead_id: index },
        attemptCount: 0,
        roundAttempts: 0,
      });
    }
  }

  readonly webhooks: Pick<WebhookStore, 'find' | 'markFailing' | 'markWorking' | 'switchOff'> = {
    find: () => Promise.resolve(this.webhook),
    markFailing: (_, at) => this.#change({ failingSince: at }),
    markWorking: () => this.#change({ failingSince: null }),
    switchOff: async (_, reason) => {
      const changes = this.webhook?.active === true;
      if (changes) {
        this.switchedOff.push(reason);
        await this.#change({ active: false });
      }
      return changes;
    },
  };

  readonly deliveries: Pick<DeliveryStore, 'due' | 'recordAttempt' | 'endWaiting'> = {
    due: (_, __, { limit, testsOnly }) =>
      Promise.resolve(
        this.waiting.filter(({ eventType }) => !testsOnly || eventType === 'webhook.test').slice(0, limit),
      ),
    recordAttempt: (record) => {
      this.records.push(record);
      this.waiting = this.waiting.filter(({ deliveryId }) => deliveryId !== record.deliveryId);
      return Promise.resolve();
    },
    endWaiting: () => {
      if (this.webhook === null) {
        this.waiting = [];
      }
      if (this.webhook?.active !== false) {
        return Promise.resolve();
      }
      this.ended.push(...this.waiting.filter(isNoTest).map(({ deliveryId }) => deliveryId));
      this.waiting = this.waiting.filter((delivery) => !isNoTest(delivery));
      return Promise.resolve();
    },
  };

  async #change(change: Partial<WebhookRecord>): Promise<void> {
    this.webhook = this.webhook === null ? null : { ...this.webhook, ...change };
  }
}

function isNoTest({ eventType }: DueDelivery): boolean {
  return eventType !== 'webhook.test';
}

export const success: SendOutcome = {
  kind: 'responded',
  status: 200,
  retryAfterMilliseconds: null,
  response: 'ok',
};
export const failure: SendOutcome = { kind: 'no_response', error: 'The connection was refused' };

export function senderOf(
  send: (event: OutgoingEvent) => Promise<SendOutcome>,
): WebhookSender & { most: number } {
  let underWay = 0;
  return {
    /** The maximum number of concurrent requests seen. */
    most: 0,
    async send(event) {
      underWay += 1;
      this.most = Math.max(this.most, underWay);
      try {
        return await send(event);
      } finally {
        underWay -= 1;
      }
    },
    close() {},
  };
}

/** A limit that never resets. */
export function rateOf(limit: number, waitMilliseconds: number): TargetRate & { settled: number } {
  let left = limit;
  return {
    settled: 0,
    take(_, wanted) {
      const granted = Math.min(wanted, left);
      left -= granted;
      return Promise.resolve({
        places: Array.from({ length: granted }, (__, index) => `place:${left}:${index}`),
        waitMilliseconds: granted === 0 ? waitMilliseconds : 0,
      });
    },
    settle(_, places) {
      this.settled += places.length;
      return Promise.resolve();
    },
  };
}

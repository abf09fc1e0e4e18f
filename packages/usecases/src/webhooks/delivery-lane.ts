import { createGroupCommit, isoTime, type Logger } from '@leadbridge/platform';

import type {
  DeliveryStore,
  DueDelivery,
  TargetRate,
  WebhookRecord,
  WebhookStore,
} from '../ports/webhooks.js';
import type { RunResult } from '../work/run-result.js';
import { attemptDelivery, type AttemptDependencies, type AttemptResult } from './attempt-delivery.js';
import { applyJudgement, judge } from './judge-webhook.js';
import { adjustPace, startingPace } from './pace.js';
import { settledOrAfter } from './settled-or-after.js';

export interface DeliveryLaneDependencies extends AttemptDependencies {
  readonly webhooks: WebhookStore;
  readonly deliveries: DeliveryStore;
  readonly rate: TargetRate;
  readonly logger: Logger;
  /** Aborted when the process is about to stop: no new requests are sent. */
  readonly stopping: AbortSignal;
}

/** Milliseconds. After this time the lane yields to other webhooks if all slots are taken. */
const slice = 30_000;
/**
 * Milliseconds. A new event is noticed within `look` even while requests hang, and a change of the webhook
 * takes effect within `refreshAfter`.
 */
const look = 250;
const refreshAfter = 1_000;
/** Milliseconds. For a shorter wait the lane keeps its slot. */
const shortWait = 500;
/** That requests in progress get when the process stops; then another worker sends them again. */
const stopGrace = 3_000;
const deliveriesPerLook = 100;

/**
 * Delivers the due events of one webhook. Each webhook has its own lane, so that a target that hangs delays
 * no others; within the lane several requests run concurrently. Delivers at least once: what is not recorded
 * when the worker dies is sent again.
 */
export async function runDeliveryLane(deps: DeliveryLaneDependencies, webhookId: string): Promise<RunResult> {
  return await new DeliveryLane(deps, webhookId).run();
}

class DeliveryLane {
  readonly #deps: DeliveryLaneDependencies;
  readonly #webhookId: string;
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #endedPlaces;
  #webhook: WebhookRecord | null = null;
  #refreshAt = 0;
  #waiting: DueDelivery[] = [];
  #pace = startingPace;
  #fault: { readonly error: unknown } | null = null;

  constructor(deps: DeliveryLaneDependencies, webhookId: string) {
    this.#deps = deps;
    this.#webhookId = webhookId;
    this.#endedPlaces = createGroupCommit<string>((places) => deps.rate.settle(webhookId, places));
  }

  async run(): Promise<RunResult> {
    const { clock, stopping } = this.#deps;
    const sliceEnd = clock.now() + slice;
    for (;;) {
      if (this.#fault !== null) {
        await this.#drain();
        throw this.#fault.error;
      }
      if (stopping.aborted) {
        await settledOrAfter(Promise.all(this.#underWay.values()), stopGrace);
        return { done: false, continueAt: clock.now() };
      }
      if (clock.now() >= sliceEnd) {
        await this.#drain();
        return { done: false, continueAt: clock.now() };
      }
      const webhook = await this.#currentWebhook();
      if (webhook === null) {
        await this.#drain();
        return { done: true };
      }
      await this.#fill(webhook);
      if (this.#waiting.length === 0 && this.#underWay.size === 0) {
        return { done: true };
      }
      const wait = await this.#start(webhook);
      if (wait > shortWait) {
        await this.#drain();
        return { done: false, continueAt: clock.now() + wait };
      }
      if (wait > 0 || this.#underWay.size >= this.#pace || this.#waiting.length === 0) {
        await settledOrAfter(Promise.race(this.#underWay.values()), wait > 0 ? wait : look, stopping);
      }
    }
  }

  /** The current webhook. If it is switched off or was removed, its pending deliveries are ended. */
  async #currentWebhook(): Promise<WebhookRecord | null> {
    const { webhooks, deliveries, clock } = this.#deps;
    if (clock.now() >= this.#refreshAt) {
      this.#webhook = await webhooks.find(this.#webhookId);
      this.#refreshAt = clock.now() + refreshAfter;
      if (this.#webhook?.active !== true) {
        this.#waiting = [];
        await deliveries.endWaiting(this.#webhookId, isoTime(clock.now()));
      }
    }
    return this.#webhook;
  }

  async #fill({ active }: WebhookRecord): Promise<void> {
    if (this.#waiting.length === 0 && this.#underWay.size < this.#pace) {
      // A delivery that ends during this query may still be returned by it.
      const underWay = new Set(this.#underWay.keys());
      const due = await this.#deps.deliveries.due(this.#webhookId, isoTime(this.#deps.clock.now()), {
        limit: deliveriesPerLook + underWay.size,
        testsOnly: !active,
      });
      this.#waiting = due.filter(({ deliveryId }) => !underWay.has(deliveryId));
    }
  }

  /** Starts as many attempts as possible; returns the milliseconds to wait if the rate limit is reached. */
  async #start(webhook: WebhookRecord): Promise<number> {
    const wanted = Math.min(this.#pace - this.#underWay.size, this.#waiting.length);
    if (wanted <= 0) {
      return 0;
    }
    const { places, waitMilliseconds } = await this.#deps.rate.take(this.#webhookId, wanted);
    for (const place of places) {
      const delivery = this.#waiting.shift();
      if (delivery !== undefined) {
        const attempt = this.#attempt(webhook, delivery, place)
          .catch((error: unknown) => {
            this.#fault = { error };
          })
          .finally(() => this.#underWay.delete(delivery.deliveryId));
        this.#underWay.set(delivery.deliveryId, attempt);
      }
    }
    return places.length === 0 ? Math.max(1, waitMilliseconds) : 0;
  }

  async #attempt(webhook: WebhookRecord, delivery: DueDelivery, place: string): Promise<void> {
    const result = await attemptDelivery(this.#deps, webhook, delivery);
    // If this fails, the place only counts a little longer.
    this.#endedPlaces.submit(place).catch(() => undefined);
    this.#pace = adjustPace(this.#pace, result.responded);
    await this.#deps.deliveries.recordAttempt(result.record);
    await this.#judgeWebhook(result);
  }

  async #judgeWebhook(result: AttemptResult): Promise<void> {
    const webhook = this.#webhook;
    const judgement = webhook === null ? null : judge(webhook, result, this.#deps.clock.now());
    if (webhook === null || judgement === null) {
      return;
    }
    if (judgement.kind === 'off') {
      await applyJudgement(this.#deps, this.#webhookId, judgement);
      this.#refreshAt = 0;
      return;
    }
    // Known at once, so that concurrent attempts do not write it again.
    this.#webhook = { ...webhook, failingSince: judgement.kind === 'failing' ? judgement.since : null };
    await applyJudgement(this.#deps, this.#webhookId, judgement);
  }

  async #drain(): Promise<void> {
    await Promise.all(this.#underWay.values());
  }
}

import { testEvent } from '@leadbridge/contracts';
import { isoTime, SecretBoxError, traceOf, type Clock, type SecretBox } from '@leadbridge/platform';

import type {
  AttemptRecord,
  DeliveryAttempt,
  DueDelivery,
  SendOutcome,
  WebhookRecord,
  WebhookSender,
} from '../ports/webhooks.js';
import { decideRetry, type RetryDecision } from './retry-schedule.js';
import { openSecrets } from './webhook-secrets.js';

export interface AttemptDependencies {
  readonly sender: WebhookSender;
  readonly box: SecretBox;
  readonly clock: Clock;
  /** Seconds before each retry. */
  readonly retryDelays: readonly number[];
  /** From 0 to 1. */
  readonly random: () => number;
}

export interface AttemptResult {
  readonly record: AttemptRecord;
  readonly decision: RetryDecision['kind'];
  readonly responded: boolean;
  /** False if the outcome says nothing about the target: a test, or a fault on our side. */
  readonly judgesTarget: boolean;
}

/** Makes one delivery attempt, from opening the secrets to the record of its outcome. */
export async function attemptDelivery(
  deps: AttemptDependencies,
  webhook: WebhookRecord,
  delivery: DueDelivery,
): Promise<AttemptResult> {
  const secrets = readSecrets(deps, webhook);
  const { judgesTarget, ...result } = await attempt(deps, webhook.webhookId, delivery, async (occurredAt) =>
    send(deps, webhook, { ...delivery, occurredAt }, secrets),
  );
  return { ...result, judgesTarget: judgesTarget && secrets !== null };
}

const expired: SendOutcome = { kind: 'no_response', error: 'The event has expired' };

/** Makes one attempt by `sending`, and decides what follows. */
export async function attempt(
  deps: Pick<AttemptDependencies, 'clock' | 'retryDelays' | 'random'>,
  webhookId: string,
  delivery: DueDelivery,
  sending: (occurredAt: string) => Promise<SendOutcome>,
): Promise<AttemptResult> {
  const at = deps.clock.now();
  const outcome = delivery.occurredAt === null ? expired : await sending(delivery.occurredAt);
  const durationMilliseconds = Math.max(0, deps.clock.now() - at);
  const decision = decide(deps, delivery, outcome);
  const judgesTarget = delivery.occurredAt !== null && delivery.eventType !== testEvent;
  return {
    decision: decision.kind,
    responded: outcome.kind === 'responded',
    judgesTarget,
    record: {
      webhookId,
      deliveryId: delivery.deliveryId,
      eventId: delivery.eventId,
      eventType: delivery.eventType,
      attempt: { at: isoTime(at), durationMilliseconds, ...describe(outcome, decision, judgesTarget) },
      request: outcome.request ?? null,
      attemptCountBefore: delivery.attemptCount,
      leadId: typeof delivery.data['lead_id'] === 'number' ? delivery.data['lead_id'] : null,
      status: decision.kind === 'succeeded' ? 'succeeded' : decision.kind === 'retry' ? 'pending' : 'failed',
      nextAttemptAt:
        decision.kind === 'retry' ? isoTime(deps.clock.now() + decision.delayMilliseconds) : null,
    },
  };
}

/** Null if they were sealed with a key that is no longer known. */
function readSecrets(
  { box, clock }: AttemptDependencies,
  webhook: WebhookRecord,
): readonly [string, ...string[]] | null {
  try {
    return openSecrets(box, webhook, clock.now());
  } catch (error) {
    if (error instanceof SecretBoxError) {
      return null;
    }
    throw error;
  }
}

async function send(
  { sender }: AttemptDependencies,
  { url, format }: WebhookRecord,
  delivery: DueDelivery & { readonly occurredAt: string },
  secrets: readonly [string, ...string[]] | null,
): Promise<SendOutcome> {
  const { eventId, eventType, occurredAt, data } = delivery;
  if (secrets === null) {
    return {
      kind: 'no_response',
      error: 'The signing secret cannot be read: rotate it, or restore ENCRYPTION_KEY',
    };
  }
  return await sender.send({
    url,
    format,
    eventId,
    eventType,
    occurredAt,
    data,
    secrets,
    ...traceOf(delivery),
  });
}

/** A test is for the person who requested it: it reports its result immediately, and is not retried. */
function decide(
  deps: Pick<AttemptDependencies, 'retryDelays' | 'random'>,
  delivery: DueDelivery,
  outcome: SendOutcome,
): RetryDecision {
  const delays = delivery.eventType === testEvent || delivery.occurredAt === null ? [] : deps.retryDelays;
  return decideRetry(outcome, delivery.roundAttempts + 1, delays, deps.random());
}

function describe(
  outcome: SendOutcome,
  decision: RetryDecision,
  judgesTarget: boolean,
): Pick<DeliveryAttempt, 'statusCode' | 'error' | 'response' | 'responseHeaders'> {
  if (outcome.kind === 'no_response') {
    return { statusCode: null, error: outcome.error, response: null };
  }
  const { status, response, responseHeaders } = outcome;
  return {
    statusCode: status,
    error: decision.kind === 'succeeded' ? null : faultOfStatus(status, judgesTarget),
    response,
    ...(responseHeaders === undefined ? {} : { responseHeaders }),
  };
}

function faultOfStatus(status: number, judgesTarget: boolean): string {
  if (status === 410) {
    return `The target is gone (410)${judgesTarget ? ': the webhook is switched off' : ''}`;
  }
  return status >= 300 && status < 400
    ? `The target responded with a redirect (${status}), which is not followed`
    : `The target responded with ${status}`;
}

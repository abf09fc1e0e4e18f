import type {
  DeliveryAttemptView,
  DeliveryRequestView,
  DeliveryView,
  RegisteredWebhookView,
  WebhookView,
} from '@leadbridge/contracts';
import type {
  DeliveryRecord,
  KeptHeaders,
  KeptRequest,
  WebhookRecord,
  WebhookWithSecret,
} from '@leadbridge/usecases';

import type { Credential } from '../pipeline/authentication/index.js';
import { mayCall } from '../pipeline/authorization/index.js';

/** Never includes a secret. */
export function presentWebhook(webhook: WebhookRecord): WebhookView {
  const { switchedOff, previousSecrets } = webhook;
  return {
    id: webhook.webhookId,
    url: webhook.url,
    format: webhook.format,
    events: webhook.events,
    active: webhook.active,
    created_at: webhook.createdAt,
    updated_at: webhook.updatedAt,
    switched_off: switchedOff === null ? null : { reason: switchedOff.reason, at: switchedOff.at },
    failing_since: webhook.failingSince,
    previous_secret_expires_at: previousSecrets[0]?.until ?? null,
  };
}

/** Whether the caller may see what only those who manage the webhook may know. */
function mayManage(credential: Credential | null): boolean {
  return credential !== null && mayCall(credential, 'data.sync');
}

/**
 * The view for a caller: paths, queries and user names of addresses often contain a token, so callers who may
 * not manage webhooks see only scheme, host and port.
 */
export function presentWebhookTo(credential: Credential | null, webhook: WebhookRecord): WebhookView {
  const view = presentWebhook(webhook);
  return mayManage(credential) ? view : { ...view, url: new URL(webhook.url).origin };
}

/** The same for a delivery: what was sent and what the target responded may contain its secrets. */
export function presentDeliveryTo(credential: Credential | null, delivery: DeliveryRecord): DeliveryView {
  const view = presentDelivery(delivery);
  return mayManage(credential)
    ? view
    : {
        ...view,
        request: null,
        attempts: view.attempts.map((attempt) => ({ ...attempt, response: null, response_headers: null })),
      };
}

/** Includes the secret if the service generated it; it is shown only this once. */
export function presentWithSecret({ webhook, generatedSecret }: WebhookWithSecret): RegisteredWebhookView {
  return { ...presentWebhook(webhook), ...(generatedSecret === null ? {} : { secret: generatedSecret }) };
}

export function presentDelivery(delivery: DeliveryRecord): DeliveryView {
  return {
    id: delivery.deliveryId,
    webhook_id: delivery.webhookId,
    event_id: delivery.eventId,
    event: delivery.eventType,
    status: delivery.status,
    created_at: delivery.createdAt,
    finished_at: delivery.finishedAt,
    next_attempt_at: delivery.nextAttemptAt,
    attempt_count: delivery.attemptCount,
    error: delivery.error,
    request: presentRequest(delivery.request),
    attempts: delivery.attempts.map((attempt) => ({
      at: attempt.at,
      status_code: attempt.statusCode,
      duration_ms: attempt.durationMilliseconds,
      error: attempt.error,
      response: attempt.response,
      response_headers: presentHeaders(attempt.responseHeaders),
    })),
  };
}

function presentRequest(request: KeptRequest | null): DeliveryRequestView | null {
  return request === null ? null : { headers: Object.fromEntries(request.headers), body: request.body };
}

function presentHeaders(headers: KeptHeaders | null = null): DeliveryAttemptView['response_headers'] {
  return headers === null ? null : Object.fromEntries(headers);
}

import type { DeliveryView, RegisteredWebhookView, WebhookView } from '@leadbridge/contracts';
import type { DeliveryRecord, WebhookRecord, WebhookWithSecret } from '@leadbridge/usecases';

/** Never with a secret. */
export function presentWebhook(webhook: WebhookRecord): WebhookView {
  const { switchedOff, previousSecrets } = webhook;
  return {
    id: webhook.webhookId,
    url: webhook.url,
    events: webhook.events,
    active: webhook.active,
    created_at: webhook.createdAt,
    updated_at: webhook.updatedAt,
    switched_off: switchedOff === null ? null : { reason: switchedOff.reason, at: switchedOff.at },
    failing_since: webhook.failingSince,
    previous_secret_expires_at: previousSecrets[0]?.until ?? null,
  };
}

/** With the secret where the service made it: the one time that it is shown. */
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
    attempts: delivery.attempts.map((attempt) => ({
      at: attempt.at,
      status_code: attempt.statusCode,
      duration_ms: attempt.durationMilliseconds,
      error: attempt.error,
      response: attempt.response,
    })),
  };
}

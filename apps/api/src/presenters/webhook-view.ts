import { deliveryViewSchema, webhookViewSchema, wireForm } from '@leadbridge/contracts';
import type { DeliveryView, RegisteredWebhookView, WebhookView } from '@leadbridge/contracts';
import type { DeliveryRecord, WebhookRecord, WebhookWithSecret } from '@leadbridge/usecases';

import type { Credential } from '../pipeline/authentication/index.js';
import { mayCall } from '../pipeline/authorization/index.js';

/** Never includes a secret. */
export function presentWebhook(webhook: WebhookRecord): WebhookView {
  return wireForm(webhookViewSchema, {
    ...webhook,
    id: webhook.webhookId,
    previousSecretExpiresAt: webhook.previousSecrets[0]?.until ?? null,
  });
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
  const { deliveryId: id, eventType: event, request } = delivery;
  return wireForm(deliveryViewSchema, {
    ...delivery,
    ...{ id, event },
    request: request === null ? null : { ...request, headers: Object.fromEntries(request.headers) },
    attempts: delivery.attempts.map(
      ({ responseHeaders = null, durationMilliseconds: durationMs, ...attempt }) => ({
        ...attempt,
        durationMs,
        responseHeaders: responseHeaders === null ? null : Object.fromEntries(responseHeaders),
      }),
    ),
  });
}

import {
  changeWebhookBody,
  deliveryListQuery,
  deliveryListResponse,
  deliveryParams,
  deliveryViewSchema,
  emptyBody,
  paginationOf,
  registeredWebhookResponse,
  registerWebhookBody,
  replayBody,
  replayQuery,
  replayResponse,
  rotateSecretBody,
  webhookListResponse,
  webhookParams,
  webhookStatisticsResponse,
  webhookViewSchema,
} from '@leadbridge/contracts';
import type { ReplayBody, ReplayResponse } from '@leadbridge/contracts';
import type { DeliveryRecord } from '@leadbridge/usecases';

import { apiPrefix } from '../../http/api-prefix.js';
import { ok, type RouteResponse } from '../../http/route-response.js';
import { auditOrigin } from '../../pipeline/audit-origin.js';
import { route, type Route } from '../../pipeline/route.js';
import {
  presentDelivery,
  presentDeliveryTo,
  presentWebhook,
  presentWebhookTo,
  presentWithSecret,
} from '../../presenters/webhook-view.js';

export const webhookRoutes: readonly Route[] = [
  route.post('/webhooks', {
    permission: 'data.sync',
    summary: 'Register a webhook',
    description:
      'Signed events are posted to its URL. If no secret is given, the service generates one and returns it only in this response.',
    request: { body: registerWebhookBody },
    responses: { 201: { description: 'The webhook.', schema: registeredWebhookResponse } },
    idempotent: true,
    handler: async (request) => {
      const { webhooks } = request.services;
      const registered = await webhooks.management.register(request.body, auditOrigin(request));
      return {
        status: 201,
        headers: { Location: `${apiPrefix}/webhooks/${registered.webhook.webhookId}` },
        body: presentWithSecret(registered),
      };
    },
  }),
  route.get('/webhooks', {
    permission: 'data.view.readonly',
    summary: 'List webhooks, oldest first',
    description: 'Without the permission `data.sync`, each `url` contains only scheme, host and port.',
    responses: { 200: { description: 'The webhooks, without their secrets.', schema: webhookListResponse } },
    handler: async ({ credential, services }) => {
      const webhooks = await services.webhooks.management.list();
      return ok({ webhooks: webhooks.map((webhook) => presentWebhookTo(credential, webhook)) });
    },
  }),
  route.get('/webhooks/:webhook_id', {
    permission: 'data.view.readonly',
    summary: 'Get a webhook',
    description: 'Without the permission `data.sync`, `url` contains only scheme, host and port.',
    request: { params: webhookParams },
    responses: { 200: { description: 'The webhook, without its secret.', schema: webhookViewSchema } },
    handler: async ({ params, credential, services }) =>
      ok(presentWebhookTo(credential, await services.webhooks.management.find(params.webhook_id))),
  }),
  route.get('/webhooks/:webhook_id/statistics', {
    permission: 'data.view.readonly',
    summary: 'Get how the target of a webhook has responded lately',
    description:
      'Of all attempts of the last 1,000 deliveries: the share that succeeded, and the duration that 95 % of them did not exceed.',
    request: { params: webhookParams },
    responses: { 200: { description: 'The statistics.', schema: webhookStatisticsResponse } },
    handler: async ({ params: { webhook_id: webhookId }, services }) => {
      const { attemptCount, successRate, p95Milliseconds } =
        await services.webhooks.resending.statistics(webhookId);
      return ok({
        webhook_id: webhookId,
        attempts: attemptCount,
        success_rate: successRate,
        p95_ms: p95Milliseconds,
      });
    },
  }),
  route.patch('/webhooks/:webhook_id', {
    permission: 'data.sync',
    summary: 'Change, disable or enable a webhook',
    description:
      'Pending deliveries of a disabled webhook fail, and can be replayed once it is enabled again. Enabling a webhook clears its earlier failures.',
    request: { params: webhookParams, body: changeWebhookBody },
    responses: { 200: { description: 'The webhook as it is now.', schema: webhookViewSchema } },
    errors: [404, 409],
    handler: async (request) => {
      const { params, body, services } = request;
      const changed = await services.webhooks.management.change(
        params.webhook_id,
        body,
        auditOrigin(request),
      );
      return ok(presentWebhook(changed));
    },
  }),
  route.delete('/webhooks/:webhook_id', {
    permission: 'data.sync',
    summary: 'Remove a webhook and its deliveries',
    request: { params: webhookParams },
    responses: { 204: { description: 'It is removed.', schema: null } },
    handler: async (request) => {
      const { params, services } = request;
      await services.webhooks.management.remove(params.webhook_id, auditOrigin(request));
      return { status: 204 };
    },
  }),
  route.post('/webhooks/:webhook_id/rotate-secret', {
    permission: 'data.sync',
    summary: 'Rotate the secret of a webhook',
    description:
      'For 24 hours, events are signed with both secrets: `webhook-signature` contains a signature for each, `X-Webhook-Signature` the one for the new secret, and `X-Webhook-Signature-Previous` the one for the previous secret.',
    request: { params: webhookParams, body: rotateSecretBody },
    responses: {
      200: {
        description: 'The webhook, with the new secret if the service generated it.',
        schema: registeredWebhookResponse,
      },
    },
    errors: [404, 409],
    idempotent: true,
    handler: async (request) => {
      const { params, body, services } = request;
      const { management } = services.webhooks;
      return ok(
        presentWithSecret(await management.rotateSecret(params.webhook_id, body, auditOrigin(request))),
      );
    },
  }),
  route.post('/webhooks/:webhook_id/test', {
    permission: 'data.sync',
    summary: 'Send the event webhook.test to a webhook',
    description:
      'To this webhook alone, whatever it subscribes to and though it be switched off. A test is sent once and not repeated.',
    request: { params: webhookParams, body: emptyBody },
    responses: {
      202: { description: 'The delivery; read it again for the result.', schema: deliveryViewSchema },
    },
    idempotent: true,
    handler: async (request) => {
      const { params, services } = request;
      return acceptedDelivery(
        await services.webhooks.resending.test(params.webhook_id, auditOrigin(request)),
      );
    },
  }),
  route.get('/webhooks/:webhook_id/deliveries', {
    permission: 'data.view.readonly',
    summary: 'List the deliveries of a webhook, newest first',
    description:
      'Events and their deliveries are kept for 30 days. Requests and responses are kept with at most 4 kB of their bodies, secrets masked; without the permission `data.sync` they are omitted.',
    request: { params: webhookParams, query: deliveryListQuery },
    responses: { 200: { description: 'A page of deliveries.', schema: deliveryListResponse } },
    handler: async ({ params, query, credential, services }) => {
      const found = await services.webhooks.resending.deliveries(params.webhook_id, query);
      const deliveries = found.items.map((delivery) => presentDeliveryTo(credential, delivery));
      return ok({ deliveries, pagination: paginationOf('deliveries', query, found) });
    },
  }),
  route.get('/webhooks/:webhook_id/deliveries/:delivery_id', {
    permission: 'data.view.readonly',
    summary: 'Get a delivery with its attempts',
    description:
      'Requests and responses are kept with at most 4 kB of their bodies, secrets masked; without the permission `data.sync` they are omitted.',
    request: { params: deliveryParams },
    responses: { 200: { description: 'The delivery.', schema: deliveryViewSchema } },
    handler: async ({ params, credential, services }) => {
      const { webhook_id: webhookId, delivery_id: deliveryId } = params;
      const delivery = await services.webhooks.resending.findDelivery(webhookId, deliveryId);
      return ok(presentDeliveryTo(credential, delivery));
    },
  }),
  route.post('/webhooks/:webhook_id/deliveries/:delivery_id/redeliver', {
    permission: 'data.sync',
    summary: 'Send one event again',
    description: 'Sends it at once, with the same event id. If it fails, all retries start again.',
    request: { params: deliveryParams, body: emptyBody },
    responses: {
      202: { description: 'The delivery; read it again for the result.', schema: deliveryViewSchema },
    },
    errors: [404, 409],
    idempotent: true,
    handler: async (request) => {
      const { params, services } = request;
      const { webhook_id: webhookId, delivery_id: deliveryId } = params;
      return acceptedDelivery(
        await services.webhooks.resending.redeliver(webhookId, deliveryId, auditOrigin(request)),
      );
    },
  }),
  route.post('/webhooks/:webhook_id/replay', {
    permission: 'data.sync',
    summary: 'Replay events of a period, or failed deliveries',
    description:
      'A period includes every event that the webhook subscribes to, delivered or not, even from before it was registered. With `dry_run=true` (in the query or the body), events are only counted.',
    request: { params: webhookParams, query: replayQuery, body: replayBody },
    responses: {
      200: { description: 'How many it would be.', schema: replayResponse },
      202: { description: 'How many events were queued for delivery.', schema: replayResponse },
    },
    errors: [404, 409],
    idempotent: true,
    writesNothing: isCount,
    handler: async (request) => {
      const { params, body, services } = request;
      const { webhook_id: webhookId } = params;
      const dryRun = isCount(request);
      const count = await services.webhooks.resending.replay(webhookId, body, dryRun, auditOrigin(request));
      const response: ReplayResponse = { webhook_id: webhookId, dry_run: dryRun, count };
      return { status: dryRun ? 200 : 202, body: response };
    },
  }),
];

/** Whether the events are only counted; the query wins. */
function isCount({
  query,
  body,
}: {
  readonly query: { readonly dry_run?: boolean };
  readonly body: ReplayBody;
}): boolean {
  return query.dry_run ?? body.dry_run ?? false;
}

/** 202: the delivery is queued; its URL shows the outcome. */
function acceptedDelivery(delivery: DeliveryRecord): RouteResponse {
  const { webhookId, deliveryId } = delivery;
  return {
    status: 202,
    headers: { Location: `${apiPrefix}/webhooks/${webhookId}/deliveries/${deliveryId}` },
    body: presentDelivery(delivery),
  };
}

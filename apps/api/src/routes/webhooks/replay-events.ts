import { replayResponse, replayBody, replayQuery, webhookParams } from '@leadbridge/contracts';
import type { ReplayResponse, ReplayBody } from '@leadbridge/contracts';

import { auditOrigin } from '../../pipeline/audit-origin.js';
import { defineRoute } from '../../pipeline/route.js';

export const replayEvents = defineRoute({
  method: 'post',
  path: '/webhooks/:webhook_id/replay',
  permission: 'data.sync',
  summary: 'Replay events of a period, or failed deliveries',
  description:
    'A period includes every event that the webhook subscribes to, delivered or not, even from before it was registered. With `dry_run=true` (in the query or the body), events are only counted.',
  tags: ['Webhooks'],
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
});

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

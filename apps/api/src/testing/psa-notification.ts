import { createHmac } from 'node:crypto';

import type { ApiResponse } from './call-api.js';
import type { TestApi } from './test-api.js';

/** `WEBHOOK_INBOUND_SECRET` of the tests of notifications. */
export const inboundSecret = 'the secret that the PSA signs with';

/** The body of a notification of an opt-out. */
export const optOutBody = JSON.stringify({
  ticket_id: 7,
  changes: { customfields: [{ id: 105, new_value: true }] },
});

/** The `X-Webhook-Signature` of a body. */
export const signatureOf = (body: string): string =>
  createHmac('sha256', inboundSecret).update(body).digest('hex');

/** Sends a notification as the PSA does, without an API key. */
export async function notify(
  api: TestApi,
  headers: Readonly<Record<string, string>>,
  body: string = optOutBody,
): Promise<ApiResponse> {
  return await api.call('POST', '/webhooks/dnc-sync', {
    raw: body,
    key: null,
    headers: { 'Content-Type': 'application/json', Prefer: 'respond-async', ...headers },
  });
}

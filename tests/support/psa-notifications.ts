import { createHmac } from 'node:crypto';

import type { TestSystem } from '@leadbridge/devkit';

export interface NotificationResponse {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>> & {
    readonly suppression_result?: Readonly<Record<string, unknown>>;
    readonly results?: readonly Readonly<Record<string, unknown>>[];
    readonly error?: unknown;
  };
}

/**
 * Sends a notification of the PSA, signed as the PSA signs it unless the headers override it; null omits one.
 */
export async function notify(
  system: TestSystem,
  body: unknown,
  headers: Readonly<Record<string, string | null>> = {},
): Promise<NotificationResponse> {
  const raw = typeof body === 'string' ? body : JSON.stringify(body);
  const all = {
    'content-type': 'application/json',
    'x-webhook-signature': sign(raw, system.inboundSecret),
    ...headers,
  };
  const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null);
  const response = await fetch(`${system.baseUrl}/api/v1/webhooks/dnc-sync`, {
    method: 'POST',
    headers: Object.fromEntries(sent),
    body: raw,
  });
  return { status: response.status, body: (await response.json()) as NotificationResponse['body'] };
}

export function sign(raw: string, secret: string): string {
  return createHmac('sha256', secret).update(raw).digest('hex');
}

export function optOutNotification(ticketId: number, value: unknown = true) {
  return {
    ticket_id: ticketId,
    event_type: 'ticket.updated',
    changes: { customfields: [{ id: 105, old_value: false, new_value: value }] },
  };
}

export function statusNotification(ticketId: number, statusId: unknown) {
  return {
    ticket_id: ticketId,
    event_type: 'ticket.updated',
    changes: { status_id: { new_value: statusId } },
  };
}

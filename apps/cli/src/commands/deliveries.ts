import type { DeliveryStatus, EventType } from '@leadbridge/contracts';
import type { components } from '@leadbridge/client';

import type { ServiceContext } from '../compose.js';
import { dateAndTime } from '../time-text.js';

type Delivery = components['schemas']['Delivery'];
type Attempt = Delivery['attempts'][number];

interface DeliveryListOptions {
  readonly status?: DeliveryStatus;
  readonly event?: EventType;
  readonly limit: number;
}

/** The webhooks with their ids, which the other commands take. */
export async function listWebhooks({ api, terminal }: ServiceContext): Promise<boolean> {
  const { data } = await api.GET('/webhooks');
  terminal.note(['ID', 'STATE', 'FAILING SINCE', 'EVENTS', 'URL'].join('\t'));
  for (const { id, active, switched_off: off, failing_since: since, events, url } of data.webhooks) {
    const state = off === null ? (active ? 'on' : 'off') : `off: ${off.reason}`;
    terminal.result([id, state, timeText(since), events.join(','), url].join('\t'));
  }
  return true;
}

/** What was sent to a webhook, the newest first, one delivery per line, separated by tabs. */
export async function listDeliveries(
  { api, terminal }: ServiceContext,
  webhookId: string,
  options: DeliveryListOptions,
): Promise<boolean> {
  const { data } = await api.GET('/webhooks/{webhook_id}/deliveries', {
    params: { path: { webhook_id: webhookId }, query: { ...options } },
  });
  terminal.note(['ID', 'EVENT', 'STATUS', 'ATTEMPTS', 'LAST RESPONSE', 'CREATED', 'NEXT ATTEMPT'].join('\t'));
  for (const delivery of data.deliveries) {
    const { id, event, status, attempt_count: count, attempts, error } = delivery;
    const last = attempts.at(-1);
    const response = last === undefined ? (error ?? '-') : responseText(last);
    const times = [delivery.created_at, delivery.next_attempt_at].map(timeText);
    terminal.result([id, event, status, count, response, ...times].join('\t'));
  }
  if (data.pagination.total > data.deliveries.length) {
    terminal.note(`${data.deliveries.length} of ${data.pagination.total}; --limit shows more`);
  }
  return true;
}

/** One delivery: what was sent, and each attempt with its response. */
export async function showDelivery(
  { api, terminal }: ServiceContext,
  webhookId: string,
  deliveryId: string,
  { json = false }: { readonly json?: boolean },
): Promise<boolean> {
  const { data: delivery } = await api.GET('/webhooks/{webhook_id}/deliveries/{delivery_id}', {
    params: { path: { webhook_id: webhookId, delivery_id: deliveryId } },
  });
  if (json) {
    terminal.result(JSON.stringify(delivery));
    return true;
  }
  const { event, event_id: eventId, status, error, request, attempts } = delivery;
  terminal.result(`${deliveryId}: ${event} (${eventId}), ${status}${error === null ? '' : `: ${error}`}`);
  if (request !== null) {
    terminal.result(messageText('Request', request.headers, request.body));
  }
  for (const attempt of attempts) {
    const title = `Response of ${timeText(attempt.at)}: ${responseText(attempt)}`;
    terminal.result(messageText(title, attempt.response_headers ?? {}, attempt.response ?? ''));
  }
  return true;
}

export async function redeliver(
  { api, terminal }: ServiceContext,
  webhookId: string,
  deliveryId: string,
): Promise<boolean> {
  await api.POST('/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver', {
    params: { path: { webhook_id: webhookId, delivery_id: deliveryId } },
  });
  terminal.result(
    `${deliveryId} is sent again; webhooks delivery ${webhookId} ${deliveryId} shows the result`,
  );
  return true;
}

function timeText(iso: string | null): string {
  return iso === null ? '-' : dateAndTime(new Date(iso));
}

/** `503 after 12 ms`. */
function responseText({ status_code: status, duration_ms: durationMs, error }: Attempt): string {
  return `${status ?? error ?? 'no response'} after ${durationMs} ms`;
}

function messageText(title: string, headers: Readonly<Record<string, string>>, body: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);
  return ['', title, ...lines, ...(body === '' ? [] : ['', body])].join('\n');
}

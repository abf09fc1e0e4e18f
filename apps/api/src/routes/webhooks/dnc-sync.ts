import {
  acceptedJobResponse,
  maxNotifications,
  ticketNotificationBody,
  ticketNotificationFailure,
  ticketNotificationResponse,
} from '@leadbridge/contracts';
import type { JobInput, TicketNotificationBody } from '@leadbridge/contracts';
import { given, type AppError } from '@leadbridge/platform';
import { areUnderstood, optOutReason, type TicketNotification } from '@leadbridge/usecases';

import type { RouteResponse } from '../../http/route-response.js';
import { enqueueAndWait } from '../../pipeline/enqueue-and-wait.js';
import { route } from '../../pipeline/route.js';
import { requireVerified, sentTimestamps, signedRequest } from './signatures.js';

/** A HaloPSA webhook may not wait longer, and may not send again what timed out. */
const nativeWaitSeconds = 2;

type Body = TicketNotificationBody | readonly TicketNotificationBody[];

/**
 * Change notifications of the PSA (specification, "POST /webhooks/dnc-sync"). The PSA signs the raw body, or sends a credential; a wrong
 * signature is refused even with a valid credential. The response waits for the result: a PSA that times out sends the notification
 * again and gets the same response. Notifications without changes get their response before their work is done.
 */
export const postDncSync = route.post('/webhooks/dnc-sync', {
  permission: 'data.sync',
  signed: true,
  summary: 'Receive a change notification from the PSA',
  description:
    'An opt-out (CF_105 changed to true, or status_id to 6) is pushed to the suppression list of the source that CF_101 names. If the provider fails, the push is retried, and the response is still a success. A body without `changes` that has its ticket in `ticket.id`, `object_id`, `id` or `ticket_id`, as HaloPSA webhooks do, reports that the ticket has changed: the ticket is read and compared with its last known state.',
  startsJob: true,
  limits: ['notification'],
  request: { body: ticketNotificationBody },
  maxList: { field: 'body', items: maxNotifications },
  responses: {
    200: { description: 'What became of it.', schema: ticketNotificationResponse },
    202: { description: 'Accepted; the job runs in the background.', schema: acceptedJobResponse },
    500: {
      description: 'The ticket could not be read. The opt-out is recorded and will be retried.',
      schema: ticketNotificationFailure,
    },
  },
  completeBody: (_query, body, { isSender, services }) =>
    fromNative(body, isSender || services.psaNotifications.areNative),
  checkSender: ({ headers, services }) => services.psaNotifications.isSender(headers.authorization),
  explainRefusal: ({ headers, services }) => services.psaNotifications.wrongScheme(headers.authorization),
  checkSignature: (request) => {
    requireVerified(request.services.psaNotifications.verify(signedRequest(request)));
  },
  handler: async (request) => {
    const { body, headers, services } = request;
    const isList = Array.isArray(body);
    const sent = listOf(body);
    requireVerified(
      services.psaNotifications.verifyTimestamps([
        ...sentTimestamps(headers['x-webhook-timestamp']),
        ...sent.flatMap(({ timestamp }) => sentTimestamps(timestamp)),
      ]),
    );
    const { statusIds } = services.settings.current();
    const received = sent.map((notification) => {
      const told: TicketNotification = {
        ticketId: Number(notification.ticket_id),
        changes: notification.changes,
      };
      const isOptOut = optOutReason(told, statusIds) !== null;
      const isUntold = notification.untold === true || (!isOptOut && !areUnderstood(told.changes));
      return { notification: isUntold ? { ...told, isUntold } : told, isUrgent: isUntold || isOptOut };
    });
    const notifications = received.map(({ notification }) => notification);
    const hasOptOut = received.some(({ isUrgent }) => isUrgent);
    const isNative = sent.every(({ untold }) => untold === true);
    const input = { notifications, isList } satisfies JobInput<'dnc_sync'>;
    const response = await enqueueAndWait(
      request,
      () => ({ type: hasOptOut ? 'dnc_sync' : 'ticket_change', input }),
      isNative ? { usualWaitSeconds: nativeWaitSeconds } : {},
    );
    return response.error === undefined ? response : failure(response, response.error);
  },
});

/** The specification's form of a processing failure. The error's message is already safe to show to the caller. */
function failure({ headers, jobId }: RouteResponse, { message, details }: AppError): RouteResponse {
  const { results } = details;
  return {
    status: 500,
    body: { success: false, error: message, ...given({ results }) },
    ...given({ headers, jobId }),
  };
}

function listOf(body: Body): readonly TicketNotificationBody[] {
  return Array.isArray(body) ? (body as readonly TicketNotificationBody[]) : [body as TicketNotificationBody];
}

type JsonObject = Readonly<Record<string, unknown>>;

/** Keys that a notification without changes has beside its ticket. */
const nativeKeys = ['ticket', 'object_id', 'event', 'id'];
/** Keys that may hold the ticket's id. From an authenticated PSA any one of these is enough. */
const ticketKeys = ['ticket_id', 'object_id', 'faultid', 'id'];

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The webhooks of a HaloPSA contain the changed ticket's id, in one of several places, and its current state, but not what has changed.
 * Such a body is converted to the usual form, with no changes listed; any other body is returned unmodified.
 *
 * @param isPsa whether the request has the configured credential of the PSA, or the PSA is a HaloPSA. Then a ticket's number alone is
 * enough; otherwise it is a body that lacks its changes
 */
function fromNative(body: unknown, isPsa: boolean): unknown {
  return Array.isArray(body)
    ? (body as readonly unknown[]).map((one) => fromNativeOne(one, isPsa))
    : fromNativeOne(body, isPsa);
}

function fromNativeOne(body: unknown, isPsa: boolean): unknown {
  const identifyingKeys = isPsa ? [...nativeKeys, ...ticketKeys] : nativeKeys;
  if (
    !isObject(body) ||
    (body['changes'] ?? null) !== null ||
    !identifyingKeys.some((key) => body[key] !== undefined)
  ) {
    return body;
  }
  const { ticket, timestamp } = body;
  const places = [isObject(ticket) ? ticket['id'] : undefined, ...ticketKeys.map((key) => body[key])];
  return {
    ticket_id: places.find((place) => place !== undefined && place !== null),
    changes: {},
    untold: true,
    ...(timestamp === undefined ? {} : { timestamp }),
  };
}

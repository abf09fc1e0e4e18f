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
export function fromNative(body: unknown, isPsa: boolean): unknown {
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

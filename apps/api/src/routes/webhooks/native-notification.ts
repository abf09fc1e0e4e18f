type JsonObject = Readonly<Record<string, unknown>>;

/** What a notification without changes has beside its ticket. */
const nativeKeys = ['ticket', 'object_id', 'event', 'id'];
/** Where it may name the ticket by itself. From a sender that has proven to be the PSA any of these is enough. */
const ticketKeys = ['ticket_id', 'object_id', 'faultid', 'id'];

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Webhooks of a HaloPSA tell which ticket has changed, in one of several places, and the ticket as it is now, but not what has changed.
 * Such a body gets the form of the others, without any changes; everything else stays as it is.
 *
 * @param isPsa whether it comes with the credential that was agreed on with the PSA: then a ticket's number alone is such a body, which
 * from others is one that lacks its changes
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

type JsonObject = Readonly<Record<string, unknown>>;

/** What a notification without changes has beside its ticket. */
const nativeKeys = ['ticket', 'object_id', 'event', 'id'];

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Webhooks of a HaloPSA tell which ticket has changed, in one of several places, and the ticket as it is now, but not what has changed.
 * Such a body gets the form of the others, without any changes; everything else stays as it is.
 */
export function fromNative(body: unknown): unknown {
  return Array.isArray(body) ? (body as readonly unknown[]).map(fromNativeOne) : fromNativeOne(body);
}

function fromNativeOne(body: unknown): unknown {
  if (
    !isObject(body) ||
    body['changes'] !== undefined ||
    !nativeKeys.some((key) => body[key] !== undefined)
  ) {
    return body;
  }
  const { ticket, object_id: objectId, ticket_id: ticketId, id, timestamp } = body;
  return {
    ticket_id: (isObject(ticket) ? ticket['id'] : undefined) ?? ticketId ?? objectId ?? id,
    changes: {},
    untold: true,
    ...(timestamp === undefined ? {} : { timestamp }),
  };
}

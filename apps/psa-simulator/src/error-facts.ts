/** A field of a thrown value, whatever was thrown and wherever its class comes from. */
function fact(error: unknown, name: 'code' | 'status' | 'message' | 'cause' | 'type'): unknown {
  return typeof error === 'object' && error !== null
    ? (error as Partial<Record<typeof name, unknown>>)[name]
    : undefined;
}

/** The system's or the library's code of an error, such as `ECONNREFUSED`. */
export function errorCode(error: unknown): string | undefined {
  const code = fact(error, 'code') ?? fact(error, 'type');
  return typeof code === 'string' ? code : undefined;
}

/** The HTTP status that an error carries; 500 without one. */
export function errorStatus(error: unknown): number {
  const status = fact(error, 'status');
  return typeof status === 'number' ? status : 500;
}

/** Why something failed, in a few words: the code or the message of the innermost cause. */
export function shortReason(error: unknown): string {
  const cause = fact(error, 'cause');
  if (cause !== undefined && cause !== null) {
    return shortReason(cause);
  }
  return errorCode(error) ?? String(fact(error, 'message') ?? error);
}

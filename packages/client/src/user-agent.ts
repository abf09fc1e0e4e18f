/** The version of this package; a test compares it with its manifest. */
const version = '1.0.0';

/**
 * The header that names the program in the logs of the service: this client unless another is given. A browser names
 * itself, and may ask another origin before it sends a header of its own.
 */
export function userAgentHeader(
  given: string | undefined,
  runtime: object = globalThis,
): { readonly 'user-agent'?: string } {
  const name = given ?? (isBrowser(runtime) ? undefined : `leadbridge-client/${version}`);
  return name === undefined ? {} : { 'user-agent': name };
}

/** Runtimes on servers have no `navigator`, or one that names them; every browser begins like this. */
function isBrowser(runtime: object): boolean {
  const navigator: unknown = 'navigator' in runtime ? runtime.navigator : undefined;
  return (
    typeof navigator === 'object' &&
    navigator !== null &&
    'userAgent' in navigator &&
    String(navigator.userAgent).startsWith('Mozilla/')
  );
}

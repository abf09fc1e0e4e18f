/** With the version of this package; a test compares it with its manifest. */
const ownName = 'leadbridge-client/1.0.0';

/**
 * The header that names the program in the logs of the service: this client unless another is given. A browser names
 * itself, and may ask another origin before it sends a header of its own.
 *
 * @param runtime where this runs; pages of a browser have a document, and its workers `importScripts`
 */
export function userAgentHeader(
  given: string | undefined,
  runtime: object = globalThis,
): { readonly 'user-agent'?: string } {
  const isBrowser = 'document' in runtime || 'importScripts' in runtime;
  const name = given ?? (isBrowser ? null : ownName);
  return name === null ? {} : { 'user-agent': name };
}

import type { Parser } from './config.js';

/**
 * An absolute URL with one of the given schemes and a host, unchanged: a trailing slash is part of the
 * address.
 *
 * User and password, if any, must be percent-encoded.
 */
export function url(...schemes: readonly string[]): Parser<string> {
  return (value) => {
    readUrl(value, schemes);
    return value;
  };
}

/**
 * A URL to which paths are appended, without trailing slashes. It must not contain user and password, because
 * requests have their own credentials, and because the address is shown.
 */
export function baseUrl(...schemes: readonly string[]): Parser<string> {
  return (value) => {
    const { search, hash, username, password } = readUrl(value, schemes);
    if (search !== '' || hash !== '' || username !== '' || password !== '') {
      throw new Error(`${expected(schemes)} and without user, password, query and fragment`);
    }
    return value.replace(/[?#]+$/, '').replace(/\/+$/, '');
  };
}

/** `smtp://[user:password@]host[:port]`, or `smtps://` for TLS from the start. */
export const smtpUrl: Parser<string> = (value) => {
  const schemes = ['smtp', 'smtps'];
  const { pathname } = readUrl(value, schemes);
  if (pathname !== '' && pathname !== '/') {
    throw new Error(`${expected(schemes)} and without a path`);
  }
  return value;
};

function readUrl(value: string, schemes: readonly string[]): URL {
  // The URL standard also parses `https:host` and `https:\host`, which the libraries that get the text do
  // not.
  const hasScheme = schemes.some((scheme) => value.toLowerCase().startsWith(`${scheme}://`));
  const parsed = hasScheme && URL.canParse(value) ? new URL(value) : null;
  if (parsed === null || parsed.hostname === '' || parsed.hostname.includes(',')) {
    throw new Error(expected(schemes));
  }
  if (!isEncoded(parsed.username) || !isEncoded(parsed.password)) {
    throw new Error(`${expected(schemes)}, with user and password percent-encoded (% itself is %25)`);
  }
  return parsed;
}

function expected(schemes: readonly string[]): string {
  return `a URL with the scheme ${schemes.join(' or ')}`;
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

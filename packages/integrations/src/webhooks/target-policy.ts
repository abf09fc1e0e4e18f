import { isIP } from 'node:net';

import type { TargetPolicy } from '@leadbridge/usecases';

import type { AddressGuard } from './address-guard.js';

/** Names of the machine or its network, whatever a resolver returns today. */
const localNames = /(^|\.)(localhost|ip6-localhost|ip6-loopback|local|internal|localdomain|home\.arpa)$/;

/**
 * Parsed as a URL, but with a host that another parser would read differently: `https:///x`, `https://a\\@b`.
 */
const ambiguous = /[\s\\\p{Cc}]|^[a-z]+:(?!\/\/[^/])/iu;

const loopback = ['127.0.0.1', '::1'];

/** The host of a URL without the brackets of IPv6 and the trailing dot of the root. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

/**
 * Checks of a webhook's address before any connection (decisions: "Target address"). The addresses of a name
 * are checked at every connection, because they may change.
 */
export function createTargetPolicy(settings: { guard: AddressGuard; allowHttp: boolean }): TargetPolicy {
  const { guard, allowHttp } = settings;
  // Allowing this machine's own addresses includes its names.
  const allowsLocalNames = loopback.some((address) => guard.permits(address));

  return {
    fault(text) {
      if (!URL.canParse(text)) {
        return 'must be an absolute URL';
      }
      const url = new URL(text);
      if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:')) {
        return allowHttp ? 'must begin with https:// or http://' : 'must begin with https://';
      }
      if (url.username !== '' || url.password !== '') {
        return 'must not hold a user name or password';
      }
      if (ambiguous.test(text)) {
        return 'must be an absolute URL, without spaces and backslashes';
      }
      if (url.port === '0') {
        return 'must not name the port 0';
      }
      const host = hostOf(url);
      if (isIP(host) !== 0) {
        return guard.permits(host) ? null : 'must not be a private, loopback, link-local or metadata address';
      }
      return localNames.test(host) && !allowsLocalNames ? 'must not name this machine or its network' : null;
    },
  };
}

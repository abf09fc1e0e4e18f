import { isIP } from 'node:net';

import type { TargetPolicy } from '@leadbridge/usecases';

import type { AddressGuard } from './address-guard.js';

/** Names that lead back to the machine or its neighbours, whatever a resolver says today. */
const localNames = /(^|\.)(localhost|ip6-localhost|ip6-loopback|local|internal|localdomain|home\.arpa)$/;

/** What is read as a URL all the same, with a host that another reader would find somewhere else: `https:///x`, `https://a\\@b`. */
const ambiguous = /[\s\\\p{Cc}]|^[a-z]+:(?!\/\/[^/])/iu;

const loopback = ['127.0.0.1', '::1'];

/** The host of a URL without the brackets of IPv6 and the dot of a name's root. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

/**
 * What can be said of a webhook's address before it is connected to (decisions: "Target address"). Where a name leads is checked at
 * every connection, as it may lead elsewhere by then.
 */
export function createTargetPolicy(settings: { guard: AddressGuard; allowHttp: boolean }): TargetPolicy {
  const { guard, allowHttp } = settings;
  // Who allows this machine's own addresses means its names too.
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

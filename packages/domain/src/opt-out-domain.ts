import { cleanEmail, emailForm } from './cleansing/email.js';
import { isMailProvider, registrableDomain } from './shared-domains.js';
import { suppressionKeyText, type SuppressionKey } from './suppression-key.js';

export type ReadDomain =
  | { readonly ok: true; readonly domain: string }
  | { readonly ok: false; readonly message: string };

/** What may surround a domain: of an address of a website, or of a pattern such as `*.acme.com`. */
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//u;
const BEHIND_HOST = /(?::\d+)?(?:[/?#].*)?$/su;
const IN_FRONT = /^(?:@|\*\.)+/u;
const WWW = 'www.';
/** The longest name of a host (RFC 1035), with room for the path of a website. */
const MAX_WRITTEN = 2_000;

/**
 * The domain whose addresses an opt-out covers, in the form that it has in email keys.
 *
 * @returns the reason if it is no domain, or one under which strangers have their addresses
 */
export function readOptOutDomain(written: string): ReadDomain {
  const host = written
    .slice(0, MAX_WRITTEN)
    .trim()
    .toLowerCase()
    .replace(SCHEME, '')
    .replace(BEHIND_HOST, '')
    .replace(IN_FRONT, '')
    .replace(/\.$/u, '');
  if (host.includes('@')) {
    return { ok: false, message: 'This is an address and no domain; send it as an email' };
  }
  // The reader of addresses decides on their domains too, so that both are written the same.
  const address = cleanEmail(`x@${host}`);
  const domain = address === null ? '' : emailForm(address).slice('x@'.length).replace(/^\./u, '');
  const registrable = domain === '' ? null : registrableDomain(domain);
  if (registrable === null || written.length > MAX_WRITTEN) {
    return { ok: false, message: 'This is no domain that somebody has registered, such as acme.com' };
  }
  if (isMailProvider(registrable)) {
    return {
      ok: false,
      message: `${registrable.domain} is a mail provider: its addresses belong to many people. List their emails`,
    };
  }
  const bare = domain.startsWith(WWW) ? domain.slice(WWW.length) : domain;
  return { ok: true, domain: registrableDomain(bare) === null ? domain : bare };
}

export function domainKey(domain: string): SuppressionKey {
  return { kind: 'domain', value: domain };
}

/** The domain of an email key and all above it, the most specific first; empty for another key. */
export function domainKeysOf({ kind, value }: SuppressionKey): readonly SuppressionKey[] {
  if (kind !== 'email') return [];
  const labels = value.slice(value.lastIndexOf('@') + 1).split('.');
  // A domain without a dot is never listed.
  return labels.slice(0, -1).map((_label, index) => domainKey(labels.slice(index).join('.')));
}

/** The texts of keys, and of the domains of the emails among them. */
export function withDomainTexts(keys: readonly SuppressionKey[]): string[] {
  return [...new Set([...keys, ...keys.flatMap(domainKeysOf)].map(suppressionKeyText))];
}

import { lookup as systemLookup, Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';

import type { AddressGuard } from './address-guard.js';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** All addresses of a host name; throws the system's error if there is none. */
export type ResolveName = (hostname: string) => Promise<readonly ResolvedAddress[]>;

/** The error code for a name without any permitted address. */
export const refusedAddressCode = 'ERR_ADDRESS_REFUSED';

class RefusedAddressError extends Error {
  readonly code = refusedAddressCode;

  constructor() {
    super('The host name resolves to no permitted address');
  }
}

/**
 * A DNS look-up for connections: it returns only addresses that the guard permits, and the connection uses
 * one of them. A name can therefore not resolve to a public address for a check and to a private one for the
 * connection.
 */
export function createGuardedLookup(guard: AddressGuard, resolve: ResolveName = resolveName): LookupFunction {
  return (hostname, options, callback) => {
    const respond = async (): Promise<void> => {
      const resolved = await resolve(hostname);
      const family = familyOf(options.family);
      const permitted = resolved.filter(
        ({ address, family: own }) => (family === 0 || own === family) && guard.permits(address),
      );
      const [first] = permitted;
      if (first === undefined) {
        throw new RefusedAddressError();
      }
      if (options.all === true) {
        callback(null, [...permitted]);
      } else {
        callback(null, first.address, first.family);
      }
    };
    respond().catch((error: unknown) => {
      callback(error instanceof Error ? error : new Error('The host name could not be resolved'), []);
    });
  };
}

function familyOf(family: string | number | undefined): number {
  return family === 'IPv4' ? 4 : family === 'IPv6' ? 6 : Number(family ?? 0);
}

/** Names that are not looked up in DNS (RFC 6761). */
const machineItself = /(^|\.)localhost$/;

const resolver = new Resolver({ timeout: 2_000, tries: 2 });
/** DNS does not know the name, or is unavailable; the machine's own tables may know it. */
const unknownToDns = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']);

/**
 * Queries DNS directly, and the system only as a fallback: the system's look-up occupies one of four threads
 * while it runs, so a few targets with slow name servers would block all others.
 */
async function resolveName(hostname: string): Promise<readonly ResolvedAddress[]> {
  if (machineItself.test(hostname)) {
    return await systemLookup(hostname, { all: true });
  }
  const responses = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const found = responses.flatMap((response, index) =>
    response.status === 'fulfilled'
      ? response.value.map((address) => ({ address, family: index === 0 ? 4 : 6 }))
      : [],
  );
  if (found.length > 0) {
    return found;
  }
  const faults = responses.flatMap((response) =>
    response.status === 'rejected' ? [response.reason as Error] : [],
  );
  const serious = faults.find((fault) => !('code' in fault && unknownToDns.has(String(fault.code))));
  if (serious !== undefined) {
    throw serious;
  }
  return await systemLookup(hostname, { all: true });
}

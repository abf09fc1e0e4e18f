import ipaddr from 'ipaddr.js';

/** Decides which addresses the service may connect to for a registered webhook. */
export interface AddressGuard {
  /** Also false for anything but an address in digits. */
  permits(address: string): boolean;
}

/** In the public range, but inside one cloud it leads to the machine's own metadata. */
const metadataAddresses = ['168.63.129.16'];

/** All routable IPv6 addresses. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
/** Contains an IPv4 address (RFC 6052); behind NAT64, every public target looks like this. */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Permits public unicast addresses, and those of `allowed` (each an address or a CIDR range). An address that
 * contains another is judged by the inner one (IPv4-mapped, NAT64); tunnels with an unknown other end (6to4,
 * Teredo) are refused.
 *
 * @throws Error for an entry of `allowed` that is neither
 */
export function createAddressGuard(allowed: readonly string[]): AddressGuard {
  const ranges = allowed.map(readRange);
  return {
    permits(text) {
      const address = readAddress(text);
      return address !== null && (ranges.some((range) => contains(range, address)) || isPublic(address));
    },
  };
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

/** Only four numbers or colons: no other notation that some resolver accepts as an address. */
function readAddress(text: string): Address | null {
  const isPlain = ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
  return isPlain ? unwrap(ipaddr.process(text)) : null;
}

function unwrap(address: Address): Address {
  return address instanceof ipaddr.IPv6 && address.match(nat64)
    ? ipaddr.fromByteArray(address.toByteArray().slice(-4))
    : address;
}

function readRange(text: string): Range {
  if (text.includes('/')) {
    return ipaddr.parseCIDR(text);
  }
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

function contains([network, bits]: Range, address: Address): boolean {
  return network.kind() === address.kind() && address.match(network, bits);
}

function isPublic(address: Address): boolean {
  if (address instanceof ipaddr.IPv6 && !address.match(globalUnicast)) {
    return false;
  }
  return address.range() === 'unicast' && !metadataAddresses.includes(address.toString());
}

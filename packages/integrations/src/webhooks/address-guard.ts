import ipaddr from 'ipaddr.js';

/** Decides to which addresses the service may connect on behalf of whoever registered a webhook. */
export interface AddressGuard {
  /** False for what is no address in digits, too. */
  permits(address: string): boolean;
}

/** A public address by its range, which inside one cloud leads to the machine's own metadata. */
const metadataAddresses = ['168.63.129.16'];

/** IPv6 that is routed at all lies in here. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
/** Carries an IPv4 address in its last 32 bits (RFC 6052); where only a NAT64 leads out, every public target looks like this. */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Public unicast addresses, and those of `allowed` (an address or a CIDR range each). An address inside an address is judged by the inner one
 * (IPv4-mapped, NAT64); tunnels whose other end nobody knows (6to4, Teredo) are refused.
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

/** Four numbers or colons alone: no other notation that some resolver takes for an address. */
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

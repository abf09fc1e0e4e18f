import { isIPv6 } from 'node:net';

const groups = 8;

/** The first 64 bits: the smallest network that a customer gets. */
const networkGroups = 4;

/**
 * Whose requests are counted together: those of a credential, or of an address. For IPv6 the network, because
 * the owner of one address has 2^64 of them, and could use a new one for each request.
 *
 * @param subject a credential's id, or an address
 */
export function limitSubject(subject: string): string {
  if (!isIPv6(subject)) {
    return subject;
  }
  // The last 32 bits may be written like IPv4; they do not matter here.
  const [head = '', tail] = subject.replace(/[\d.]+\.\d+$/, '0:0').split('::');
  const [first, last] = [partsOf(head), partsOf(tail ?? '')];
  const zeros = Array.from({ length: groups - first.length - last.length }, () => '0');
  const network = [...first, ...zeros, ...last].slice(0, networkGroups);
  return `${network.map((part) => Number.parseInt(part, 16).toString(16)).join(':')}::/64`;
}

function partsOf(text: string): string[] {
  return text.split(':').filter((part) => part !== '');
}

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { createAddressGuard } from './address-guard.js';

const guard = createAddressGuard([]);

describe('the address guard', () => {
  it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '2606:4700:4700::1111', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8'])(
    'permits the public address %s',
    (address) => {
      expect(guard.permits(address)).toBe(true);
    },
  );

  it.each([
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['loopback', '::1'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['unique local', 'fd00::1'],
    ['deprecated site-local', 'fec0::1'],
    ['link-local', '169.254.1.1'],
    ['link-local', 'fe80::1'],
    ['metadata', '169.254.169.254'],
    ['metadata', 'fd00:ec2::254'],
    ['metadata', '100.100.100.200'],
    ['metadata', '168.63.129.16'],
    ['metadata', '192.0.0.192'],
    ['unspecified', '0.0.0.0'],
    ['unspecified', '::'],
    ['this network', '0.1.2.3'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['benchmarking', '198.18.0.1'],
    ['documentation', '203.0.113.9'],
    ['documentation', '2001:db8::1'],
    ['multicast', '224.0.0.1'],
    ['multicast', 'ff02::1'],
    ['broadcast', '255.255.255.255'],
    ['reserved', '240.0.0.1'],
    ['IPv4-mapped loopback', '::ffff:127.0.0.1'],
    ['IPv4-mapped loopback', '::ffff:7f00:1'],
    ['IPv4-mapped metadata', '::ffff:a9fe:a9fe'],
    ['IPv4-compatible loopback', '::127.0.0.1'],
    ['IPv4-translated loopback', '::ffff:0:127.0.0.1'],
    ['NAT64 loopback', '64:ff9b::7f00:1'],
    ['NAT64 private', '64:ff9b::10.0.0.1'],
    ['local NAT64', '64:ff9b:1::8.8.8.8'],
    ['6to4', '2002:7f00:1::'],
    ['6to4', '2002:808:808::'],
    ['Teredo', '2001:0:7f00:1::'],
    ['not in use', '4000::1'],
    ['discard', '100::1'],
  ])('refuses a %s address: %s', (_, address) => {
    expect(guard.permits(address)).toBe(false);
  });

  it.each([
    '',
    'localhost',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '8.8.8.8.',
    ' 8.8.8.8',
    '[::1]',
  ])('refuses what is not a plain address in digits: %p', (text) => {
    expect(guard.permits(text)).toBe(false);
  });

  it('refuses every private IPv4 address in any notation', () => {
    const octet = fc.integer({ min: 0, max: 255 });
    const privateAddress = fc.oneof(
      fc.tuple(fc.constantFrom('10', '127', '0'), octet, octet, octet).map((parts) => parts.join('.')),
      fc.tuple(fc.constantFrom('192.168', '169.254'), octet, octet).map((parts) => parts.join('.')),
      fc
        .tuple(fc.constant('172'), fc.integer({ min: 16, max: 31 }), octet, octet)
        .map((parts) => parts.join('.')),
    );
    fc.assert(
      fc.property(
        privateAddress,
        fc.constantFrom('', '::ffff:', '64:ff9b::', '::', '::ffff:0:'),
        (address, wrap) => {
          expect(guard.permits(`${wrap}${address}`)).toBe(false);
        },
      ),
    );
  });

  it('permits what the configuration allows, and nothing else', () => {
    const opened = createAddressGuard(['127.0.0.0/8', 'fd12::/16', '10.1.2.3']);
    expect(
      ['127.0.0.1', '127.9.9.9', '::ffff:127.0.0.1', 'fd12::1', '10.1.2.3', '8.8.8.8'].every(opened.permits),
    ).toBe(true);
    expect(['10.1.2.4', '128.0.0.0/8', '::1', 'fd13::1', '192.168.0.1'].some(opened.permits)).toBe(false);
  });

  it('rejects an invalid address at creation', () => {
    expect(() => createAddressGuard(['everything'])).toThrow();
    expect(() => createAddressGuard(['127.0.0.1/99'])).toThrow();
  });
});

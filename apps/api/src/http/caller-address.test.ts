import type { Socket } from 'node:net';

import { describe, expect, it } from '@jest/globals';

import { callerAddress } from './caller-address.js';

describe('callerAddress', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['2001:db8::7', '2001:db8::7'],
    ['[2001:db8::7]:51234', '2001:db8::7'],
    ['fe80::7%eth0', 'fe80::7'],
    [undefined, '192.0.2.1'],
    ['', '192.0.2.1'],
    ['unknown', '192.0.2.1'],
    ['203.0.113.7, 203.0.113.8', '192.0.2.1'],
    ['<script>', '192.0.2.1'],
    ['999.0.113.7', '192.0.2.1'],
  ])('reads %p as %p', (ip, expected) => {
    const socket = { remoteAddress: '::ffff:192.0.2.1' } as Socket;
    expect(callerAddress({ ip, socket })).toBe(expected);
  });

  it('returns a placeholder if nothing is known because the connection is gone', () => {
    expect(callerAddress({ ip: undefined, socket: {} as Socket })).toBe('unknown');
  });
});

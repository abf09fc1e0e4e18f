import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { addressRange, base64Bytes, flag, integer, list, offOr, oneOf, seconds } from './config-parsers.js';

describe('a whole number', () => {
  const percent = integer(-10, 100);

  it.each([
    ['0', 0],
    ['100', 100],
    ['-10', -10],
    ['007', 7],
  ])('is read from %s', (text, value) => {
    expect(percent(text)).toBe(value);
  });

  it.each(['101', '-11', '1.0', '1e1', '+1', ' 1', '0x1', '', 'ten', '１'])('is not "%s"', (text) => {
    expect(() => percent(text)).toThrow('a whole number from -10 to 100');
  });

  it('has at most 15 digits, so that it is exact', () => {
    const large = integer(0, Number.MAX_SAFE_INTEGER);
    expect(large('9'.repeat(15))).toBe(999_999_999_999_999);
    expect(() => large('9'.repeat(16))).toThrow();
  });
});

describe('a number of seconds', () => {
  const wait = seconds(0.1, 60);

  it.each([
    ['0.1', 0.1],
    ['60', 60],
    ['1.5', 1.5],
    ['0.100000', 0.1],
  ])('is read from %s', (text, value) => {
    expect(wait(text)).toBe(value);
  });

  it.each(['0', '0.09', '60.1', '-1', '1.', '.5', '1,5', '1e1', '0.1000001', '1s', ''])(
    'is not "%s"',
    (text) => {
      expect(() => wait(text)).toThrow('seconds from 0.1 to 60');
    },
  );
});

describe('a flag', () => {
  it.each(['true', 'TRUE', '1', 'yes', 'On'])('is on for "%s"', (text) => {
    expect(flag(text)).toBe(true);
  });

  it.each(['false', 'False', '0', 'no', 'OFF'])('is off for "%s"', (text) => {
    expect(flag(text)).toBe(false);
  });

  it.each(['', 'y', 'enabled', 'truefalse', '2', 'true\nfalse'])('is not "%s"', (text) => {
    expect(() => flag(text)).toThrow('true or false');
  });
});

describe('a choice', () => {
  it('is one of the named texts, in the same case', () => {
    const format = oneOf('text', 'json');
    expect(format('json')).toBe('json');
    for (const text of ['JSON', 'jso', '', 'constructor']) {
      expect(() => format(text)).toThrow('one of text, json');
    }
  });
});

describe('a value that can be switched off', () => {
  const days = offOr(integer(0, 30));

  it.each(['off', 'OFF', 'false', '0'])('is null for "%s"', (text) => {
    expect(days(text)).toBeNull();
  });

  it('is read as usual otherwise, with the usual error', () => {
    expect(days('30')).toBe(30);
    expect(days('00')).toBe(0);
    expect(() => days('no')).toThrow('a whole number from 0 to 30');
  });
});

describe('a list', () => {
  it.each([
    ['1,2,3', [1, 2, 3]],
    [' 1 , 2 ', [1, 2]],
    ['1,,2,', [1, 2]],
    ['1,1', [1, 1]],
    ['', []],
    [',', []],
  ])('is read from "%s"', (text, values) => {
    expect(list(integer(0, 9))(text)).toEqual(values);
  });

  it('is refused with the error of its first wrong item', () => {
    expect(() => list(integer(0, 9))('1,10')).toThrow('a whole number from 0 to 9');
  });
});

describe('bytes in base64', () => {
  it('are read with and without padding', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const text = Buffer.from(bytes).toString('base64');
        expect(base64Bytes(32)(text)).toEqual(Buffer.from(bytes));
        expect(base64Bytes(32)(text.replace(/=+$/, ''))).toEqual(Buffer.from(bytes));
      }),
    );
  });

  it.each([
    ['31 bytes', Buffer.alloc(31).toString('base64')],
    ['33 bytes', Buffer.alloc(33).toString('base64')],
    ['base64url', Buffer.alloc(32, 0xff).toString('base64url')],
    ['hexadecimal of 32 bytes', 'ab'.repeat(32)],
    ['a blank among the digits', `${'A'.repeat(20)} ${'A'.repeat(23)}`],
    ['bits behind the last byte', `${'A'.repeat(42)}B`],
    ['nothing', ''],
  ])('are not %s', (_case, text) => {
    expect(() => base64Bytes(32)(text)).toThrow('32 bytes in base64');
  });
});

describe('an address or a range of addresses', () => {
  it.each(['10.0.0.1', '10.0.0.0/8', '0.0.0.0/0', '10.0.0.1/32', '::1', 'fd00::/8', '::ffff:10.0.0.1/128'])(
    'may be %s',
    (text) => {
      expect(addressRange(text)).toBe(text);
    },
  );

  it.each([
    'localhost',
    '10.0.0',
    '010.0.0.1',
    '10.0.0.0/33',
    '::/129',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '10.0.0.0/255.0.0.0',
    '[::1]',
    '',
  ])('may not be "%s"', (text) => {
    expect(() => addressRange(text)).toThrow('IP addresses or ranges such as 10.0.0.0/8');
  });
});

import { describe, expect, it } from '@jest/globals';

import { encoding, mapping, separator, wholeNumber } from './read-options.js';

it('an encoding is known by its usual names', () => {
  expect(encoding('UTF-8')).toBe('utf-8');
  expect(() => encoding('ebcdic')).toThrow(/Expected one of utf-8/);
});

describe('a separator', () => {
  it.each([
    [';', ';'],
    ['tab', '\t'],
    ['\\t', '\t'],
    ['\t', '\t'],
    ['|', '|'],
  ])('%j is %j', (text, sign) => {
    expect(separator(text)).toBe(sign);
  });

  it.each(['', ';;', '"', '\n', '\r', 'comma'])('cannot be %j', (text) => {
    expect(() => separator(text)).toThrow('Expected one character, such as ; or tab.');
  });
});

describe('a mapping', () => {
  it('adds a column to those before it', () => {
    const first = mapping('Firm=company');
    expect([...mapping(' Work mail =email', first)]).toEqual([
      ['Firm', 'company'],
      ['Work mail', 'email'],
    ]);
    expect(first.size).toBe(1);
  });

  it('may name a column with an equals sign', () => {
    expect([...mapping('a=b=company')]).toEqual([['a=b', 'company']]);
  });

  it.each(['Firm', 'Firm=', '=company', 'Firm=nothing', 'Firm=constructor'])('cannot be %j', (text) => {
    expect(() => mapping(text)).toThrow(/such as Firm=company. Fields: .*email/);
  });
});

describe('a whole number', () => {
  const days = wholeNumber(1, 90);

  it.each([
    ['1', 1],
    ['90', 90],
    ['007', 7],
  ])('%j is %d', (text, number) => {
    expect(days(text)).toBe(number);
  });

  it.each(['0', '91', '-1', '1.5', '1e1', '', ' 5', '0x5', '٣', '9999999999'])('cannot be %j', (text) => {
    expect(() => days(text)).toThrow('Expected a whole number from 1 to 90.');
  });
});

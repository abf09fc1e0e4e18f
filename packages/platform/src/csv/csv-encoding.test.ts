import { describe, expect, it } from '@jest/globals';

import { csvEncodingOf, csvEncodings } from './csv-encoding.js';

describe('the encoding that a name means', () => {
  it.each(csvEncodings)('is %s for its own name', (name) => {
    expect(csvEncodingOf(name)).toBe(name);
  });

  it.each([
    ['UTF-8', 'utf-8'],
    ['utf8', 'utf-8'],
    ['US-ASCII', 'utf-8'],
    ['UTF-16', 'utf-16le'],
    ['UTF16BE', 'utf-16be'],
    ['cp1252', 'windows-1252'],
    ['ISO-8859-1', 'windows-1252'],
    [' Latin1 ', 'windows-1252'],
  ])('is, for %j, %s', (name, encoding) => {
    expect(csvEncodingOf(name)).toBe(encoding);
  });

  it.each([
    '',
    'utf-32',
    'iso-8859-15',
    'shift_jis',
    'utf',
    'constructor',
    '__proto__',
    'toString',
    'valueOf',
  ])('is null for "%s"', (name) => {
    expect(csvEncodingOf(name)).toBeNull();
  });
});

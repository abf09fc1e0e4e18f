import { domainToASCII } from 'node:url';

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { decodeLabel } from './punycode.js';

describe('a label of a host name', () => {
  it.each([
    ['xn--mller-kva', 'müller'],
    ['xn--bcher-kva', 'bücher'],
    ['xn--fsqu00a', '例子'],
    ['xn--0zwm56d', '测试'],
    ['xn--h1ahn', 'мир'],
    ['xn--i-7iq', 'i❤'],
  ])('%s is %s', (encoded, label) => {
    expect(decodeLabel(encoded)).toBe(label);
  });

  it.each(['example', 'xn--', 'xn--abc-', 'xn--!', 'xn--99999999', 'xn--zzzzzzzzzzzzzzzzzzzz', ''])(
    '%s stays as it is',
    (label) => {
      expect(decodeLabel(label)).toBe(label);
    },
  );

  it('law: what the platform encodes is decoded to the original', () => {
    const letters = fc.string({
      unit: fc.constantFrom(...'abcxyz019', 'ä', 'é', 'ж', 'я', '例', '子', 'ا', 'ह', '한'),
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(letters, (label) => {
        const [encoded = ''] = domainToASCII(`${label}.example`).split('.');
        fc.pre(encoded !== '');
        expect(decodeLabel(encoded)).toBe(label.normalize('NFC'));
      }),
    );
  });

  it('law: no text makes it throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(typeof decodeLabel(`xn--${text}`)).toBe('string');
      }),
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { besideNumber, writtenNumbers } from './phone-text.js';
import { cleanPhone, phoneDigits, readPhone } from './phone.js';
import { assigned } from './renumbered.js';

const number = '+1 415-555-0132';

describe('what a text contains beside its number', () => {
  it.each([
    [`${number} ext. 12`, 'extension', 'ext. 12'],
    [`${number} x12`, 'extension', 'x12'],
    [`${number} ext.5 (mobile)`, 'extension', 'ext.5 (mobile)'],
    [`${number},,12`, 'extension', '12'],
    [`${number} - 12`, 'extension', '12'],
    [`Ext. 5, ${number}`, 'extension', 'Ext. 5'],
    [`${number} [7]`, 'extension', '[7]'],
    [`${number} press 1`, 'extension', 'press 1'],
    [`${number} Durchwahl 12`, 'extension', 'Durchwahl 12'],
    [`${number} poste 3`, 'extension', 'poste 3'],
    [`${number} extensión 4`, 'extension', 'extensión 4'],
    [`${number} interno 9`, 'extension', 'interno 9'],
    [`${number} toestel 7`, 'extension', 'toestel 7'],
    [`${number} ramal 44`, 'extension', 'ramal 44'],
    [`${number} доб. 5`, 'extension', 'доб. 5'],
    [`${number} wewn. 8`, 'extension', 'wewn. 8'],
    [`${number} (2nd floor)`, 'remark', '(2nd floor)'],
    [`${number} nur vormittags`, 'remark', 'nur vormittags'],
    [`${number} (appeler après 18h)`, 'remark', '(appeler après 18h)'],
    [`Reception: ${number}`, 'remark', 'Reception'],
    [`(call before noon) ${number}`, 'remark', '(call before noon)'],
    [`${number}; 415 555 0133`, 'number', '415 555 0133'],
    [`${number} or 415-555-0133`, 'number', 'or 415-555-0133'],
    [`${number} x12; 415 555 0133`, 'number', 'x12 415 555 0133'],
  ])('of %j is a(n) %s: %s', (written, kind, text) => {
    expect(readPhone(written, 'US')).toEqual({ number: '+14155550132', leftOut: { kind, text } });
  });

  it.each([
    number,
    `Tel.: ${number}`,
    `Phone 2: ${number}`,
    `Mobil: ${number}`,
    `${number} (mobile)`,
    `${number} ext.`,
    `${number};`,
    `(home) ${number}`,
    'https://wa.me/14155550132',
    'skype:+14155550132?call',
    `${number}<br/>`,
  ])('is nothing that would be lost: %j', (written) => {
    const isNumbered = written.includes('2:');
    expect(readPhone(written, 'US')).toEqual({
      number: '+14155550132',
      leftOut: isNumbered ? { kind: 'remark', text: 'Phone 2' } : null,
    });
  });
});

describe('several numbers in one text', () => {
  const separators = [' / ', '/', ' or ', ' oder ', ' ou ', ' и ', ' & ', '\n', '\r\n', ':::', ' ::: '];
  const more = ['; ', ';', ', ', ',', ' | ', '<br>', ' - ', '\\', '\t', ' '];
  const countries: readonly (readonly [country: string, form: (local: string) => string])[] = [
    ['US', (local) => `415-${local.slice(0, 3)}-${local.slice(3)}`],
    ['US', (local) => `+1 415 ${local.slice(0, 3)} ${local.slice(3)}`],
    ['US', (local) => `(415) ${local.slice(0, 3)}-${local.slice(3)}`],
    ['DE', (local) => `030 ${local}`],
    ['DE', (local) => `+49 30 ${local}`],
    ['FR', (local) => `01 4${local.slice(0, 1)} ${local.slice(1, 3)} ${local.slice(3, 5)} ${local.slice(5)}`],
  ];

  it('gives the first, and names the others', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...countries),
        fc.constantFrom(...separators, ...more),
        fc.integer({ min: 2_345_671, max: 5_999_999 }),
        fc.integer({ min: 2_345_671, max: 5_999_999 }),
        ([country, form], separator, one, other) => {
          const [first, second] = [form(String(one)), form(String(other))];
          const alone = readPhone(first, country);
          expect(alone?.leftOut).toBeNull();
          const both = readPhone(`${first}${separator}${second}`, country);
          expect(both).toMatchObject({ number: alone?.number, leftOut: { kind: 'number' } });
          expect(both?.leftOut?.text).toContain(second);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['DE', '901820 / 901821', '+49901820'],
    ['DE', '0049 5251 / 901820 / 0049 5251 / 901821', '+495251901820'],
    ['US', '415-555-0132/33', '+14155550132'],
    ['DE', '+49 30 901820/21', '+4930901820'],
    ['DE', '+49 30 901820-0 / -12', '+49309018200'],
    ['CH', '+41 44 123 45 67 / 68', '+41441234567'],
    ['US', '<a href="tel:+14155550132">415-555-0132</a>', '+14155550132'],
    ['US', '415-555-0132, 415-555-0133, 415-555-0134', '+14155550132'],
    ['US', '020 7946 0018, 415-555-0132', '+14155550132'],
    ['US', '+14155550132+14155550133', '+14155550132'],
  ])('of %s: %s', (country, written, expected) => {
    const read = readPhone(written, country);
    expect(read?.number).toBe(expected);
    expect(read?.leftOut).not.toBeNull();
  });

  it.each([
    ['DE', '+49 30 / 901820', '+4930901820'],
    ['DE', '+49 35206 / 12345', '+493520612345'],
    ['DE', '035206 / 123456', '+4935206123456'],
    ['DE', '+49 30 901820 - 0', '+49309018200'],
    ['FR', '01/23/45/67/89', '+33123456789'],
    ['FR', '+33 / 1 / 23 / 45 / 67 / 89', '+33123456789'],
  ])('is not meant by the signs of one number: %s %s', (country, written, expected) => {
    expect(readPhone(written, country)).toEqual({ number: expected, leftOut: null });
  });

  it.each(['4.91512E+12', '4,91512E+12', '4E+11', '1,234,567'])('is not found in %s', (written) => {
    for (const country of ['US', 'DE', 'GB']) expect(readPhone(written, country)).toBeNull();
  });
});

describe('a number in the spelling of an earlier numbering plan', () => {
  const digits = (length: number): fc.Arbitrary<string> =>
    fc.stringMatching(new RegExp(`^[2-9]\\d{${length - 1}}$`, 'u'));
  const spellings: readonly (readonly [string, 'MX' | 'BR' | 'AR', fc.Arbitrary<readonly string[]>])[] = [
    [
      'Mexico, 1, 044 and 045 before mobile numbers',
      'MX',
      digits(8).map((local) => [
        `+52 55 ${local}`,
        `+52 1 55 ${local}`,
        `+521 55${local}`,
        `0052 1 55 ${local}`,
        `044 55 ${local}`,
        `045 55 ${local}`,
        `01 55 ${local}`,
        `55 ${local}`,
        `52 1 55 ${local}`,
      ]),
    ],
    [
      'Brazil, mobile numbers without the ninth digit',
      'BR',
      fc
        .stringMatching(/^[89]\d{7}$/u)
        .map((local) => [
          `+55 21 9${local}`,
          `+55 21 ${local}`,
          `+55 (0) 21 ${local}`,
          `0055 21 ${local}`,
          `021 ${local}`,
          `(21) ${local}`,
          `0 41 21 ${local}`,
          `(21) 9${local}`,
          `55 21 ${local}`,
        ]),
    ],
    [
      'Argentina, 9 before and 15 behind the area',
      'AR',
      digits(8).map((local) => [
        `+54 9 11 ${local}`,
        `+54 11 15 ${local}`,
        `+54 9 11 15 ${local}`,
        `+54 (0) 11 15 ${local}`,
        `0054 9 11 15 ${local}`,
        `011 15 ${local}`,
        `9 11 15 ${local}`,
      ]),
    ],
  ];

  it.each(spellings)('is the same number and gives the same key: %s', (_what, country, written) => {
    fc.assert(
      fc.property(written, ([now = '', ...before]) => {
        const current = assigned(now);
        fc.pre(current !== null);
        for (const spelling of before) {
          expect([spelling, cleanPhone(spelling, 'US', country)]).toEqual([spelling, current]);
          expect([spelling, cleanPhone(spelling, country)]).toEqual([spelling, current]);
          if (/^\+/u.test(spelling)) expect(`+${phoneDigits(spelling)}`).toBe(current);
        }
      }),
    );
  });

  it.each([
    ['+55 11 3456 7890', '+551134567890'],
    ['+52 55 1234 5678', '+525512345678'],
    ['+54 11 2345 6789', '+541123456789'],
    ['+1 521 555 0132', '+15215550132'],
  ])('is not guessed for a number that is assigned as it is: %s', (written, expected) => {
    expect(cleanPhone(written, 'US')).toBe(expected);
  });
});

describe('a number in the usual groups', () => {
  const group = fc.oneof(fc.stringMatching(/^\d{1,5}$/), fc.stringMatching(/^\d{7}$/));
  const sign = fc.constantFrom(...['', ' ', '.', '-', ') ', ' (', '(', '  ', ' - ', '/', ' / ', ',', '+']);
  const text = fc
    .tuple(
      fc.constantFrom('', '+', '(', '+(', '00', ' '),
      fc.array(fc.tuple(group, sign), { minLength: 1, maxLength: 6 }),
    )
    .map(([begin, groups]) => begin + groups.flat().join(''));

  // An invisible character sends a text the long way.
  it('is read as with everything else that may stand in its text', () => {
    const read = (given: string): unknown =>
      writtenNumbers(given).map((written) => ({ number: written.number, beside: besideNumber(written) }));
    fc.assert(
      fc.property(text, (given) => {
        expect(read(given)).toEqual(read(`${given}\u200b`));
      }),
      { numRuns: 5_000 },
    );
  });
});

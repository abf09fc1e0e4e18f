import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cleanPhone, phoneDigits, readPhone } from './phone.js';

describe('specification, "Data cleansing": "non-digit characters other than + are removed, then the number is formatted to E.164"', () => {
  it.each([
    ['+14155550132', '+14155550132'],
    ['+1 (415) 555-0132', '+14155550132'],
    ['+1.415.555.0132', '+14155550132'],
    ['tel:+1-415-555-0132', '+14155550132'],
    ['(+1) 415 555 0132', '+14155550132'],
    [' +44 20 7946 0018 ', '+442079460018'],
    ['+44 (0)20 7946 0018', '+442079460018'],
    ['+49 30 / 901820', '+4930901820'],
    ['+81 3-1234-5678', '+81312345678'],
    ['+39 06 1234 5678', '+390612345678'],
    ['＋１４１５５５５０１３２', '+14155550132'],
  ])('reads %s', (written, expected) => {
    expect(cleanPhone(written, 'US')).toBe(expected);
  });
});

describe('specification, "Data cleansing": "E.164 with a default country"', () => {
  it.each([
    ['US', '(415) 555-0132', '+14155550132'],
    ['US', '1-415-555-0132', '+14155550132'],
    ['us', '4155550132', '+14155550132'],
    ['GB', '020 7946 0018', '+442079460018'],
    ['DE', '030 901820', '+4930901820'],
    ['FR', '01 23 45 67 89', '+33123456789'],
    ['AU', '(02) 7010 1234', '+61270101234'],
  ])('reads %s with %s', (country, written, expected) => {
    expect(cleanPhone(written, country)).toBe(expected);
  });

  it('does not use the default country for a number with a country code', () => {
    expect(cleanPhone('+442079460018', 'US')).toBe('+442079460018');
    expect(cleanPhone('+442079460018', 'DE')).toBe('+442079460018');
  });

  it('reads an international number by its plus or 00, or by the country that the record names', () => {
    expect(cleanPhone('00442079460018', 'US')).toBe('+442079460018');
    expect(cleanPhone('442079460018', 'US', 'GB')).toBe('+442079460018');
    expect(cleanPhone('442079460018', 'US')).toBeNull();
  });

  it('reads only international numbers if the country does not exist', () => {
    expect(cleanPhone('+14155550132', 'XX')).toBe('+14155550132');
    expect(cleanPhone('4155550132', 'XX')).toBeNull();
  });
});

describe('a record with a country', () => {
  it.each([
    ['DE', '030/1234567', '+49301234567'],
    ['MX', '55 1234 5678', '+525512345678'],
    ['SA', '٠٥٠١٢٣٤٥٦٧', '+966501234567'],
    ['FR', '01 23 45 67 89', '+33123456789'],
    ['US', '(415) 555-0132', '+14155550132'],
    ['FR', '+44 20 7946 0018', '+442079460018'],
  ] as const)('with %s has %s', (country, written, expected) => {
    expect(cleanPhone(written, 'US', country)).toBe(expected);
  });

  it('may still have a number of the default country', () => {
    expect(cleanPhone('415-555-0132', 'US', 'FR')).toBe('+14155550132');
    // Also an assigned number in Germany, where nobody writes it like this.
    expect(cleanPhone('(202) 555-0117', 'US', 'DE')).toBe('+12025550117');
  });

  it('has no number that is longer than E.164 allows', () => {
    expect(cleanPhone('93000000000000', 'US', 'DE')).toBeNull();
  });
});

describe('a number with the code of its country, without a plus', () => {
  it.each([
    ['DE', '4915123456789', '+4915123456789'],
    ['DE', '49 69 12345678', '+496912345678'],
    ['DE', '(49) 151 23456789', '+4915123456789'],
    ['ID', '62 811 234 567', '+62811234567'],
    ['IT', '39 02 1234 5678', '+390212345678'],
    ['IN', '91 98765 43210', '+919876543210'],
    ['MX', '52 1 55 1234 5678', '+525512345678'],
    ['US', '14155550132', '+14155550132'],
  ] as const)('of %s has it only once: %s', (country, written, expected) => {
    expect(cleanPhone(written, 'US', country)).toBe(expected);
    expect(cleanPhone(written, country)).toBe(expected);
  });

  it.each([
    ['DE', '491 512345', '+49491512345'],
    ['DE', '0491 5123456', '+494915123456'],
    ['IT', '390 2123456', '+393902123456'],
    ['DK', '45 12 34 56', '+4545123456'],
    ['BR', '55 99123-4567', '+5555991234567'],
  ] as const)('is told from one of %s that begins with the same digits: %s', (country, written, expected) => {
    expect(cleanPhone(written, country)).toBe(expected);
  });
});

describe('a number with the trunk zero of another country', () => {
  it.each(['030 1234567', '01 23 45 67 89', '050 123 4567'])(
    '%s is not read as a North American one',
    (written) => {
      expect(cleanPhone(written, 'US')).toBeNull();
    },
  );
});

describe('an extension', () => {
  it.each([
    '+1 415-555-0132 x12',
    '+1 415-555-0132 X 1234',
    '+1 415-555-0132 ext. 12',
    '+1 415-555-0132 ext 12',
    '+1 415-555-0132 extension 12',
    '+1 415-555-0132;ext=12',
    '+1 415-555-0132 #12',
    '(415) 555-0132 Ext: 9',
    '+1 415-555-0132,,12',
  ])('is removed before the digits are read: %s', (written) => {
    expect(cleanPhone(written, 'US')).toBe('+14155550132');
  });
});

describe('a number from a spreadsheet', () => {
  it.each([
    ['2025550143.0', '+12025550143'],
    ['+4930123456.00', '+4930123456'],
  ])('%s is not changed by its decimals', (written, expected) => {
    expect(cleanPhone(written, 'US')).toBe(expected);
    expect(phoneDigits(written)).toBe(phoneDigits(written.replace(/\.0+$/u, '')));
  });
});

describe('what stands behind a number', () => {
  const remarks = [
    ' [7]',
    ' press 1',
    ' (2nd floor)',
    ' доб. 5',
    ' ~5',
    ' ext.5 (mobile)',
    ' Durchwahl 12',
    ' poste 3',
    ' ramal 44',
    ' int. 9',
    ' toestel 7',
    ' / 415-555-0133',
    ' or 415-555-0133',
    ' & 415-555-0133',
    '\n415-555-0133',
    ' ::: 415-555-0133',
  ];

  it('never makes it the number of another country', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 200, max: 989 }).filter((area) => cleanPhone(`${area}5550144`, 'US') !== null),
        fc.constantFrom('-', ' ', '.'),
        fc.constantFrom(...remarks),
        (area, sign, remark) => {
          const written = `${area}${sign}555${sign}0144`;
          expect(cleanPhone(`${written}${remark}`, 'US')).toBe(`+1${area}5550144`);
          expect(readPhone(`${written}${remark}`, 'US')?.leftOut?.text).toContain(/\w+/u.exec(remark)?.[0]);
        },
      ),
    );
  });

  it('is no number without a plus, whatever its digits', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[1-9]\d{10,14}$/u), (digits) => {
        expect(cleanPhone(digits, 'US') ?? '+1').toMatch(/^\+1/u);
      }),
    );
  });
});

describe('several numbers in one text', () => {
  it.each([
    '+1 415 555 0132 x12; 415 555 0133',
    '+1 415 555 0132, +1 415 555 0133',
    '+1 415 555 0132; 415 555 0133',
    '+1 415 555 0132 | 555',
  ])('uses the first one: %s', (written) => {
    expect(cleanPhone(written, 'US')).toBe('+14155550132');
  });
});

describe('a phone that is not a phone number', () => {
  it.each([
    ['words', 'call me'],
    ['nothing', ''],
    ['blanks', '   '],
    ['a plus alone', '+'],
    ['two digits', '12'],
    ['a local number without its area', '555-0132'],
    ['too many digits', '+1 415 555 0132 0132 0132'],
    ['letters for digits', '1-800-FLOWERS'],
    ['zeros', '000-000-0000'],
    ['nines', '999 999 9999'],
    ['zeros behind a country code', '+1 000 000 0000'],
    ['an unknown country code', '+999 123 456 789'],
    ['10,000 digits', '4'.repeat(10_000)],
    ['10,000 plus signs', '+'.repeat(10_000)],
    ['not a number', 'NaN'],
  ])('%s gives null', (_what, written) => {
    expect(cleanPhone(written, 'US')).toBeNull();
  });
});

describe('laws', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 6, maxLength: 15 });
  const written = fc
    .tuple(fc.constantFrom('', '+', '+1', '+44', '+49', '00'), digits, fc.constantFrom('', ' x12', ' ext. 7'))
    .map((parts) => parts.join(''));
  const country = fc.constantFrom('US', 'GB', 'DE', 'JP', 'BR', 'XX');

  it('a clean phone cleaned again is unchanged, whatever the default country', () => {
    fc.assert(
      fc.property(written, country, country, (phone, one, other) => {
        const once = cleanPhone(phone, one);
        if (once !== null) expect(cleanPhone(once, other)).toBe(once);
      }),
      { numRuns: 1_000 },
    );
  });

  it('every result is in E.164', () => {
    fc.assert(
      fc.property(fc.oneof(written, fc.string({ unit: 'grapheme' })), country, (phone, home) => {
        expect(cleanPhone(phone, home) ?? '+15').toMatch(/^\+[1-9]\d{1,14}$/u);
      }),
      { numRuns: 1_000 },
    );
  });

  it('punctuation does not matter', () => {
    const marks = fc.constantFrom(' ', '-', '.', '/', '(', ')');
    fc.assert(
      fc.property(fc.array(marks, { minLength: 12, maxLength: 12 }), (between) => {
        const decorated = [...'+14155550132'].map((digit, index) => digit + (between[index] ?? '')).join('');
        expect(cleanPhone(decorated, 'US')).toBe('+14155550132');
      }),
    );
  });
});

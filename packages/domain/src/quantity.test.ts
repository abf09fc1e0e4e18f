import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { employeeBracket } from './company-size.js';
import {
  bracketed,
  firstAboveZero,
  foreignCurrency,
  headcountOf,
  midpoint,
  readCount,
  readInteger,
  readQuantity,
  readYear,
} from './quantity.js';

describe('readQuantity', () => {
  it.each([
    [120, 120, 120],
    [0, 0, 0],
    [1.5, 1.5, 1.5],
    ['120', 120, 120],
    ['1,200', 1_200, 1_200],
    ["1'200", 1_200, 1_200],
    ['1 200', 1_200, 1_200],
    ['18,000,000', 18_000_000, 18_000_000],
    ['$18 Million', 18_000_000, 18_000_000],
    ['$18M', 18_000_000, 18_000_000],
    ['$1.2 Billion', 1_200_000_000, 1_200_000_000],
    ['2.5bn', 2_500_000_000, 2_500_000_000],
    ['750K', 750_000, 750_000],
    ['750 thousand', 750_000, 750_000],
    ['$ 12,345 (in thousands)', 12_345_000, 12_345_000],
    ['12,345 (in 000s USD)', 12_345_000, 12_345_000],
    ['12.5 [in USD millions]', 12_500_000, 12_500_000],
    ['12,345 (in total)', 12_345, 12_345],
    ['12,345 (Main St)', 12_345, 12_345],
    ['USD 3.4 mil.', 3_400_000, 3_400_000],
    ['51-200', 51, 200],
    ['51 - 200', 51, 200],
    ['1,000 - 4,999', 1_000, 4_999],
    ['51 to 200 employees', 51, 200],
    ['$10 mil. - $25 mil.', 10_000_000, 25_000_000],
    ['10-25 million', 10_000_000, 25_000_000],
    ['500K-1M', 500_000, 1_000_000],
    ['501-1K', 501, 1_000],
    ['1-5K', 1_000, 5_000],
    ['< 10', 0, 10],
    ['Under $1 mil.', 0, 1_000_000],
    ['up to 50 employees', 0, 50],
    ['fewer than 10', 0, 10],
    ['12.500.000', 12_500_000, 12_500_000],
    ['12.500.000,00 €', 12_500_000, 12_500_000],
    ['1.200,50', 1_200.5, 1_200.5],
    ['12\u00A0500\u00A0000 €', 12_500_000, 12_500_000],
    ['12\u202F500\u202F000', 12_500_000, 12_500_000],
    ['12’500’000 CHF', 12_500_000, 12_500_000],
    ['12,5 Mio. €', 12_500_000, 12_500_000],
    ['1,2 Mrd. €', 1_200_000_000, 1_200_000_000],
    ['2 Millionen', 2_000_000, 2_000_000],
    ["5 millions d'euros", 5_000_000, 5_000_000],
    ['3,4 Md€', 3_400_000_000, 3_400_000_000],
    ['1 Milliarde', 1_000_000_000, 1_000_000_000],
    ['10-50 Mio.', 10_000_000, 50_000_000],
    ['500 T€', 500_000, 500_000],
    ['500 TEUR', 500_000, 500_000],
    ['₹50 Cr', 500_000_000, 500_000_000],
    ['12,50,000', 1_250_000, 1_250_000],
    ['1.234 Billion', 1_234_000_000, 1_234_000_000],
    ['５０', 50, 50],
    ['5E+06', 5_000_000, 5_000_000],
    ['1.25E+08', 125_000_000, 125_000_000],
    ['1,25E+08', 125_000_000, 125_000_000],
    ['10 mn', 10_000_000, 10_000_000],
    ['R$ 2 mi', 2_000_000, 2_000_000],
    ['5 bi', 5_000_000_000, 5_000_000_000],
    ['3 lacs', 300_000, 300_000],
    ['25 mkr', 25_000_000, 25_000_000],
    ['25 tkr', 25_000, 25_000],
    ['٥ مليون', 5_000_000, 5_000_000],
    ['٥٫٥ مليار', 5_500_000_000, 5_500_000_000],
    ['R$ 500 mil', 500_000, 500_000],
    ['500 mil reais', 500_000, 500_000],
    ['R$ 2,5 mil milhões', 2_500_000_000, 2_500_000_000],
    ['1亿人民币', 100_000_000, 100_000_000],
    ['7 млрд', 7_000_000_000, 7_000_000_000],
    ['7 млрд руб.', 7_000_000_000, 7_000_000_000],
    ['10MEUR', 10_000_000, 10_000_000],
    ['10 M€', 10_000_000, 10_000_000],
    ['2 mil millones', 2_000_000_000, 2_000_000_000],
    ['1.5 trillion yen', 1_500_000_000_000, 1_500_000_000_000],
    ['85 as of 2024', 85, 85],
    ['85 (as of May 2024)', 85, 85],
    ['150 (2023: 140)', 150, 150],
    ['150 Mitarbeiter, Stand 12/2023', 150, 150],
    ['FY2023: $10M', 10_000_000, 10_000_000],
    ['51-200 (2023)', 51, 200],
    ['approx. 300 employees worldwide', 300, 300],
    ['ca. 300 MA', 300, 300],
    ['between 10 and 50', 10, 50],
    ['10 bis 50', 10, 50],
    ['Founded in 1998', 1_998, 1_998],
  ])('reads %p', (given, from, to) => {
    expect(readQuantity(given)).toEqual({ from, to });
  });

  it.each([
    ['10001+', 10_001],
    ['10,001 +', 10_001],
    ['$1B+', 1_000_000_000],
    ['over 500', 500],
    ['> 500', 500],
    ['More than 5,000', 5_000],
    ['above $1B', 1_000_000_000],
    ['$5 bil. & above', 5_000_000_000],
    ['10,000 or more', 10_000],
    ['10000+ employees', 10_000],
    ['over 1k', 1_000],
    ['mehr als 500', 500],
    ['plus de 500 salariés', 500],
    ['at least 50', 50],
    ['≥ 50', 50],
  ])('reads %p as a range without an upper end', (given, from) => {
    expect(readQuantity(given)).toEqual({ from, to: null });
  });

  it.each([
    [null],
    [undefined],
    [''],
    ['unknown'],
    ['10-Jan'],
    ['12. Okt'],
    ['Nov 50'],
    ['-5'],
    [-5],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [true],
    [[120]],
    [{ count: 120 }],
    ['200-51'],
    ['1'.repeat(100)],
    ['1k2'],
    ['1.2.3'],
    ['01.11.2050'],
    ['10 zillion'],
    ['10 gazillions USD'],
    ['5%'],
    ['5 % growth'],
    ['85 2024'],
    ['10, 20'],
    ['10 / 20'],
    ['1 2 3'],
    ['(5M)'],
    ['12 offices'],
    ['5 xm'],
    ['10-20-30'],
  ])('does not read %p', (given) => {
    expect(readQuantity(given)).toBeNull();
  });

  it('law: a whole number is read from its text, with and without separators', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (amount) => {
        const expected = { from: amount, to: amount };
        expect(readQuantity(amount)).toEqual(expected);
        expect(readQuantity(String(amount))).toEqual(expected);
        expect(readQuantity(amount.toLocaleString('en-US'))).toEqual(expected);
        expect(readQuantity(`$${amount} Million`)).toEqual({ from: amount * 1e6, to: amount * 1e6 });
      }),
    );
  });

  it('law: a word that is not known makes a number unreadable, whatever it is and wherever it stands', () => {
    const word = fc.stringMatching(/^[a-zа-я]{4,9}$/u).map((letters) => `${letters}q`);
    const amount = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(word, amount, fc.constantFrom('', ' '), (unit, number, space) => {
        expect(readQuantity(`${number}${space}${unit}`)).toBeNull();
        expect(readQuantity(`${unit} ${number}`)).toBeNull();
        expect(readQuantity(`${number} million ${unit}`)).toBeNull();
        expect(readQuantity(`${number} (${unit})`)).toEqual({ from: number, to: number });
      }),
      { numRuns: 300 },
    );
  });

  it('law: nothing makes it throw', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        readQuantity(value);
      }),
    );
  });
});

describe('the currency of a text', () => {
  it.each([
    ['12.500.000,00 €', 'EUR'],
    ['R$ 2 mi', 'BRL'],
    ['25 mkr', 'kr'],
    ['500 TEUR', 'EUR'],
    ['10MEUR', 'EUR'],
    ['£3.4m', 'GBP'],
    ['7 млрд руб.', 'RUB'],
    ['CHF 5 Mio', 'CHF'],
    ['5 M (GBP)', 'GBP'],
    ["5 millions d'euros", 'EUR'],
    ['3 lacs INR', 'INR'],
  ])('%s is in %s', (given, code) => {
    expect(foreignCurrency(given)).toBe(code);
  });

  it.each([
    ['$18M'],
    ['US$ 5 bn'],
    ['5M USD'],
    ['18 million dollars'],
    ['120'],
    [120],
    [null],
    ['501-1K'],
    ['7 t'],
  ])('%j is in no other than dollars', (given) => {
    expect(foreignCurrency(given)).toBeNull();
  });
});

describe('the bracket of a quantity', () => {
  it.each([
    ['> 200', '201-1000'],
    ['10000+', '10001+'],
    ['over 1k', '1001-5000'],
    ['more than 50', '51-200'],
    ['9+', '10-50'],
    ['10001+', '10001+'],
    ['> 500', '201-1000'],
    ['51-200', '51-200'],
    ['< 10', '1-9'],
    ['200', '51-200'],
  ])('of %s employees is %s', (given, bracket) => {
    const count = readCount(given);
    expect(count && employeeBracket(bracketed(count))).toBe(bracket);
  });

  it('of an open bound is never below it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(9, 50, 200, 1_000, 5_000, 10_000),
        fc.constantFrom('%+', '> %', 'over %'),
        (end, form) => {
          const count = readCount(form.replace('%', String(end)));
          expect(count && employeeBracket(bracketed(count))).toBe(employeeBracket(end + 1));
        },
      ),
    );
  });
});

describe('readCount', () => {
  it.each([
    ['1.200', 1_200],
    ['1.200,00', 1_200],
    ['1\u202F200', 1_200],
    ['12,5', 12.5],
    ['100名', 100],
    ['约500人', 500],
    ['従業員数 1,200名', 1_200],
    ['员工300人', 300],
    ['1万人', 10_000],
    ['100명', 100],
    ['500 чел.', 500],
    ['250 osób', 250],
    ['250 çalışan', 250],
    ['2 bin çalışan', 2_000],
    ['250 nhân viên', 250],
    ['١٢٠', 120],
    ['١٬٢٠٠ موظف', 1_200],
    ['१२० कर्मचारी', 120],
    ['2,5 mil', 2_500],
    ['10 mil funcionários', 10_000],
  ])('reads %p', (given, amount) => {
    expect(readCount(given)).toEqual({ from: amount, to: amount });
  });
});

describe('readCount of a range', () => {
  it.each([
    ['100～300名', 100, 300],
    ['11-50 чел', 11, 50],
    ['١١-٥٠', 11, 50],
    ['300人以上', 300, null],
  ])('reads %p', (given, from, to) => {
    expect(readCount(given)).toEqual({ from, to });
  });

  it.each(['12人月', '3 offices'])('does not read %p', (given) => {
    expect(readCount(given)).toBeNull();
  });
});

describe('midpoint', () => {
  it.each([
    [{ from: 120, to: 120 }, 120],
    [{ from: 51, to: 200 }, 126],
    [{ from: 10, to: 50 }, 30],
    [{ from: 10_001, to: null }, 10_001],
  ])('of %p is %i', (quantity, expected) => {
    expect(midpoint(quantity)).toBe(expected);
  });
});

describe('readInteger', () => {
  it.each([
    [1998, 1998],
    ['1998', 1998],
    [1000, 1000],
    [2999, 2999],
  ])('reads %p', (given, expected) => {
    expect(readInteger(given, 1000, 2999)).toBe(expected);
  });

  it.each([[999], [3000], ['1998-2001'], [1998.5], ['about'], [null], ['2000+'], [{}]])(
    'does not read %p',
    (given) => {
      expect(readInteger(given, 1000, 2999)).toBeNull();
    },
  );
});

describe('a year', () => {
  it.each<[unknown, number | null]>([
    ['31.12.2001', 2001],
    ['03/04/2001', 2001],
    ['2001-12-31T00:00:00Z', 2001],
    ['since 1999', 1999],
    [1887, 1887],
    ['12/31/01', null],
    ['1999-2001', null],
    ['+49 30 2001', null],
    [[], null],
  ])('of %j is %j', (given, expected) => {
    expect(readYear(given)).toBe(expected);
  });
});

describe('the first of several quantities that is above zero', () => {
  it.each<[readonly unknown[], object | null]>([
    [[null, '0', '120'], { from: 120, to: 120 }],
    [['under 10', '7'], { from: 7, to: 7 }],
    [['under 10', '12'], { from: 0, to: 10 }],
    [['51-200', '60-100', '50+', '85'], { from: 85, to: 85 }],
    [['unknown', '51-200', '9'], { from: 51, to: 200 }],
    [['10001+'], { from: 10_001, to: null }],
    [['0', 0, null], null],
    [[], null],
  ])('of %j is %j', (given, expected) => {
    expect(firstAboveZero(...given.map(readQuantity))).toEqual(expected);
  });
});

describe('the headcount of a count', () => {
  it.each([
    [1, 1],
    ['1.200', 1_200],
    [1e7, 1e7],
    [1e7 + 1, null],
    [0, null],
    [1.5, null],
    ['51-200', null],
    ['10001+', null],
    ['unknown', null],
  ])('%j is %j', (given, headcount) => {
    expect(headcountOf(readCount(given))).toBe(headcount);
  });
});

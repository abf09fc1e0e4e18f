import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { jsonValue } from '../testing/arbitraries.js';
import { revenueBracket } from '../company-size.js';
import { bracketed, readQuantity } from '../quantity.js';
import { FLAT_FIELDS, type FlatField } from './field-names.js';
import { flatValues } from './flat-values.js';
import type { Payload } from './payload.js';

function valueOf(data: Payload, field: FlatField): unknown {
  return flatValues(data).byField.get(field)?.value;
}

function ignoredOf(data: Payload) {
  return flatValues(data).ignored;
}

describe('the key of a field', () => {
  it.each<[string, FlatField]>([
    ['first_name', 'first_name'],
    ['FIRST NAME', 'first_name'],
    ['firstName', 'first_name'],
    ['first-name', 'first_name'],
    ['Prénom', 'first_name'],
    ['PRE\u0301NOM', 'first_name'],
    ['\ufeffEmail', 'email'],
    ['E-mail', 'email'],
    ['Straße', 'street'],
    ['STRASSE', 'street'],
  ])('%j names %s', (key, field) => {
    expect(valueOf({ [key]: 'x', other: 1 }, field)).toBe('x');
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('%s names no field', (key) => {
    const { byField, ignored } = flatValues(Object.fromEntries([[key, 'x']]));
    expect([...byField]).toEqual([]);
    expect(ignored).toEqual([{ key, reason: 'unknown', field: null }]);
  });

  it('a misspelled one is reported with the closest field', () => {
    expect(ignoredOf({ frist_name: 'Jane' })).toEqual([
      { key: 'frist_name', reason: 'unknown', field: 'first_name' },
    ]);
  });
});

describe('several keys of one field', () => {
  it('the first with a value counts, and others are reported if they differ', () => {
    const data = { email: ' ', 'Work Email': 'a@n.test', 'Email Address': 'b@n.test', mail: 'a@n.test ' };
    expect(valueOf(data, 'email')).toBe('a@n.test');
    expect(ignoredOf(data)).toEqual([
      { key: 'Email Address', reason: 'second', field: 'email', taken: 'Work Email' },
    ]);
  });

  it('equal values of different types are no loss', () => {
    expect(ignoredOf({ founded: 1998, founded_year: '1998' })).toEqual([]);
  });

  it('lists and objects are never equal', () => {
    expect(ignoredOf({ technologies: ['AWS'], tech_stack: ['AWS'] })).toMatchObject([{ reason: 'second' }]);
  });

  it('an object with a toString of its own is compared without calling it', () => {
    const hostile = { toString: 1, valueOf: 1 };
    const data = { company: hostile, 'Company Name': 'Acme', email: hostile, mail: hostile, 'Work Email': 7 };
    expect(ignoredOf(data)).toMatchObject([{ key: 'Company Name' }, { key: 'mail' }, { key: 'Work Email' }]);
  });

  it('those about consent are neither values nor ignored: they are read together', () => {
    const data = { do_not_contact: 'no', dnc: 'perhaps', 'Email Opt-In': 'yes', Stage: 'Do Not Contact' };
    expect([...flatValues(data).byField]).toEqual([]);
    expect(ignoredOf(data)).toEqual([]);
    expect(ignoredOf({ Stage: 'Prospect' })).toEqual([{ key: 'Stage', reason: 'unknown', field: null }]);
  });

  it('all phones are kept in their order', () => {
    const data = { mobile: '2', phone: '1', 'work phone': 3 };
    expect(flatValues(data).phones.map(({ key }) => key)).toEqual(['mobile', 'phone', 'work phone']);
    expect(ignoredOf(data)).toEqual([]);
  });
});

describe('a revenue', () => {
  it.each([
    ['Revenue (in 000s USD)', 12_345, '5M-25M'],
    ['Revenue (in 000s USD)', '12,345', '5M-25M'],
    ['Revenue (in 000s USD)', '$12.3M', '5M-25M'],
    ['Revenue (in thousands)', '1,200,000', '1B+'],
    ['Revenue Range (in USD)', '$10 mil. - $25 mil.', '5M-25M'],
  ])('is in the unit that its column states: %s of %s', (column, value, bracket) => {
    expect(ignoredOf({ [column]: value })).toEqual([]);
    const revenue = readQuantity(valueOf({ [column]: value }, 'annual_revenue'));
    expect(revenue === null ? null : revenueBracket(bracketed(revenue))).toBe(bracket);
  });
});

describe('a quantity and its range', () => {
  it.each<[Payload, string[]]>([
    [{ 'Revenue (in 000s USD)': 12_345, 'Revenue Range (in USD)': '$10 mil. - $25 mil.' }, []],
    [{ Employees: 120, 'Employee Range': '100 - 249' }, []],
    [{ Employees: 120, employee_count: '120' }, []],
    [{ Employees: 1_200, 'Employee Range': '100 - 249' }, ['Employee Range']],
    [{ 'Employee Range': '100 - 249', Employees: 120 }, []],
    [{ 'Employee Range': '100 - 249', Employees: 1_200 }, ['Employees']],
  ])('are one value, unless one contradicts or is more exact: %j', (data, ignored) => {
    expect(ignoredOf(data).map(({ key }) => key)).toEqual(ignored);
  });
});

describe('a website and its domain', () => {
  it.each<[Payload, string[]]>([
    [{ Website: 'https://www.acme.example/', 'Company Domain': 'acme.example' }, []],
    [{ Website: 'http://ACME.example/about?a=1', 'Company Domain': 'acme.example' }, []],
    [{ 'Company Domain': 'acme.example', Website: 'www.acme.example' }, []],
    [{ 'Company Domain': 'acme.example', Website: 'acme.example/shop' }, ['Website']],
    [{ Website: 'acme.example', 'Company Domain': 'me.example' }, ['Company Domain']],
    [{ Website: 'soon', 'Company Domain': 'later' }, ['Company Domain']],
  ])('are one value, unless one says more: %j', (data, ignored) => {
    expect(ignoredOf(data).map(({ key }) => key)).toEqual(ignored);
  });
});

describe('a value that does not fit its field', () => {
  it.each<[Payload, FlatField]>([
    [{ annual_revenue: 'secret' }, 'annual_revenue'],
    [{ founded_year: 'long ago' }, 'founded_year'],
    [{ founded_year: 999 }, 'founded_year'],
    [{ founded_year: 3000 }, 'founded_year'],
    [{ technologies: [{}] }, 'technologies'],
    [{ department: true }, 'department'],
    [{ city: 7 }, 'city'],
    [{ postal_code: ['62701'] }, 'postal_code'],
    [{ website: 'https://uk.linkedin.com/company/acme' }, 'website'],
    [{ mobile: ['+12025550143'] }, 'phone'],
    [{ 'Record ID': { id: 1 } }, 'external_id'],
    [{ employees: 'a few' }, 'headcount'],
    [{ 'Company Name': ['Acme'] }, 'company'],
  ])('is reported: %j', (data, field) => {
    const [key = ''] = Object.keys(data);
    expect(ignoredOf(data)).toEqual([{ key, reason: 'unreadable', field }]);
    expect(valueOf(data, field)).toBeUndefined();
  });

  it('does not take the place of one that fits', () => {
    expect(valueOf({ founded: 'long ago', founded_year: 1998 }, 'founded_year')).toBe(1998);
    expect(valueOf({ employees: 'a few', company_size: '51-200' }, 'headcount')).toBe('51-200');
  });

  it.each<[Payload, FlatField]>([
    [{ email: ['a@n.test'] }, 'email'],
    [{ headcount: 'a few' }, 'headcount'],
    [{ phone: {} }, 'phone'],
  ])('is kept under the field’s own name, so that it is an error: %j', (data, field) => {
    expect(flatValues(data).byField.has(field)).toBe(true);
    expect(ignoredOf(data)).toEqual([]);
  });

  it.each([
    ['https://www.linkedin.com/company/acme', undefined],
    ['linkedin.com/school/acme', undefined],
    ['https://linkedin.com', 'https://linkedin.com'],
    ['https://acme.test/linkedin.com/company/', 'https://acme.test/linkedin.com/company/'],
    ['https://notlinkedin.com/company/acme', 'https://notlinkedin.com/company/acme'],
  ])('the website %s', (website, expected) => {
    expect(valueOf({ website }, 'website')).toBe(expected);
  });
});

describe('two addresses', () => {
  const company = {
    'Company City': 'Chicago',
    'Company State': 'Illinois',
    'Company Country': 'United States',
  };

  it('are not mixed: the company’s counts', () => {
    const data = { city: 'Berlin', postal_code: '10115', country: 'Germany', ...company };
    const { byField, country } = flatValues(data);
    expect(byField.get('city')?.value).toBe('Chicago');
    expect(byField.get('state')?.value).toBe('Illinois');
    expect(byField.has('postal_code')).toBe(false);
    expect(country).toBe('Germany');
  });

  it('report the parts that are left out', () => {
    expect(ignoredOf({ city: 'Berlin', postal_code: '10115', ...company })).toEqual([
      { key: 'city', reason: 'second', field: 'city', taken: 'Company City' },
      { key: 'postal_code', reason: 'second', field: 'postal_code', taken: 'Company City' },
    ]);
  });

  it('that agree complete each other', () => {
    const { byField, ignored } = flatValues({ city: ' Chicago', postal_code: '60606', ...company });
    expect(byField.get('postal_code')?.value).toBe('60606');
    expect(byField.get('state')?.value).toBe('Illinois');
    expect(ignored).toEqual([]);
  });

  it('the country of phones is the company’s if the person has none', () => {
    expect(flatValues(company).country).toBe('United States');
    expect(flatValues({}).country).toBeUndefined();
  });
});

describe('laws', () => {
  const keys = fc.constantFrom(
    ...FLAT_FIELDS,
    'Mobile',
    'Work Email',
    'Company City',
    'dnc',
    'something',
    '__proto__',
  );
  const payloads = fc.dictionary(keys, jsonValue, { maxKeys: 12 });

  it('no JSON makes it throw, and every used key is one of the payload', () => {
    fc.assert(
      fc.property(payloads, (data) => {
        const { byField, phones, ignored } = flatValues(data);
        const named = [...byField.values(), ...phones, ...ignored].map(({ key }) => key);
        expect(named.filter((key) => !Object.hasOwn(data, key))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('a key is either used or reported, never both', () => {
    fc.assert(
      fc.property(payloads, (data) => {
        const { byField, phones, ignored } = flatValues(data);
        const used = new Set([...byField.values(), ...phones].map(({ key }) => key));
        expect(ignored.filter(({ key }) => used.has(key))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});

describe("the columns of an address book, such as Outlook's", () => {
  it.each(['Mr.', 'Ms', 'Dr.', 'Herr', 'Frau Dr.', 'Mme', 'Sra.', 'Sig.ra', 'Dhr.', 'Prof. Dr.'])(
    'a form of address is no job title: %s',
    (form) => {
      expect(valueOf({ Title: form, 'Job Title': 'Buyer' }, 'title')).toBe('Buyer');
      expect(valueOf({ title: form }, 'title')).toBeUndefined();
    },
  );

  it.each(['Professor', 'Doctor', 'Director', 'Dr. of Physics', 'Missionary'])(
    'a profession is one: %s',
    (title) => {
      expect(valueOf({ Title: title, 'Job Title': 'Buyer' }, 'title')).toBe(title);
    },
  );

  it('the parts of its business and home address are read', () => {
    const home = { 'Home Street': 'Rue 1', 'Home City': 'Lyon', 'Home Country/Region': 'France' };
    expect(valueOf(home, 'city')).toBe('Lyon');
    expect(flatValues(home).country).toBe('France');
    const both = { ...home, 'Business City': 'Bern', 'Business Country/Region': 'Switzerland' };
    expect([valueOf(both, 'city'), valueOf(both, 'street')]).toEqual(['Bern', undefined]);
    expect(ignoredOf({ 'Business Fax': '1', 'Home Phone': '1', Home: 'x' }).map(({ key }) => key)).toEqual([
      'Business Fax',
      'Home',
    ]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { LIMITS } from './cleansing/limits.js';
import { dedupeKey } from './dedupe-key.js';
import { readPayload } from './read-payload.js';
import { source } from './testing/leads.js';
import { everySource, leadOf, read } from './testing/read-by-source.js';

describe('data that is not an object', () => {
  it.each([[null], [undefined], ['jane@example.com'], [42], [true], [[]], [[{ email: 'jane@example.com' }]]])(
    '%p is rejected',
    (data) => {
      for (const name of everySource) {
        expect(read(data, name)).toMatchObject({
          ok: false,
          faults: [{ field: 'data', message: 'must be an object' }],
        });
      }
    },
  );
});

describe('empty data', () => {
  it.each(everySource)('of %s is a lead without data and without a key', (name) => {
    const result = read({}, name);
    expect(result).toMatchObject({ ok: true, warnings: [] });
    expect(result.ok && dedupeKey(result.lead)).toBeNull();
  });
});

describe('decision "Which missing fields reject an import": "An email that is present but malformed is rejected"', () => {
  it.each([
    ['jane'],
    ['jane@example'],
    ['jane doe@example.com'],
    [42],
    [true],
    [{}],
    [[]],
    [`${'a'.repeat(300)}@example.com`],
  ])('email %p', (email) => {
    expect(read({ first_name: 'Jane', last_name: 'Doe', company: 'Acme', email })).toMatchObject({
      ok: false,
      faults: [{ field: 'data.email', message: 'Invalid email address' }],
    });
  });

  it.each([[null], [undefined], [''], ['   ']])(
    'email %p counts as missing, which does not reject',
    (email) => {
      expect(leadOf({ first_name: 'Jane', last_name: 'Doe', company: 'Acme', email }).email).toBeNull();
    },
  );

  it('is shown as it was sent, but never at full length', () => {
    const result = read({ email: `${'a'.repeat(10_000)}@` });
    expect(!result.ok && result.faults[0]?.value).toBe('a'.repeat(200));
  });

  it('is never shown as a structure', () => {
    expect(read({ email: { deep: [1] } })).toMatchObject({ ok: false, faults: [{ value: '[object]' }] });
    expect(read({ email: [[[]]] })).toMatchObject({ ok: false, faults: [{ value: '[array]' }] });
  });
});

describe('decision "A phone that cannot be read": "The lead is imported without it, and the response says so in warnings"', () => {
  it.each(['call me', '12', '555-0132', '000 000 0000', 'x'.repeat(10_000)])('phone %p', (phone) => {
    expect(read({ email: 'jane@example.com', phone })).toMatchObject({
      ok: true,
      lead: { phone: null },
      warnings: ['The phone number could not be read; the lead is imported without it'],
    });
  });

  it('is read with the default country of the configuration', () => {
    const british = readPayload(source('manual'), { phone: '020 7946 0018' }, { defaultCountry: 'GB' });
    expect(british).toMatchObject({ ok: true, lead: { phone: '+442079460018' } });
  });

  it('a company’s unreadable phone is a warning too', () => {
    const data = { person: { email: 'jane@example.com' }, organization: { phone: 'call me' } };
    expect(read(data, 'provider_a')).toMatchObject({
      ok: true,
      warnings: ["The company's phone number could not be read; the lead is imported without it"],
    });
  });
});

describe('other values that cannot be imported', () => {
  it.each([
    ['website', { website: 'acme' }, 'The website could not be read; the lead is imported without it'],
    [
      'profile link',
      { linkedin_url: 'javascript:alert(1)' },
      'The profile link could not be read; the lead is imported without it',
    ],
    ['long first name', { first_name: 'a'.repeat(10_000) }, 'The first name was shortened to 100 characters'],
    ['long last name', { last_name: 'a'.repeat(10_000) }, 'The last name was shortened to 100 characters'],
    ['long name', { name: 'a'.repeat(10_000) }, 'The name was shortened to 100 characters'],
    ['long company', { company: 'a'.repeat(10_000) }, 'The company name was shortened to 200 characters'],
    ['long title', { title: 'a'.repeat(10_000) }, 'The job title was shortened to 200 characters'],
  ])('%s', (_what, data, warning) => {
    expect(read({ email: 'jane@example.com', ...data })).toMatchObject({ ok: true, warnings: [warning] });
  });

  it('a value of exactly the maximum length causes no warning', () => {
    expect(read({ first_name: 'a'.repeat(100), company: 'b'.repeat(200) })).toMatchObject({
      ok: true,
      warnings: [],
    });
  });
});

describe('bad input, by name', () => {
  it('a name with 10,000 characters', () => {
    const lead = leadOf({
      first_name: 'J'.repeat(10_000),
      last_name: 'D'.repeat(10_000),
      company: 'A'.repeat(10_000),
    });
    expect(lead.firstName).toHaveLength(LIMITS.personName);
    expect(lead.lastName).toHaveLength(LIMITS.personName);
    expect(lead.company.name).toHaveLength(LIMITS.companyName);
  });

  it('control characters', () => {
    expect(
      leadOf({ first_name: 'Ja\u0000ne\u0007', last_name: '\u001b[31mDoe', company: 'Ac\u0008me\u0000' }),
    ).toMatchObject({
      firstName: 'Jane',
      lastName: '[31mDoe',
      company: { name: 'Acme' },
    });
  });

  it('__proto__ as JSON gives it: an own property that is not read', () => {
    const data: unknown = JSON.parse(
      '{"__proto__": {"email": "evil@example.com", "polluted": true}, "name": "Jane Doe"}',
    );
    expect(leadOf(data).email).toBeNull();
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('__proto__ in the parts of a native payload', () => {
    const data: unknown = JSON.parse(
      '{"person": {"__proto__": {"email": "evil@example.com"}}, "__proto__": {"organization": {"name": "Evil"}}}',
    );
    expect(read(data, 'provider_a')).toMatchObject({ ok: false, faults: [{ field: 'data' }] });
  });

  it('fields that are only inherited', () => {
    expect(leadOf(Object.create({ email: 'evil@example.com' })).email).toBeNull();
    expect(read({ contact: Object.create({ email: 'evil@example.com' }) }, 'provider_b').ok).toBe(false);
  });

  it('an object without a prototype', () => {
    expect(leadOf(Object.assign(Object.create(null), { email: 'jane@example.com' })).email).toBe(
      'jane@example.com',
    );
  });

  it.each(everySource)('a structure of 10,000 levels from %s', (name) => {
    let deep: unknown = 'bottom';
    for (let level = 0; level < 10_000; level += 1) deep = [deep];
    for (const key of [
      'email',
      'first_name',
      'person',
      'contact',
      'data',
      'emails',
      'organization',
      'company',
    ]) {
      expect(() => read({ [key]: deep }, name)).not.toThrow();
    }
    expect(() =>
      read({ person: { first_name: deep, organization: { keywords: deep } } }, name),
    ).not.toThrow();
  });

  it('lists of a million entries', () => {
    const many = new Array<string>(1_000_000).fill('cloud');
    const data = {
      person: { name: 'Jane Doe', departments: many, phone_numbers: many, contact: { phone_numbers: many } },
      organization: {
        keywords: many,
        technology_names: many,
        current_technologies: many,
        funding_events: many,
      },
    };
    const before = performance.now();
    const lead = leadOf(data, 'provider_a');
    expect(performance.now() - before).toBeLessThan(10_000);
    expect(lead.customFields[102]).toBe('cloud');
  });

  it('a list of many long texts', () => {
    const keywords = Array.from({ length: 5_000 }, (_, index) => `${index}-${'x'.repeat(5_000)}`);
    const lead = leadOf({ person: {}, organization: { name: 'Acme', keywords } }, 'provider_a');
    expect(String(lead.customFields[102]).length).toBeLessThanOrEqual(LIMITS.customField);
  });

  it.each([
    ['Inc.', 'Inc.'],
    ['LLC', 'LLC'],
    ['Corp, Inc.', 'Corp, Inc.'],
  ])('a company name of only suffix words: %s', (company, expected) => {
    expect(leadOf({ name: 'Jane Doe', company }).company.name).toBe(expected);
  });

  it.each([
    ['Chinese', '王', '小明', '华为'],
    ['Arabic', 'محمد', 'علي', 'الشركة'],
    ['Russian', 'Иван', 'Петров', 'Яндекс'],
    ['Hindi', 'राम', 'शर्मा', 'टाटा'],
    ['Vietnamese', 'Nguyễn', 'Văn An', 'Công Ty'],
    ['Icelandic', 'Þórður', 'Guðmundsson', 'Össur'],
    ['emoji', '🚀', '✨', '🍕'],
  ])('names in %s are kept', (_script, firstName, lastName, company) => {
    expect(leadOf({ first_name: firstName, last_name: lastName, company })).toMatchObject({
      firstName,
      lastName,
      company: { name: company },
    });
  });

  it('markup is treated as text', () => {
    expect(leadOf({ first_name: '<script>alert(1)</script>', email: 'jane@example.com' }).firstName).toBe(
      '<script>alert(1)</script>',
    );
  });
});

describe('unknown keys in strict mode', () => {
  it.each([
    [
      'csv',
      { email: 'nobody', first_name: 5, compnay: 'Acme', founded_year: 'long ago' },
      ['data.email', 'data.first_name'],
      ['data.compnay', 'data.founded_year'],
    ],
    [
      'provider_a',
      { person: { email: 'nobody', mobile: '+14155550132' } },
      ['data.person.email'],
      ['data.person.mobile'],
    ],
  ])('are named beside every other error, of %s', (name, data, always, strictly) => {
    const fields = (strict: boolean): readonly string[] => {
      const result = readPayload(source(name), data, { defaultCountry: 'US' }, { strict });
      return result.ok ? [] : result.faults.map(({ field }) => field);
    };
    expect(fields(false)).toEqual(always);
    expect(fields(true)).toEqual([...always, ...strictly]);
  });
});

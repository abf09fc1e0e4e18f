import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LIMITS } from './cleansing/limits.js';
import { dedupeKey } from './dedupe-key.js';
import type { Lead } from './model.js';
import { newTicket } from './new-ticket.js';
import { readPayload } from './read-payload.js';
import { anyText, jsonValue } from './testing/arbitraries.js';
import { settings, source } from './testing/leads.js';
import { providerAFull, providerBFull, providerCFull } from './testing/payloads.js';

const everySource = ['provider_a', 'provider_b', 'provider_c', 'manual', 'csv'];

function read(data: unknown, name = 'manual') {
  return readPayload(source(name), data, settings);
}

function leadOf(data: unknown, name = 'manual'): Lead {
  const result = read(data, name);
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return result.lead;
}

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

describe('laws', () => {
  const paths: readonly (readonly string[])[] = [
    ['email'],
    ['first_name'],
    ['company'],
    ['phone'],
    ['headcount'],
    ['person'],
    ['person', 'email'],
    ['person', 'phone_numbers'],
    ['person', 'contact', 'phone_numbers'],
    ['organization'],
    ['organization', 'keywords'],
    ['organization', 'current_technologies'],
    ['organization', 'funding_events'],
    ['organization', 'primary_phone'],
    ['contact'],
    ['contact', 'managementLevel'],
    ['contact', 'jobFunction'],
    ['contact', 'company'],
    ['company', 'revenue'],
    ['company', 'socialMediaUrls'],
    ['technologies'],
    ['intent'],
    ['data'],
    ['data', 'emails'],
    ['data', 'emails', '0', 'verification'],
    ['data', 'emails', '0', 'sources'],
  ];

  /** A copy of a payload with one value replaced. */
  function replaced(payload: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
    if (key === undefined) return value;
    if (Array.isArray(payload)) {
      return payload.map((entry, index) => (String(index) === key ? replaced(entry, rest, value) : entry));
    }
    const record =
      typeof payload === 'object' && payload !== null ? (payload as Record<string, unknown>) : {};
    return { ...record, [key]: replaced(record[key], rest, value) };
  }

  it('nothing makes it throw', () => {
    fc.assert(
      fc.property(fc.constantFrom(...everySource), fc.anything(), (name, data) => {
        read(data, name);
      }),
      { numRuns: 1_000 },
    );
  });

  it('removing any part of a native payload never throws', () => {
    const payload = fc.constantFrom(
      ['provider_a', providerAFull] as const,
      ['provider_b', providerBFull] as const,
      ['provider_c', providerCFull] as const,
      ['manual', {}] as const,
    );
    fc.assert(
      fc.property(
        payload,
        fc.constantFrom(...paths),
        fc.oneof(jsonValue, fc.anything()),
        ([name, data], path, value) => {
          const result = read(replaced(data, path, value), name);
          if (result.ok) newTicket(result.lead, source(name), { customFields: true, reference: 'job_1#0' });
          else expect(result.faults.length).toBeGreaterThan(0);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('no text in the result exceeds its limit or contains control characters', () => {
    const flat = fc.record({
      first_name: anyText.map((text) => text.repeat(20)),
      last_name: anyText,
      company: anyText.map((text) => text.repeat(20)),
      title: anyText,
      services_offered: anyText,
      linkedin_url: anyText,
      website: anyText,
    });
    fc.assert(
      fc.property(flat, (data) => {
        const lead = leadOf(data);
        for (const [value, limit] of [
          [lead.firstName, LIMITS.personName],
          [lead.lastName, LIMITS.personName],
          [lead.company.name, LIMITS.companyName],
          [lead.jobTitle, LIMITS.jobTitle],
          [lead.linkedinUrl, LIMITS.url],
          [lead.company.website, LIMITS.url],
        ] as const) {
          expect(value?.length ?? 0).toBeLessThanOrEqual(limit);
          expect(value ?? '').not.toMatch(/[\p{Cc}\p{Cs}]/u);
          expect(value).not.toBe('');
        }
      }),
      { numRuns: 500 },
    );
  });

  it('a clean lead sent again as a flat record is the same lead', () => {
    const flat = fc.record({
      first_name: anyText,
      last_name: anyText,
      company: anyText,
      title: anyText,
      phone: fc.constantFrom('', '(415) 555-0132', '+44 20 7946 0018', 'call me'),
      website: fc.oneof(fc.webUrl(), fc.constant('')),
      email: fc.oneof(fc.emailAddress(), fc.constant('')),
      headcount: fc.integer({ min: 0, max: 20_000 }),
      services_offered: anyText,
      do_not_contact: fc.boolean(),
    });
    fc.assert(
      fc.property(flat, (data) => {
        const first = read(data);
        fc.pre(first.ok);
        if (!first.ok) return;
        const { lead } = first;
        const second = leadOf({
          first_name: lead.firstName,
          last_name: lead.lastName,
          company: lead.company.name,
          title: lead.jobTitle,
          phone: lead.phone,
          website: lead.company.website,
          email: lead.email,
          headcount: lead.headcount,
          services_offered: lead.customFields[102] ?? null,
          do_not_contact: lead.doNotContact,
        });
        expect(second).toEqual(lead);
        expect(dedupeKey(second)).toEqual(dedupeKey(lead));
      }),
      { numRuns: 500 },
    );
  });

  it('the payload itself is not modified', () => {
    const before = structuredClone([providerAFull, providerBFull, providerCFull]);
    leadOf(providerAFull, 'provider_a');
    leadOf(providerBFull, 'provider_b');
    leadOf(providerCFull, 'provider_c');
    expect([providerAFull, providerBFull, providerCFull]).toEqual(before);
  });
});

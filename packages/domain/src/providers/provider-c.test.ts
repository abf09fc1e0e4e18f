import { describe, expect, it } from '@jest/globals';
import { readPayload } from '../read-payload.js';
import { settings, source } from '../testing/leads.js';
import { providerCBare, providerCFull, providerCGeneric } from '../testing/payloads.js';

function read(data: unknown) {
  return readPayload(source('provider_c'), data, settings);
}

function leadOf(data: unknown) {
  const result = read(data);
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return result.lead;
}

/** The custom fields of one address in a search with only the given data. */
function fieldsOf(address: object, search: object = {}, beside: object = {}) {
  return leadOf({ data: { ...search, emails: [address] }, ...beside }).customFields;
}

describe('provider C, a domain search with one address', () => {
  it('becomes this lead', () => {
    expect(read(providerCFull)).toEqual({
      ok: true,
      warnings: [],
      lead: {
        firstName: 'Pepper',
        lastName: 'Potts',
        email: 'pepper.potts@stark.test',
        jobTitle: 'Chief Executive Officer',
        phone: '+16465550111',
        linkedinUrl: 'https://www.linkedin.test/in/pepper',
        company: { name: 'Stark Industries', website: 'stark.test', phone: null },
        industry: 'Manufacturing',
        headcount: null,
        doNotContact: false,
        customFields: {
          101: 'Provider C',
          102: 'Pattern: {first}.{last}; Organization: Stark Industries LLC',
          103: 'Email confidence: 94; Webmail: no',
          104: 'http://stark.test/team, http://press.test/stark',
          105: false,
          108: '1001-5000',
          109: 'C-Suite',
          110: 'Executive',
          111: 'Last seen: 2026-02-01; Verification: valid',
        },
        research: { publicResearch: null, newsArticles: null, initialNotes: null },
        emailVerification: 'valid',
      },
    });
  });
});

describe('provider C, odd payloads', () => {
  it('a generic address has no names, and a verification may be null inside', () => {
    const lead = leadOf(providerCGeneric);
    expect(lead).toMatchObject({
      firstName: null,
      lastName: null,
      email: 'info@wayne.test',
      jobTitle: null,
      phone: null,
      linkedinUrl: null,
      company: { name: 'Wayne', website: 'wayne.test' },
      emailVerification: null,
    });
    expect(lead.customFields).toEqual({
      101: 'Provider C',
      102: 'Organization: Wayne',
      103: 'Email confidence: 71; Webmail: yes',
      105: false,
      108: '10-50',
    });
  });

  it('without its envelope, and with a verification of null', () => {
    expect(leadOf(providerCBare)).toMatchObject({
      firstName: 'Miles',
      lastName: 'Dyson',
      email: 'm.dyson@cyber.test',
      company: { name: 'Cyber Dynamics', website: 'cyber.test' },
      customFields: { 109: 'Senior', 110: 'Engineering' },
    });
  });

  it('an address that is only a text', () => {
    expect(leadOf({ data: { domain: 'acme.test', emails: ['jane@acme.test'] } }).email).toBe(
      'jane@acme.test',
    );
  });
});

describe('specification, "Provider field mapping", custom fields of provider C', () => {
  const value = 'jane@acme.test';

  it('101: "static label"', () => {
    expect(fieldsOf({ value })[101]).toBe('Provider C');
  });

  it('102: "pattern plus organization"', () => {
    expect(fieldsOf({ value }, { pattern: '{f}{last}', organization: 'Acme' })[102]).toBe(
      'Pattern: {f}{last}; Organization: Acme',
    );
    expect(fieldsOf({ value }, { pattern: '{f}{last}' })[102]).toBe('Pattern: {f}{last}');
    expect(fieldsOf({ value })).not.toHaveProperty('102');
  });

  it('103: "email confidence plus webmail flag"', () => {
    expect(fieldsOf({ value, confidence: '88' }, { webmail: 'true' })[103]).toBe(
      'Email confidence: 88; Webmail: yes',
    );
    expect(fieldsOf({ value, confidence: 0 })[103]).toBe('Email confidence: 0');
    expect(fieldsOf({ value }, { webmail: false })[103]).toBe('Webmail: no');
    expect(fieldsOf({ value })).not.toHaveProperty('103');
  });

  it('104: "email sources"', () => {
    const sources = [
      { domain: 'acme.test' },
      { uri: 'http://acme.test/team', domain: 'acme.test' },
      null,
      {},
      'press.test',
    ];
    expect(fieldsOf({ value, sources })[104]).toBe('acme.test, http://acme.test/team, press.test');
    expect(fieldsOf({ value, sources: [] })).not.toHaveProperty('104');
  });

  it('104 shows at most ten sources', () => {
    const sources = Array.from({ length: 50 }, (_, index) => ({ domain: `d${index}.test` }));
    expect(String(fieldsOf({ value, sources })[104]).split(', ')).toHaveLength(10);
  });

  it('105: "false"', () => {
    expect(fieldsOf({ value })[105]).toBe(false);
  });

  it.each([106, 107, 112, 113])('%i: "unavailable"', (id) => {
    const search = {
      headcount: 120,
      technologies: ['nginx'],
      industry: 'Software',
      founded_year: 1998,
      city: 'Chicago',
    };
    expect(fieldsOf({ value }, search)).not.toHaveProperty(String(id));
  });

  it.each([
    ['the number of addresses that the search knows', {}, { meta: { results: 38 } }, '10-50'],
    ['the number in the search itself', { email_count: 240 }, {}, '201-1000'],
    ['the one address that was sent', {}, {}, '1-9'],
    [
      'the headcount, which is no estimate, where it is given',
      { headcount: '51-200' },
      { meta: { results: 3 } },
      '51-200',
    ],
    ['the headcount as a number', { headcount: 4_200 }, {}, '1001-5000'],
  ])('108: "estimated from email count": %s', (_what, search, beside, bracket) => {
    expect(fieldsOf({ value }, search, beside)[108]).toBe(bracket);
  });

  it('a headcount counts as known only if it is an exact number', () => {
    expect(leadOf({ data: { headcount: 4_200, emails: [{ value }] } }).headcount).toBe(4_200);
    expect(leadOf({ data: { headcount: '51-200', emails: [{ value }] } }).headcount).toBeNull();
    expect(leadOf({ data: { emails: [{ value }] }, meta: { results: 38 } }).headcount).toBeNull();
  });

  it('109: "derived from position"', () => {
    expect(fieldsOf({ value, position: 'VP of Sales', seniority: 'junior' })[109]).toBe('VP');
    expect(fieldsOf({ value, seniority: 'senior' })[109]).toBe('Senior');
    expect(fieldsOf({ value, seniority: 'junior' })[109]).toBe('Entry');
    expect(fieldsOf({ value, seniority: 'executive' })[109]).toBe('C-Suite');
    expect(fieldsOf({ value })).not.toHaveProperty('109');
  });

  it('110: "derived from position"', () => {
    expect(fieldsOf({ value, position: 'VP of Sales', department: 'finance' })[110]).toBe('Sales');
    expect(fieldsOf({ value, department: 'it' })[110]).toBe('IT');
    expect(fieldsOf({ value })).not.toHaveProperty('110');
  });

  it('111: "last seen plus verification status"', () => {
    const sources = [{ last_seen_on: '2025-01-01' }, { last_seen_on: '2026-01-01' }, { last_seen_on: null }];
    expect(fieldsOf({ value, sources, verification: { status: 'accept_all' } })[111]).toBe(
      'Last seen: 2026-01-01; Verification: accept_all',
    );
    expect(fieldsOf({ value, last_seen: '2025-05-05' })[111]).toBe('Last seen: 2025-05-05');
    expect(fieldsOf({ value, verification_status: 'valid' })[111]).toBe('Verification: valid');
    expect(fieldsOf({ value, verification: null })).not.toHaveProperty('111');
  });
});

describe('decision "A domain search with several addresses (provider C)"', () => {
  const emails = [{ value: 'jane@acme.test' }, { value: 'omar@acme.test' }, { value: 'lena@acme.test' }];

  it('"is refused, with the suggestion to send an item for each address"', () => {
    expect(read({ data: { domain: 'acme.test', emails } })).toEqual({
      ok: false,
      faults: [
        {
          field: 'data.data.emails',
          value: 3,
          message: 'One item is one lead, and this domain search holds 3 addresses',
          suggestion: 'Send an item for each address: the same search with this one address in emails',
        },
      ],
    });
  });

  it('names the path without an envelope too', () => {
    expect(read({ domain: 'acme.test', emails })).toMatchObject({
      ok: false,
      faults: [{ field: 'data.emails' }],
    });
  });

  it('is not slowed down by a million addresses', () => {
    const many = new Array(1_000_000).fill({ value: 'jane@acme.test' });
    const before = performance.now();
    expect(read({ data: { emails: many } }).ok).toBe(false);
    expect(performance.now() - before).toBeLessThan(10_000);
  });
});

describe('a payload of provider C without its parts', () => {
  it.each([
    [
      'no addresses',
      { data: { domain: 'acme.test', emails: [] } },
      'data.data.emails',
      'The domain search holds no address',
    ],
    [
      'no list of addresses',
      { data: { domain: 'acme.test' } },
      'data.data.emails',
      'a list of addresses is required',
    ],
    [
      'a text for the list',
      { data: { emails: 'jane@acme.test' } },
      'data.data.emails',
      'must be a list of addresses',
    ],
    ['null in the list', { data: { emails: [null] } }, 'data.data.emails[0]', 'must be an address object'],
    ['a number in the list', { emails: [42] }, 'data.emails[0]', 'must be an address object'],
    ['a text for the search', { data: 'acme.test' }, 'data.data', 'must be a domain search object'],
    ['null for the search', { data: null }, 'data.data', 'must be a domain search object'],
    ['something else', { foo: 1 }, 'data.data', 'a domain search object is required'],
    ['a domain alone', { domain: 'acme.test' }, 'data.emails', 'a list of addresses is required'],
  ])('%s names the part', (_what, data, field, message) => {
    expect(read(data)).toMatchObject({ ok: false, faults: [{ field, message }] });
  });

  it.each([
    ['in the envelope', { data: { emails: [{ value: 'jane@' }] } }, 'data.data.emails[0].value'],
    ['without it', { domain: 'acme.test', emails: [{ value: 'jane@' }] }, 'data.emails[0].value'],
    ['as a mere text', { data: { emails: ['jane@'] } }, 'data.data.emails[0].value'],
  ])('a malformed email %s names its path', (_what, data, field) => {
    expect(read(data)).toMatchObject({
      ok: false,
      faults: [{ field, value: 'jane@', message: 'Invalid email address' }],
    });
  });
});

import { describe, expect, it } from '@jest/globals';
import { readPayload } from '../read-payload.js';
import { settings, source } from '../testing/leads.js';
import { FACTS, FLAT_FIELDS } from './field-names.js';

function read(data: unknown, name = 'manual') {
  return readPayload(source(name), data, settings);
}

function leadOf(data: unknown) {
  const result = read(data);
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return result.lead;
}

const full = {
  first_name: ' Jane ',
  last_name: 'Doe',
  email: ' Jane.Doe@Example.com ',
  company: 'ACME WIDGETS, Inc.',
  title: 'Chief Technology Officer',
  phone: '(415) 555-0132 x12',
  website: 'https://acme.example.com/',
  industry: 'Software',
  headcount: 120,
  linkedin_url: 'https://www.linkedin.test/in/jane-doe',
  do_not_contact: false,
  services_offered: 'Cloud hosting, help desk',
  growth_signals: 'Opened an office',
  project_pipelines: 'ERP replacement',
  public_research: 'Family owned.\nFounded in Springfield.',
  news_articles: 'In the press',
  initial_notes: 'Met at a fair',
  external_id: ' crm-4711 ',
};

describe('decision "What data of an import may be": the flat form', () => {
  it('becomes this lead', () => {
    expect(read(full)).toEqual({
      ok: true,
      warnings: ['The extension of the phone number was left out: "x12"'],
      externalId: 'crm-4711',
      lead: {
        firstName: 'Jane',
        lastName: 'Doe',
        email: 'jane.doe@example.com',
        jobTitle: 'Chief Technology Officer',
        phone: '+14155550132',
        linkedinUrl: 'https://www.linkedin.test/in/jane-doe',
        company: { name: 'Acme Widgets', website: 'acme.example.com', phone: null },
        industry: 'Software',
        headcount: 120,
        derivedFields: [107],
        doNotContact: false,
        customFields: {
          101: 'Manual',
          102: 'Cloud hosting, help desk',
          103: 'Opened an office',
          104: 'ERP replacement',
          105: false,
          107: '5M-25M',
          108: '51-200',
        },
        research: {
          publicResearch: 'Family owned.\nFounded in Springfield.',
          newsArticles: 'In the press',
          initialNotes: 'Met at a fair',
        },
        emailVerification: null,
      },
    });
  });

  it.each(['provider_a', 'provider_b', 'provider_c', 'manual', 'csv'])(
    '"is accepted from every source": %s',
    (name) => {
      const result = read(full, name);
      expect(result.ok && result.lead.customFields[101]).toBe(source(name).label);
      expect(result).toMatchObject({ ok: true, lead: { email: 'jane.doe@example.com', firstName: 'Jane' } });
    },
  );

  it('the five fields of the specification are enough', () => {
    expect(
      leadOf({
        first_name: 'Jane',
        last_name: 'Doe',
        email: 'jane@example.com',
        company: 'Acme Inc',
        title: 'CTO',
      }),
    ).toMatchObject({
      firstName: 'Jane',
      lastName: 'Doe',
      email: 'jane@example.com',
      jobTitle: 'CTO',
      company: { name: 'Acme' },
      customFields: { 101: 'Manual', 105: false },
    });
  });

  it.each([
    [4711, '4711'],
    ['0047', '0047'],
    [' ', undefined],
  ])('stores the external id %j as %j', (given, kept) => {
    expect(read({ ...full, external_id: given })).toMatchObject({ ok: true });
    expect((read({ ...full, external_id: given }) as { externalId?: string }).externalId).toBe(kept);
  });

  it.each([[['a']], [{}], [true], [1.5], ['x'.repeat(201)]])('rejects the external id %j', (given) => {
    expect(read({ ...full, external_id: given })).toMatchObject({
      ok: false,
      faults: [{ field: 'data.external_id' }],
    });
  });

  it('has these fields', () => {
    expect([...FLAT_FIELDS].sort()).toEqual([...Object.keys(full), 'company_phone', 'name', ...FACTS].sort());
  });
});

describe('decision "name is accepted in place of first and last name"', () => {
  it.each([
    ['Jane Doe', 'Jane', 'Doe'],
    ['Jane van der Dyk', 'Jane', 'van der Dyk'],
    ['  Jane   Doe ', 'Jane', 'Doe'],
    ['Doe, Jane', 'Jane', 'Doe'],
    ['van Dyk, Jane Maria', 'Jane Maria', 'van Dyk'],
    ['Cher', 'Cher', null],
    ['田中太郎', '田中太郎', null],
    ['Jane Doe, PhD', 'Jane', 'Doe'],
    ['Doe, Jane, PhD', 'Jane', 'Doe'],
  ])('%s', (name, firstName, lastName) => {
    expect(leadOf({ name })).toMatchObject({ firstName, lastName });
  });

  it('first and last name have priority over it', () => {
    expect(leadOf({ name: 'Janet Dough', first_name: 'Jane', last_name: 'Doe' })).toMatchObject({
      firstName: 'Jane',
      lastName: 'Doe',
    });
    expect(leadOf({ name: 'Janet Dough', first_name: 'Jane' })).toMatchObject({
      firstName: 'Jane',
      lastName: null,
    });
  });
});

describe('decision "Flat research fields"', () => {
  it.each([
    ['services_offered → CF_102', { services_offered: 'Cloud' }, { 102: 'Cloud' }],
    ['growth_signals → CF_103', { growth_signals: 'Hiring' }, { 103: 'Hiring' }],
    ['project_pipelines → CF_104', { project_pipelines: 'ERP' }, { 104: 'ERP' }],
    ['headcount → CF_107 and CF_108', { headcount: 30 }, { 107: '5M-25M', 108: '10-50' }],
    [
      'annual_revenue → CF_107, before what the headcount suggests',
      { headcount: 30, Revenue: '$30 Million' },
      { 107: '25M-100M', 108: '10-50' },
    ],
    ['technologies → CF_106', { technologies: ['AWS', 'Okta', 'AWS'] }, { 106: 'AWS, Okta' }],
    ['management_level → CF_109', { Seniority: 'vp' }, { 109: 'VP' }],
    ['department → CF_110', { Departments: 'Engineering & Technical' }, { 110: 'Engineering' }],
    ['founded_year → CF_112', { 'Founded Year': '1999' }, { 112: 1999 }],
    [
      'street, city, state, postal_code and country → CF_113',
      { 'Company City': 'Boston', 'Company State': 'MA', 'Company Country': 'United States', zip: 2110 },
      { 113: 'Boston, MA, 2110, United States' },
    ],
    [
      'location → CF_113, with what it does not name',
      { 'Company Address': '1 Main St, Boston', city: 'boston', country: 'USA' },
      { 113: '1 Main St, Boston, USA' },
    ],
    ['industry stands in for services_offered', { industry: 'Software' }, { 102: 'Software' }],
    [
      'services_offered counts before industry',
      { industry: 'Software', services_offered: 'Cloud' },
      { 102: 'Cloud' },
    ],
  ])('%s', (_what, data, fields) => {
    expect(leadOf(data).customFields).toEqual({ 101: 'Manual', 105: false, ...fields });
  });

  it.each([
    ['public_research', 'publicResearch'],
    ['news_articles', 'newsArticles'],
    ['initial_notes', 'initialNotes'],
  ])('%s is stored as a text of several lines', (field, key) => {
    expect(leadOf({ [field]: ' one \r\n\r\n two\u0000 ' }).research).toMatchObject({ [key]: 'one\n\ntwo' });
  });
});

it.each([
  [{ annual_revenue: 'plenty' }, 'annual_revenue'],
  [{ 'Year Founded': 'long ago' }, 'founded_year'],
  [{ department: {} }, 'department'],
  [{ city: 7 }, 'city'],
  // A phone number in the wrong column, as a spreadsheet shows it.
  [{ 'Company Size': '4.91512E+12' }, 'headcount'],
])('%p is unreadable: the lead is imported without it, with a warning', (data, field) => {
  expect(leadOf(data).customFields).toEqual({ 101: 'Manual', 105: false });
  const [key] = Object.keys(data);
  expect(read(data)).toMatchObject({
    ok: true,
    warnings: [`"${String(key)}" was ignored: its value cannot be read as ${field}`],
  });
});

describe('headcount', () => {
  it.each([
    [120, 120, '51-200'],
    ['120', 120, '51-200'],
    ['1,200', 1_200, '1001-5000'],
    ['51-200', null, '51-200'],
    ['10001+', null, '10001+'],
    [1, 1, '1-9'],
  ])('%p', (headcount, exact, bracket) => {
    const lead = leadOf({ headcount });
    expect(lead.headcount).toBe(exact);
    expect(lead.customFields[108]).toBe(bracket);
  });

  it.each([0, '0', null, '', undefined])('of %p is unknown', (headcount) => {
    const lead = leadOf({ headcount });
    expect(lead.headcount).toBeNull();
    expect(lead.customFields).toEqual({ 101: 'Manual', 105: false });
  });

  it.each([[-1], [50.5], ['1.25'], ['12. Oct'], ['many'], [true], [[120]], [{}], [Number.NaN]])(
    'of %p is rejected',
    (headcount) => {
      expect(read({ headcount })).toMatchObject({
        ok: false,
        faults: [
          { field: 'data.headcount', message: 'must be a whole number of employees, from 0 to 10,000,000' },
        ],
      });
    },
  );
});

describe('do_not_contact', () => {
  it.each([true, 'true', 'Yes', 1, 'on'])('%p opts out', (flag) => {
    const lead = leadOf({ do_not_contact: flag });
    expect(lead.doNotContact).toBe(true);
    expect(lead.customFields[105]).toBe(true);
  });

  it.each([false, 'false', 'No', 0, null, undefined, ''])('%p does not', (flag) => {
    const lead = leadOf({ do_not_contact: flag });
    expect(lead.doNotContact).toBe(false);
    expect(lead.customFields[105]).toBe(false);
  });

  it.each([['maybe'], [2], [{}], [[]]])('%p is rejected: an opt-out must not be guessed', (flag) => {
    expect(read({ do_not_contact: flag })).toMatchObject({
      ok: false,
      faults: [{ field: 'data.do_not_contact', message: 'must be a boolean' }],
    });
  });
});

describe('wrong types', () => {
  it.each([
    'first_name',
    'last_name',
    'name',
    'company',
    'title',
    'website',
    'industry',
    'linkedin_url',
    'services_offered',
    'growth_signals',
    'project_pipelines',
    'public_research',
    'news_articles',
    'initial_notes',
  ])('%s must be a string', (field) => {
    for (const value of [42, true, {}, [], [['x']]]) {
      expect(read({ [field]: value })).toMatchObject({
        ok: false,
        faults: [{ field: `data.${field}`, message: 'must be a string' }],
      });
    }
  });

  it('a phone may be a number, as in spreadsheets, and nothing else', () => {
    expect(leadOf({ phone: 4155550132 }).phone).toBe('+14155550132');
    expect(read({ phone: { number: '1' } })).toMatchObject({ ok: false, faults: [{ field: 'data.phone' }] });
    expect(read({ phone: true })).toMatchObject({ ok: false, faults: [{ field: 'data.phone' }] });
  });

  it('the first of several phones in one text is used, with a warning', () => {
    expect(
      read({ phone: '+1 415 555 0132; +1 415 555 0133', company_phone: '+1 415 555 0100 x5' }),
    ).toMatchObject({
      lead: { phone: '+14155550132', company: { phone: '+14155550100' } },
      warnings: [
        'Of several numbers in the phone number the first one was taken, without "+1 415 555 0133"',
        `The extension of the company's phone number was left out: "x5"`,
      ],
    });
  });

  it.each(['12,5', '12. Oct', 'many'])('%s under a name other than headcount is left out', (employees) => {
    expect(read({ email: 'jane@example.com', employees })).toMatchObject({
      ok: true,
      lead: { headcount: null },
      warnings: ['"employees" was ignored: its value cannot be read as headcount'],
    });
  });

  it('null, empty and blank fields count as missing', () => {
    const blank = Object.fromEntries(FLAT_FIELDS.map((field) => [field, ' ']));
    const empty = Object.fromEntries(FLAT_FIELDS.map((field) => [field, null]));
    expect(leadOf(blank)).toEqual(leadOf({}));
    expect(leadOf(empty)).toEqual(leadOf({}));
  });

  it('decision "Validation details": every error is listed, by dotted path', () => {
    const result = read({
      first_name: 1,
      email: 'nope',
      headcount: -1,
      do_not_contact: 'maybe',
      company: [],
    });
    expect(!result.ok && result.faults.map((fault) => fault.field)).toEqual([
      'data.email',
      'data.first_name',
      'data.company',
      'data.headcount',
      'data.do_not_contact',
    ]);
  });

  it('the company’s phone is also used if the person has none', () => {
    const phones = { email: 'jane@example.com', company_phone: '(415) 555-0100' };
    expect(leadOf(phones)).toMatchObject({ phone: '+14155550100', company: { phone: '+14155550100' } });
    expect(leadOf({ ...phones, phone: '(415) 555-0132' }).phone).toBe('+14155550132');
  });
});

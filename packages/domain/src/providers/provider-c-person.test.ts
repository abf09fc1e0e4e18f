import { describe, expect, it } from '@jest/globals';
import { readingsOf } from '../testing/readings.js';

const { leadOf, faultOf, warningsOf } = readingsOf('provider_c');

const finder = {
  first_name: 'Priya',
  last_name: 'Nandan',
  email: 'priya@cedar.test',
  score: 96,
  domain: 'cedar.test',
  company: 'Cedar Point Dental',
};
const withValues = (values: object) => leadOf({ data: { ...finder, ...values } });

describe('a person of Hunter', () => {
  it('of the email finder', () => {
    const verification = { date: '2026-04-12', status: 'valid' };
    const sources = [{ uri: 'https://cedar.test/about', last_seen_on: '2026-03-18' }];
    expect(withValues({ position: 'Head of Finance', verification, sources })).toMatchObject({
      firstName: 'Priya',
      lastName: 'Nandan',
      company: { name: 'Cedar Point Dental', website: 'cedar.test' },
      emailVerification: 'valid',
      customFields: {
        102: 'Organization: Cedar Point Dental',
        103: 'Email confidence: 96',
        104: 'https://cedar.test/about',
        109: 'Director',
        110: 'Finance',
        111: 'Last seen: 2026-03-18; Verification: valid',
      },
    });
  });

  it('of the person look-up', () => {
    const person = {
      name: { fullName: 'Priya Nandan', givenName: 'Priya', familyName: 'Nandan' },
      email: 'priya@cedar.test',
      employment: {
        name: 'Cedar',
        domain: 'cedar.test',
        title: 'CFO',
        seniority: 'executive',
        role: 'finance',
      },
      linkedin: { handle: 'in/priya-example' },
      geo: { countryCode: 'DE' },
      phone: '030 901820',
      activeAt: '2026-01-02T10:00:00Z',
    };
    expect(leadOf({ data: person })).toMatchObject({
      firstName: 'Priya',
      lastName: 'Nandan',
      phone: '+4930901820',
      linkedinUrl: 'https://www.linkedin.com/in/priya-example',
      jobTitle: 'CFO',
      company: { name: 'Cedar', website: 'cedar.test' },
      customFields: { 109: 'C-Suite', 110: 'Finance', 111: 'Last seen: 2026-01-02' },
    });
  });

  it('with the company beside', () => {
    const company = {
      name: 'Cedar',
      domain: 'cedar.test',
      phone: '+12025550100',
      category: { industry: 'Health Care' },
      metrics: { employees: '51-200' },
    };
    expect(leadOf({ data: { person: { email: 'priya@cedar.test' }, company } })).toMatchObject({
      company: { name: 'Cedar', website: 'cedar.test', phone: '+12025550100' },
      industry: 'Health Care',
      customFields: { 108: '51-200' },
    });
  });

  it('as the payload itself is also read by the names of the flat format', () => {
    const { score, ...flat } = finder;
    expect(leadOf({ ...flat, confidence_score: score, 'Mobile Phone': '202-555-0143' })).toMatchObject({
      phone: '+12025550143',
      customFields: { 103: 'Email confidence: 96' },
    });
  });
});

describe('values that are empty', () => {
  it.each([
    [{ first_name: '', last_name: ' ', name: { givenName: 'Priya', familyName: 'Nandan' } }],
    [{ first_name: null, last_name: null, name: 'Nandan, Priya' }],
    [{ first_name: null, last_name: null, name: { givenName: '', fullName: 'Priya Nandan' } }],
  ])('do not hide the other names of a person: %j', (values) => {
    expect(withValues(values)).toMatchObject({ firstName: 'Priya', lastName: 'Nandan' });
  });

  it.each([
    [{ company: '', employment: { name: 'Cedar' } }, 'Cedar'],
    [{ company: {}, employment: { name: 'Cedar' } }, 'Cedar'],
    [{ company: { name: 'Cedar' } }, 'Cedar'],
    [{ company: null, employment: null }, null],
  ])('do not hide the other names of a company: %j', (values, name) => {
    expect(withValues(values).company.name).toBe(name);
  });

  it.each([
    [{ company_size: '51-200' }, '51-200', null],
    [{ company_size: 120 }, '51-200', 120],
    [{ company_size: '' }, undefined, null],
    [{ company_size: 0 }, undefined, null],
  ])('%j', (values, range, headcount) => {
    const lead = withValues(values);
    expect([lead.customFields[108], lead.headcount]).toEqual([range, headcount]);
  });

  it.each([
    [{ linkedin_url: '', linkedin: 'https://linkedin.test/in/p' }, 'https://linkedin.test/in/p'],
    [{ linkedin_url: null, linkedin: { handle: '/in/p' } }, 'https://www.linkedin.com/in/p'],
    [{ linkedin: { handle: null } }, null],
    [{ linkedin: {} }, null],
  ])('%j has the profile %j', (values, linkedinUrl) => {
    expect(withValues(values).linkedinUrl).toBe(linkedinUrl);
  });
});

describe('level and department', () => {
  it.each([
    [{ position: 'VP of Sales', employment: { seniority: 'junior', role: 'legal' } }, 'VP', 'Sales'],
    [{ position: 'Wizard', employment: { seniority: 'executive', role: 'legal' } }, 'C-Suite', 'Legal'],
    [{ position: 'Wizard', seniority: 'senior', department: 'it' }, 'Senior', 'IT'],
    [{ position: 'Wizard' }, 'Other', 'Other'],
    [{ seniority: 'junior' }, 'Entry', undefined],
    [{ position: null }, undefined, undefined],
  ])('of %j', (values, level, department) => {
    const { customFields } = withValues(values);
    expect([customFields[109], customFields[110]]).toEqual([level, department]);
  });
});

describe('opt-outs and notes', () => {
  it.each([
    [{ sending_status: 'unsubscribed' }, true],
    [{ sending_status: ' Unsubscribed ' }, true],
    [{ sending_status: 'UNSUBSCRIBED' }, true],
    [{ sending_status: 'subscribed' }, false],
    [{ sending_status: '' }, false],
    [{ sending_status: null }, false],
    [{ sending_status: true }, false],
    [{ sending_status: ['unsubscribed'] }, false],
    [{ sending_status: 'sent' }, false],
    [{ do_not_contact: 'yes' }, true],
  ])('%j', (values, doNotContact) => {
    expect(withValues(values).doNotContact).toBe(doNotContact);
  });

  it('notes keep their lines', () => {
    expect(withValues({ notes: 'Met at a fair\r\n\r\n\r\nCall in May ' }).research.initialNotes).toBe(
      'Met at a fair\n\nCall in May',
    );
    expect(withValues({ notes: ['x'] }).research.initialNotes).toBeNull();
  });
});

describe('responses that are rejected', () => {
  it('companies without people', () => {
    const rows = [{ domain: 'a.test', organization: 'A' }, { domain: 'b.test' }];
    expect(faultOf({ data: rows })).toEqual({
      field: 'data.data',
      value: 2,
      message: 'This payload holds companies and no people',
      suggestion: 'Search for the addresses of a company (domain-search), and send that response',
    });
  });

  it.each([
    ['two leads', { data: { leads: [finder, finder] } }, 'data.data.leads'],
    ['no leads', { leads: [] }, 'data.leads'],
    ['a malformed email', { data: { ...finder, email: 'priya@' } }, 'data.data.email'],
    ['a malformed email of a lead', { leads: [{ ...finder, email: 'priya@' }] }, 'data.leads[0].email'],
  ])('%s', (_what, data, field) => {
    expect(faultOf(data)?.field).toBe(field);
  });
});

describe('a domain search', () => {
  const search = (values: object, address: object = {}) => ({
    data: { domain: 'acme.test', ...values, emails: [{ value: 'jane@acme.test', ...address }] },
  });

  it.each([
    ['company name', { organization: 'x'.repeat(201) }, {}, 200],
    ['job title', {}, { position: 'x'.repeat(201) }, 200],
  ])('with a long %s shortens it with a warning', (name, values, address, limit) => {
    expect(warningsOf(search(values, address))).toEqual([`The ${name} was shortened to ${limit} characters`]);
  });

  it('with an organization that is an object reports it', () => {
    expect(warningsOf(search({ organization: { name: 'Acme' } }))).toEqual([
      'The company name could not be read; the lead is imported without it',
    ]);
  });

  it.each([
    [{ headcount: 0, email_count: 240 }, '201-1000'],
    [{ headcount: 'unknown', email_count: 240 }, '201-1000'],
    [{ headcount: '11-50' }, '10-50'],
  ])('%j has %s employees', (values, range) => {
    expect(leadOf(search(values)).customFields[108]).toBe(range);
  });

  it('with an empty position has the raw one', () => {
    expect(leadOf(search({}, { position: ' ', position_raw: 'Head of IT' })).jobTitle).toBe('Head of IT');
  });
});

import { describe, expect, it } from '@jest/globals';
import { readingsOf } from '../testing/readings.js';

const { read, leadOf, faultOf, warningsOf } = readingsOf('lusha');

const contact = {
  id: '1',
  firstName: 'Dana',
  lastName: 'Whitfield',
  jobTitle: { title: 'VP of IT', departments: ['Information Technology'], seniority: 'vice president' },
  emails: [{ email: 'dana@northgate.test', type: 'work', confidence: 'A+' }],
  company: { id: '9', name: 'Northgate Logistics', domain: 'northgate.test' },
};

const responseWith = (values: object) => ({ requestId: 'r', results: [{ ...contact, ...values }] });

function withValues(values: object) {
  return leadOf(responseWith(values));
}

function withCompany(company: object) {
  return withValues({ company: { ...contact.company, ...company } });
}

describe('a contact of Lusha', () => {
  it('is read with its company', () => {
    expect(
      read(responseWith({ socialLinks: { linkedin: 'https://www.linkedin.com/in/dana-example' } })),
    ).toMatchObject({
      ok: true,
      warnings: [],
      lead: {
        firstName: 'Dana',
        lastName: 'Whitfield',
        email: 'dana@northgate.test',
        jobTitle: 'VP of IT',
        linkedinUrl: 'https://www.linkedin.com/in/dana-example',
        company: { name: 'Northgate Logistics', website: 'northgate.test' },
        doNotContact: false,
        customFields: { 109: 'VP', 110: 'IT' },
      },
    });
  });

  it.each([
    [{ firstName: null, lastName: null, fullName: 'Dana Whitfield' }],
    [{ firstName: '', lastName: '', fullName: ' ', name: 'Whitfield, Dana' }],
  ])('has the parts of its full name if it has no others: %j', (names) => {
    expect(withValues(names)).toMatchObject({ firstName: 'Dana', lastName: 'Whitfield' });
  });

  it.each([
    [
      'a text',
      { jobTitle: 'CFO', seniority: 'executive', departments: [{ name: 'Finance' }] },
      'CFO',
      'Finance',
    ],
    [
      'an object without its own terms',
      { jobTitle: { title: 'CFO', seniority: '', departments: [] }, departments: 'Finance' },
      'CFO',
      'Finance',
    ],
    [
      'an object with one department',
      { jobTitle: { title: 'CFO', departments: 'Finance' } },
      'CFO',
      'Finance',
    ],
  ])('may have a title that is %s', (_what, values, jobTitle, department) => {
    expect(withValues(values)).toMatchObject({ jobTitle, customFields: { 110: department } });
  });

  it.each([
    [
      { linkedin: 'https://linkedin.test/in/dana' },
      'https://linkedin.test/in/old',
      'https://linkedin.test/in/dana',
    ],
    [{ linkedin: '' }, 'https://linkedin.test/in/dana', 'https://linkedin.test/in/dana'],
    [null, 'https://linkedin.test/in/dana', 'https://linkedin.test/in/dana'],
    [[], null, null],
  ])('with the links %j and %j has the profile %j', (socialLinks, linkedinUrl, expected) => {
    expect(withValues({ socialLinks, linkedinUrl }).linkedinUrl).toBe(expected);
  });

  it('lists the former jobs once each', () => {
    const job = { jobTitle: { title: 'Head of IT' }, company: { name: 'Globex' } };
    const previousEmployment = [
      job,
      { ...job, company: 'Globex', jobTitle: 'Head of IT' },
      { company: null },
      'Initech',
    ];
    expect(withValues({ previousEmployment }).customFields[111]).toBe(
      'Previous employment: Head of IT at Globex, Initech',
    );
  });
});

describe('emails of Lusha', () => {
  it.each([
    [
      'the work email',
      [
        { email: 'dana@home.test', type: 'private' },
        { email: 'dana@work.test', type: 'Work' },
      ],
      'dana@work.test',
    ],
    ['the first if none is marked', [{ email: 'dana@a.test' }, { email: 'dana@b.test' }], 'dana@a.test'],
    [
      'the next if a work email is empty',
      [
        { email: '', type: 'work' },
        { email: 'dana@b.test', type: 'private' },
      ],
      'dana@b.test',
    ],
    ['a text in the list', ['dana@a.test'], 'dana@a.test'],
    ['one object instead of a list', { email: 'dana@a.test' }, 'dana@a.test'],
    ['one text instead of a list', 'dana@a.test', 'dana@a.test'],
    ['an address', [{ address: 'dana@a.test' }], 'dana@a.test'],
    ['none of an empty list', [], null],
    ['none of a list of nulls', [null, {}], null],
  ])('%s is read', (_what, emails, email) => {
    expect(withValues({ emails }).email).toBe(email);
  });

  it.each([
    ['emailAddresses', { emailAddresses: [{ email: 'dana@a.test', emailType: 'work' }] }],
    ['contactMethods', { contactMethods: { emails: [{ value: 'dana@a.test' }] } }],
    ['email', { email: 'dana@a.test' }],
  ])('are read from %s too', (_where, values) => {
    expect(withValues({ emails: null, ...values }).email).toBe('dana@a.test');
  });

  it.each([
    [{ emails: [null, { email: 'dana@' }] }, 'data.results[0].emails[1].email'],
    [{ emails: [{ address: 'dana@' }] }, 'data.results[0].emails[0].address'],
    [{ emails: ['dana@'] }, 'data.results[0].emails[0]'],
    [{ emails: 'dana@' }, 'data.results[0].emails'],
    [
      { emails: null, contactMethods: { emails: [{ value: 'dana@' }] } },
      'data.results[0].contactMethods.emails[0].value',
    ],
    [{ emails: null, email: 'dana@' }, 'data.results[0].email'],
  ])('in %j that are invalid are named by their path', (values, field) => {
    expect(faultOf(responseWith(values))).toMatchObject({
      field,
      value: 'dana@',
      message: 'Invalid email address',
    });
  });
});

describe('phones of Lusha', () => {
  it('are the first that may be called', () => {
    const phones = [
      { number: '+12025550143', doNotCall: 'true' },
      { number: null },
      { number: '+12025550144' },
    ];
    expect(read(responseWith({ phones }))).toMatchObject({
      lead: { phone: '+12025550144', doNotContact: false },
      warnings: ['A phone number that is on a do-not-call list was left out'],
    });
  });

  it('that are all on a do-not-call list are an opt-out', () => {
    const phones = [
      { number: '+12025550143', doNotCall: true },
      { number: null, doNotCall: false },
    ];
    expect(withValues({ phones })).toMatchObject({
      phone: null,
      doNotContact: true,
      customFields: { 105: true },
    });
  });

  it('with a pause before an extension lose the extension with a warning', () => {
    expect(read(responseWith({ phones: ['+1 202 555 0143 ext. 12'] }))).toMatchObject({
      lead: { phone: '+12025550143' },
      warnings: ['The extension of the phone number was left out: "ext. 12"'],
    });
  });

  it.each([
    ['the person’s country', { location: { countryIso2: 'DE' } }],
    ['the country by name', { location: { country: 'Germany' } }],
    [
      'the company’s country',
      { location: {}, company: { name: 'Nordtor', location: { country: 'Germany' } } },
    ],
  ])('without a country code are read with %s', (_what, values) => {
    expect(withValues({ ...values, phones: ['030 901820'] }).phone).toBe('+4930901820');
  });
});

describe('the company of Lusha', () => {
  it.each([
    ['a name', { company: 'Northgate' }, 'Northgate'],
    ['a name beside it', { company: null, companyName: 'Northgate' }, 'Northgate'],
    [
      'an object without a name',
      { company: { name: '', domain: 'n.test' }, companyName: 'Northgate' },
      'Northgate',
    ],
  ])('may be %s', (_what, values, name) => {
    expect(withValues(values).company.name).toBe(name);
  });

  it.each([
    [{ employees: '51 - 200' }, '51-200'],
    [{ employeeCount: 120 }, '51-200'],
    [{ companySize: [51, 200] }, '51-200'],
    [{ employees: '1.200' }, '1001-5000'],
    [{ companySize: ['10001'] }, '10001+'],
    [{ employees: 0, companySize: [51, 200] }, '51-200'],
    [{ employees: 'unknown', companySize: [51, 200] }, '51-200'],
  ])('%j has %s employees', (company, range) => {
    expect(withCompany(company).customFields[108]).toBe(range);
  });

  it.each([
    [{ revenueRange: [5_000_000, 25_000_000] }, '5M-25M'],
    [{ revenueRange: [], revenue: '$18 Million' }, '5M-25M'],
    [{ revenueRange: [null, null], revenue: '$18 Million' }, '5M-25M'],
  ])('%j has a revenue of %s', (company, range) => {
    expect(withCompany(company).customFields[107]).toBe(range);
  });

  it.each([[{ companySize: [] }], [{ companySize: [null, 200] }], [{ employees: {} }], [{ employees: -1 }]])(
    '%j has no number of employees',
    (company) => {
      expect(withCompany(company).customFields).not.toHaveProperty('108');
    },
  );

  it('has the person’s place if it has none', () => {
    const location = { city: 'Columbus', state: 'Ohio', country: 'United States' };
    expect(withValues({ location }).customFields[113]).toBe('Columbus, Ohio, United States');
    expect(withValues({ location, company: { name: 'N', location: {} } }).customFields[113]).toBe(
      'Columbus, Ohio, United States',
    );
    expect(
      withValues({ location, company: { name: 'N', location: { city: 'Boise' } } }).customFields[113],
    ).toBe('Boise');
  });

  it('in a known field of another name is reported', () => {
    expect(warningsOf(responseWith({ company: { name: 'N', url: 'x', homepage: 'n.test' } }))).toEqual([
      '"results[0].company.homepage" was ignored: the provider\'s payload has no website at this place',
    ]);
  });

  it.each(['__proto__', 'constructor', 'missing'])(
    'with the id %s among the companies is unknown',
    (companyId) => {
      const data = {
        contacts: { '1': { data: { ...contact, company: null, companyId } } },
        companies: { '5': { name: 'N' } },
      };
      expect(leadOf(data).company.name).toBeNull();
    },
  );
});

describe('entries of Lusha without a person', () => {
  it.each([
    [
      { code: 'COMPLIANCE_RESTRICTED' },
      'COMPLIANCE_RESTRICTED',
      'Lusha may not share this person; leave the entry out',
    ],
    [{ name: 'EMPTY_DATA', code: 3 }, 'EMPTY_DATA', 'Leave the entry out'],
    [{ code: 404 }, '404', 'Leave the entry out'],
  ])('with the error %j are rejected', (error, value, suggestion) => {
    expect(faultOf({ results: [{ id: '1', error }] })).toEqual({
      field: 'data.results[0].error',
      value,
      message: `Lusha gives no contact: ${value}`,
      suggestion,
    });
  });

  it.each([[null], [{}], ['']])('an error of %j is none', (error) => {
    expect(withValues({ error }).email).toBe('dana@northgate.test');
  });

  it('a row of a search is rejected with the call that returns the contact', () => {
    expect(faultOf({ results: [{ name: 'Dana W', has: ['emails'], canReveal: [] }] })).toEqual({
      field: 'data.results[0].emails',
      value: null,
      message: 'is missing: this is a row of a search',
      suggestion: 'Enrich the person first (/v3/contacts/enrich), and send its response',
    });
  });

  it.each([[{ contacts: {} }], [{ contacts: [] }], [{ results: [] }]])('%j holds nobody', (data) => {
    expect(faultOf(data)?.message).toBe('This payload holds no contact');
  });

  it('two contacts are rejected with their number', () => {
    expect(faultOf({ results: [contact, contact] })).toMatchObject({
      field: 'data.results',
      value: 2,
      message: 'One item is one lead, and this payload holds 2 contacts',
    });
  });
});

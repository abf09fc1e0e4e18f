import { describe, expect, it } from '@jest/globals';
import { readingsOf } from '../testing/readings.js';

const { read, leadOf, faultOf } = readingsOf('cognism');

const contact = {
  id: '00000000-0000-4000-8000-000000000002',
  firstName: 'Dana',
  lastName: 'Whitfield',
  jobTitle: 'VP of IT',
  email: { address: 'dana@northgate.test', quality: 'HIGH_PLUS' },
  country: 'United States',
  account: { name: 'Northgate Logistics', domain: 'northgate.test' },
};

/** The lead of the contact with other values. */
function withValues(values: object) {
  return leadOf({ results: [{ ...contact, ...values }] });
}

function withAccount(account: object) {
  return withValues({ account: { ...contact.account, ...account } });
}

describe('a contact of Cognism', () => {
  it('is read with the company of its account', () => {
    expect(read({ totalResults: 1, results: [contact] })).toMatchObject({
      ok: true,
      warnings: [],
      lead: {
        firstName: 'Dana',
        lastName: 'Whitfield',
        email: 'dana@northgate.test',
        jobTitle: 'VP of IT',
        company: { name: 'Northgate Logistics', website: 'northgate.test', phone: null },
        emailVerification: 'HIGH_PLUS',
        doNotContact: false,
      },
    });
  });

  it.each([
    ['Łukasz', 'Wiśniewski'],
    ['Анна', 'Петрова'],
    ['伟', '王'],
    ['محمد', 'الأحمد'],
  ])('keeps the letters of %s %s', (firstName, lastName) => {
    expect(withValues({ firstName, lastName })).toMatchObject({ firstName, lastName });
  });

  it('has the parts of its full name if it has no others', () => {
    const names = { firstName: '', lastName: null, fullName: 'Whitfield, Dana' };
    expect(withValues(names)).toMatchObject({ firstName: 'Dana', lastName: 'Whitfield' });
  });

  it.each([
    ['a text', 'dana@northgate.test', 'dana@northgate.test', null],
    ['an object without an address', { address: null, quality: null }, null, null],
    ['an empty object', {}, null, null],
    ['null', null, null, null],
    ['an address in capitals', { address: ' Dana@Northgate.TEST ' }, 'dana@northgate.test', null],
  ])('may have an email that is %s', (_what, email, expected, emailVerification) => {
    expect(withValues({ email })).toMatchObject({ email: expected, emailVerification });
  });

  it.each([
    [{ address: 'dana@' }, 'data.results[0].email.address', 'Invalid email address'],
    ['dana@', 'data.results[0].email', 'Invalid email address'],
    [
      [{ address: 'dana@northgate.test' }],
      'data.results[0].email',
      'must be a text: the form of this email is not known',
    ],
    [
      { work: 'dana@northgate.test' },
      'data.results[0].email',
      'must be a text: the form of this email is not known',
    ],
  ])('with the email %j is rejected at its path', (email, field, message) => {
    expect(faultOf({ results: [{ ...contact, email }] })).toMatchObject({ field, message });
  });
});

describe('phones of Cognism', () => {
  it('are the first of the mobile, direct and other numbers', () => {
    const directPhoneNumbers = [{ number: '+12025550144', label: 'DIRECT_DIAL' }];
    const mobilePhoneNumbers = [{ number: null }, { number: '+12025550143' }];
    expect(withValues({ directPhoneNumbers, mobilePhoneNumbers }).phone).toBe('+12025550143');
    expect(withValues({ directPhoneNumbers, mobilePhoneNumbers: [] }).phone).toBe('+12025550144');
    expect(withValues({ phoneNumbers: ['+12025550145'], mobilePhoneNumbers: null }).phone).toBe(
      '+12025550145',
    );
  });

  it.each([[true], ['true'], [1]])(
    'in a national register are left out, without an opt-out: dnc %j',
    (dnc) => {
      const mobilePhoneNumbers = [
        { number: '+12025550143', dnc },
        { number: '+12025550144', dnc: false },
      ];
      expect(read({ results: [{ ...contact, mobilePhoneNumbers }] })).toMatchObject({
        lead: { phone: '+12025550144', doNotContact: false },
        warnings: ['A phone number that is on a do-not-call list was left out'],
      });
    },
  );

  it('of the office are the company’s, and the fallback for the person’s', () => {
    const lead = withAccount({ officePhoneNumbers: [{ number: '+12025550100' }] });
    expect(lead).toMatchObject({ phone: '+12025550100', company: { phone: '+12025550100' } });
  });

  it.each([
    ['the person’s country', { country: 'Germany', mobilePhoneNumbers: ['030 901820'] }, '+4930901820'],
    [
      'the company’s country',
      {
        country: null,
        mobilePhoneNumbers: ['030 901820'],
        account: { name: 'Nordtor', location: [{ addressType: 'hq', country: 'Germany' }] },
      },
      '+4930901820',
    ],
  ])('without a country code are read with %s', (_what, values, phone) => {
    expect(withValues(values).phone).toBe(phone);
  });

  it('a single number instead of a list is read', () => {
    expect(withValues({ mobilePhoneNumbers: { number: '+12025550143' } }).phone).toBe('+12025550143');
  });
});

describe('the account of Cognism', () => {
  it('fills the custom fields', () => {
    const account = {
      headcount: 640,
      industry: ['Logistics', 'Freight'],
      revenue: '82000000',
      founded: '1998',
      technologies: [{ name: 'Salesforce' }, 'SAP', null],
      location: [
        { addressType: 'branch', city: 'Boise' },
        { addressType: 'HQ', street: '100 Example Way', city: 'Columbus', state: 'Ohio', zip: 43004 },
      ],
    };
    expect(withAccount(account)).toMatchObject({
      headcount: 640,
      industry: 'Logistics',
      customFields: {
        102: 'Logistics, Freight',
        106: 'Salesforce, SAP',
        107: '25M-100M',
        108: '201-1000',
        112: 1998,
        113: '100 Example Way, Columbus, Ohio, 43004',
      },
    });
  });

  it.each([
    ['the exact number before the range', { headcount: 640, sizeFrom: 1, sizeTo: 10 }, '201-1000', 640],
    ['a text with dots', { headcount: '1.001-5.000' }, '1001-5000', null],
    ['a range', { sizeFrom: 501, sizeTo: 1000 }, '201-1000', null],
    ['a range of texts', { sizeFrom: '11', sizeTo: '50' }, '10-50', null],
    ['a range without an end', { sizeFrom: 10_001, sizeTo: null }, '10001+', null],
    ['a range beside a headcount of zero', { headcount: 0, sizeFrom: 51, sizeTo: 200 }, '51-200', null],
    ['a range beside an unknown headcount', { headcount: 'n/a', sizeFrom: 51, sizeTo: 200 }, '51-200', null],
  ])('has its number of employees from %s', (_what, account, range, headcount) => {
    expect(withAccount(account)).toMatchObject({ headcount, customFields: { 108: range } });
  });

  it('without a number of employees has none', () => {
    expect(withAccount({ headcount: 0, sizeTo: 50 }).customFields).not.toHaveProperty('108');
    expect(withAccount({ headcount: -5 }).headcount).toBeNull();
  });

  it('has its first address if none is that of the headquarters', () => {
    expect(withAccount({ location: [null, 'Ohio', { city: 'Boise' }] }).customFields[113]).toBe('Boise');
    expect(withAccount({ location: { city: 'Boise' } }).customFields[113]).toBe('Boise');
    expect(withAccount({ location: [] }).customFields).not.toHaveProperty('113');
  });

  it('in a known field of another name is reported', () => {
    const account = {
      name: 'Northgate',
      headquartersPhone: null,
      phone: '+12025550100',
      homepage: 'northgate.test',
    };
    expect(read({ results: [{ ...contact, account }] })).toMatchObject({
      ok: true,
      warnings: [
        '"results[0].account.phone" was ignored: the provider\'s payload has no phone at this place',
        '"results[0].account.homepage" was ignored: the provider\'s payload has no website at this place',
      ],
    });
  });
});

describe('terms of Cognism', () => {
  it.each([
    ['VP-Level', 'VP'],
    ['C-Level', 'C-Suite'],
    [['Director-Level', 'VP-Level'], 'Director'],
  ])('the level %j is %s', (managementLevel, level) => {
    expect(withValues({ managementLevel }).customFields[109]).toBe(level);
  });

  it.each([
    [['IT'], 'IT'],
    ['Finance', 'Finance'],
    [[{ name: 'Human Resources' }], 'HR'],
  ])('the function %j is %s', (jobFunction, department) => {
    expect(withValues({ jobFunction }).customFields[110]).toBe(department);
  });

  it.each([
    [{ jobJoinEvent: [{ date: '2026-01-01' }] }, 'Recent job change: Yes'],
    [{ hiringEvent: [{ title: 'Engineer' }] }, 'Hiring: Yes'],
    [
      { jobJoinEvent: { date: '2026-01-01' }, account: { name: 'N', hiringEvent: ['Engineer'] } },
      'Recent job change: Yes; Hiring: Yes',
    ],
  ])('the events %j are signals', (values, signals) => {
    expect(withValues(values).customFields[111]).toBe(signals);
  });

  it('no events are no signals', () => {
    expect(withValues({ jobJoinEvent: [{}, null], hiringEvent: {} }).customFields).not.toHaveProperty('111');
  });
});

describe('other responses of Cognism', () => {
  it('a preview is rejected with the call that returns the contact', () => {
    const row = { redeemId: 'x', firstName: 'Dana', email: { address: null }, account: contact.account };
    expect(faultOf({ results: [row] })).toEqual({
      field: 'data.results[0].email.address',
      value: null,
      message: 'is missing: this is a row of a search',
      suggestion: 'Enrich the person first (contact/redeem), and send its response',
    });
  });

  it('a redeemed contact may still have the id', () => {
    expect(withValues({ redeemId: 'x' }).email).toBe('dana@northgate.test');
  });

  it.each([
    ['of nobody', [], { field: 'data.results', message: 'This payload holds no contact' }],
    ['of null', [null], { field: 'data.results', message: 'This payload holds no contact' }],
    ['of a text', ['Dana'], { field: 'data.results[0]', message: 'must be an object with a contact' }],
    ['of a list', [[contact]], { field: 'data.results[0]', message: 'must be an object with a contact' }],
    [
      'of two',
      [contact, contact],
      { field: 'data.results', value: 2, message: 'One item is one lead, and this payload holds 2 contacts' },
    ],
  ])('a list %s is rejected', (_what, results, fault) => {
    expect(faultOf({ results })).toMatchObject(fault);
  });

  it('nulls beside the one contact are no contacts', () => {
    expect(leadOf({ results: [null, contact, null] }).email).toBe('dana@northgate.test');
  });
});

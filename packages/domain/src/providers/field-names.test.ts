import { describe, expect, it } from '@jest/globals';

import { readPayload } from '../read-payload.js';
import { settings, source } from '../testing/leads.js';
import {
  providerAFull,
  providerBBareContact,
  providerBFull,
  providerBSpecificationNames,
  providerCFull,
} from '../testing/payloads.js';
import { FIELD_NAMES, FLAT_FIELDS, type FlatField } from './field-names.js';
import { flatField, nearestField } from './find-field.js';
import { FOREIGN_FIELD_NAMES } from './foreign-field-names.js';

function read(data: unknown, name = 'csv', strict = false) {
  return readPayload(source(name), data, settings, { strict });
}

function leadOf(data: unknown, name = 'csv') {
  const result = read(data, name);
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return result.lead;
}

function warningsOf(data: unknown, name = 'csv') {
  const result = read(data, name);
  return result.ok ? result.warnings : null;
}

describe('the names of a field', () => {
  it("belong to one field only, and differ from the fields' own names", () => {
    const all = FLAT_FIELDS.flatMap((field) => [field, ...FIELD_NAMES[field]]);
    for (const field of FLAT_FIELDS) {
      for (const name of [field, ...FIELD_NAMES[field]]) {
        expect([name, flatField(name)]).toEqual([name, field]);
      }
    }
    const compact = all.map((name) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
    expect(compact.filter((name, index) => compact.indexOf(name) !== index)).toEqual([]);
  });

  it('in other languages belong to one field only, and to none in English', () => {
    const named = Object.entries(FOREIGN_FIELD_NAMES).flatMap(([field, names]) =>
      names.map((name) => [name, field] as const),
    );
    expect(named.map(([name]) => [name, flatField(name)])).toEqual(named);
    const english: readonly string[] = FLAT_FIELDS.flatMap((field) => [field, ...FIELD_NAMES[field]]);
    expect(named.filter(([name]) => english.includes(name))).toEqual([]);
  });

  it.each([
    'Company Name',
    'company_name',
    'companyName',
    'COMPANY-NAME',
    ' company  name ',
    'Company\u00a0Name',
    'ＣｏｍｐａｎｙＮａｍｅ',
    'Company\u200b Name',
    'company.name',
  ])('match in any spelling: %j', (name) => {
    expect(flatField(name)).toBe('company');
  });

  it('match no other words, however long', () => {
    for (const name of ['__proto__', 'constructor', 'toString', '', 'firm', 'x'.repeat(10_000)]) {
      expect([name, flatField(name), nearestField(name)]).toEqual([name, null, null]);
    }
  });
});

describe('the headers of files that other tools export', () => {
  const exported: Readonly<Record<string, Readonly<Partial<Record<FlatField, readonly string[]>>>>> = {
    Apollo: {
      first_name: ['First Name'],
      last_name: ['Last Name'],
      title: ['Title'],
      company: ['Company', 'Company Name'],
      email: ['Email'],
      phone: ['Work Direct Phone', 'First Phone', 'Mobile Phone', 'Home Phone', 'Other Phone'],
      company_phone: ['Corporate Phone', 'Company Phone'],
      headcount: ['# Employees'],
      industry: ['Industry'],
      services_offered: ['Keywords'],
      linkedin_url: ['Person Linkedin Url'],
      website: ['Website'],
      do_not_contact: ['Do Not Call'],
    },
    ZoomInfo: {
      first_name: ['First Name'],
      last_name: ['Last Name'],
      title: ['Job Title'],
      company: ['Company Name'],
      email: ['Email Address'],
      phone: ['Direct Phone Number', 'Mobile phone'],
      company_phone: ['Company HQ Phone'],
      headcount: ['Employees', 'Employee Range', 'Number of Employees'],
      industry: ['Primary Industry'],
      linkedin_url: ['LinkedIn Contact Profile URL'],
      website: ['Website'],
      do_not_contact: ['Direct Phone Do Not Call', 'Mobile Phone Do Not Call'],
    },
    Hunter: {
      first_name: ['First name'],
      last_name: ['Last name'],
      title: ['Position'],
      company: ['Organization', 'Company'],
      email: ['Email address', 'Email'],
      phone: ['Phone number'],
      linkedin_url: ['LinkedIn URL'],
      website: ['Domain name', 'Website'],
      industry: ['Company industry'],
      headcount: ['Company size'],
      initial_notes: ['Notes'],
    },
    HubSpot: {
      first_name: ['First Name', 'firstname'],
      last_name: ['Last Name', 'lastname'],
      title: ['Job Title', 'jobtitle'],
      company: ['Company Name', 'Associated Company', 'company'],
      email: ['Email'],
      phone: ['Phone Number', 'Mobile Phone Number', 'mobilephone'],
      website: ['Website URL', 'website'],
      industry: ['Industry'],
      headcount: ['Number of Employees', 'numemployees'],
      linkedin_url: ['hs_linkedin_url'],
      do_not_contact: [
        'Unsubscribed from all email',
        'hs_email_optout',
        'hs_email_optout_10570',
        'Opted out of email: One to One',
      ],
    },
    Salesforce: {
      first_name: ['First Name', 'FirstName'],
      last_name: ['Last Name', 'LastName'],
      title: ['Title'],
      company: ['Company', 'Company / Account', 'Account Name'],
      email: ['Email'],
      phone: ['Phone', 'Mobile', 'MobilePhone'],
      website: ['Website'],
      industry: ['Industry'],
      headcount: ['No. of Employees', 'NumberOfEmployees', 'Employees'],
      do_not_contact: ['Email Opt Out', 'HasOptedOutOfEmail', 'DoNotCall', 'Do Not Call'],
    },
  };

  it.each(Object.entries(exported))('%s', (_tool, fields) => {
    for (const [field, heads] of Object.entries(fields)) {
      for (const head of heads) expect([head, flatField(head)]).toEqual([head, field]);
    }
  });

  it('result in the same lead as the names of the flat format', () => {
    const plain = {
      first_name: 'Jane',
      last_name: 'Doe',
      email: 'jane@example.com',
      company: 'Acme',
      title: 'CTO',
      phone: '+14155550132',
      website: 'acme.example.com',
      headcount: '120',
      linkedin_url: 'linkedin.test/in/jane',
    };
    const exportedRow = {
      'First Name': 'Jane',
      'Last Name': 'Doe',
      Email: 'jane@example.com',
      'Company Name': 'Acme',
      'Job Title': 'CTO',
      'Phone Number': '+14155550132',
      'Website URL': 'acme.example.com',
      '# Employees': '120',
      'Person Linkedin Url': 'linkedin.test/in/jane',
    };
    for (const name of ['csv', 'provider_a', 'provider_b', 'provider_c']) {
      expect(read(exportedRow, name)).toEqual(read(plain, name));
    }
    expect(read(exportedRow)).toMatchObject({ ok: true, warnings: [] });
  });
});

describe('two columns for one field', () => {
  it('the first that is not empty counts, and the other is reported', () => {
    const data = { 'Work Phone': ' ', Mobile: '+14155550132', Telephone: '+14155550199' };
    expect(leadOf(data).phone).toBe('+14155550132');
    expect(warningsOf(data)).toEqual(['"Telephone" was ignored: phone was taken from "Mobile"']);
  });

  it('a German spreadsheet is read with its names and its number format', () => {
    const data = {
      Vorname: 'Jörg',
      Nachname: 'Beispiel',
      'E-Mail-Adresse': 'j@beispiel.example',
      Firma: 'Beispiel GmbH',
      Telefon: '030 1234567',
      Mitarbeiter: '1.200',
      Land: 'Deutschland',
    };
    expect(leadOf(data)).toMatchObject({
      firstName: 'Jörg',
      lastName: 'Beispiel',
      email: 'j@beispiel.example',
      company: { name: 'Beispiel GmbH' },
      phone: '+49301234567',
      headcount: 1200,
    });
    expect(warningsOf(data)).toEqual([]);
  });

  it.each([
    ['Nicht kontaktieren', 'ja', true],
    ['Nicht kontaktieren', 'Nein', false],
    ['Ne pas contacter', 'oui', true],
    ['No contactar', 'Sí', true],
  ])('an opt-out in the language of its spreadsheet counts: %s, %s', (name, value, doNotContact) => {
    expect(leadOf({ email: 'jane@example.com', [name]: value })).toMatchObject({ doNotContact });
  });

  it('the first readable phone number counts', () => {
    const data = { name: 'Jane Doe', Phone: 'call me', Mobile: '+14155550132' };
    expect(leadOf(data).phone).toBe('+14155550132');
    expect(warningsOf(data)).toEqual(['"Phone" was ignored: its value cannot be read as phone']);
  });

  it('the address is the company’s, and never a mix of it and the person’s', () => {
    const data = {
      name: 'Jane Doe',
      City: 'Austin',
      State: 'Texas',
      'Zip Code': '73301',
      'Company Address': '415 Mission St, San Francisco',
      'Company City': 'San Francisco',
      'Company State': 'California',
    };
    expect(leadOf(data).customFields[113]).toBe('415 Mission St, San Francisco, California');
    expect(warningsOf({ ...data, Country: 'US', 'Company Country': 'US' })).toEqual([
      '"City" was ignored: city was taken from "Company City"',
      '"State" was ignored: state was taken from "Company State"',
      '"Zip Code" was ignored: postal_code was taken from "Company City"',
    ]);
    expect(leadOf({ organization: 'First', company: 'Second' }).company.name).toBe('First');
  });

  it('are one if they have the same value', () => {
    expect(warningsOf({ company: 'Acme', 'Company Name': ' Acme ', email: 'jane@example.com' })).toEqual([]);
  });

  it('one opt-out is enough, in any of them', () => {
    const person = { email: 'jane@example.com' };
    expect(leadOf({ ...person, 'Do Not Call': 'FALSE', 'Email Opt Out': 'TRUE' }).doNotContact).toBe(true);
    expect(leadOf({ ...person, 'Email Opt Out': '1', 'Do Not Call': '0' }).doNotContact).toBe(true);
    expect(leadOf({ ...person, 'Email Opt Out': '0', 'Do Not Call': 'no' }).doNotContact).toBe(false);
  });

  it('an unreadable opt-out rejects the lead', () => {
    expect(
      read({ email: 'jane@example.com', 'Do Not Call': 'no', Unsubscribed: '2026-01-31' }),
    ).toMatchObject({
      ok: false,
      faults: [{ field: 'data.Unsubscribed', message: 'must be a boolean' }],
    });
  });
});

describe('an error', () => {
  it('names the key that was sent', () => {
    expect(read({ 'Email Address': 'nobody' })).toMatchObject({
      ok: false,
      faults: [{ field: 'data.Email Address', message: 'Invalid email address' }],
    });
  });

  it('does not occur if another name has a value that does not fit the field', () => {
    const data = { email: 'jane@example.com', organization: { id: 7 }, position: 3, employees: 'many' };
    expect(warningsOf(data)).toEqual([
      '"organization" was ignored: its value cannot be read as company',
      '"position" was ignored: its value cannot be read as title',
      '"employees" was ignored: its value cannot be read as headcount',
    ]);
  });
});

describe('unknown keys', () => {
  it.each([
    ['emial', 'email'],
    ['Compnay', 'company'],
    ['Jop Title', 'title'],
    ['phone_nubmer', 'phone'],
    ['frist_name', 'first_name'],
    ['linkdin', 'linkedin_url'],
    ['webiste', 'website'],
    ['E-Mail (geschäftl.)', 'email'],
    ['Employees [approx.] ', 'headcount'],
  ] as const)('%s is reported with the nearest name, %s', (key, field) => {
    expect(nearestField(key)).toBe(field);
    expect(warningsOf({ name: 'Jane Doe', phone: '+14155550132', [key]: 'x' })).toEqual(
      expect.arrayContaining([expect.stringContaining(`did you mean ${field}?`)]),
    );
  });

  it.each(['Firm', 'Citty', 'Lead Owner', 'Stage', 'id', 'x', 'Persona', 'Tags', 'Name (Company)'])(
    '%s is near to nothing',
    (key) => {
      expect(nearestField(key)).toBeNull();
    },
  );

  it('are all reported, those without a near name in one sentence, and empty ones not at all', () => {
    const data = {
      email: 'jane@example.com',
      Owner: 'Springfield',
      Firm: 'Acme',
      Fax: '',
      Tags: null,
      a: [1],
    };
    expect(warningsOf(data)).toEqual(['Not known and ignored: "Owner", "Firm", "a"']);
  });

  it('do not fill a record, however many they are', () => {
    const many = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, index) => [`${'x'.repeat(500)}${index}`, 1]),
    );
    const [warning = '', ...more] = warningsOf({ email: 'jane@example.com', ...many }) ?? [];
    expect(more).toEqual([]);
    expect(warning).toMatch(/ and 19900 more$/);
    expect(warning.length).toBeLessThan(10_000);
  });

  it('reject a lead in strict mode', () => {
    const data = { email: 'jane@example.com', compnay: 'Acme', Owner: 'Springfield' };
    expect(read(data, 'csv', true)).toEqual({
      ok: false,
      faults: [
        {
          field: 'data.compnay',
          value: 'Acme',
          message: 'is not a known field',
          suggestion: 'Did you mean company?',
        },
        { field: 'data.Owner', value: 'Springfield', message: 'is not a known field' },
      ],
    });
    expect(read({ email: 'jane@example.com', 'Job Title': 'CTO' }, 'csv', true).ok).toBe(true);
  });
});

describe('a native payload', () => {
  it.each([
    ['provider_a', providerAFull],
    ['provider_b', providerBFull],
    ['provider_b', providerBSpecificationNames],
    ['provider_b', providerBBareContact],
    ['provider_c', providerCFull],
  ])('of %s, as the provider sends it, ignores nothing', (name, payload) => {
    expect(read(payload, name, true).ok).toBe(true);
    expect(warningsOf(payload, name)?.filter((warning) => warning.includes('ignored'))).toEqual([]);
  });

  it.each([
    ['provider_a', { person: { first_name: 'Jane', last_name: 'Doe' }, email: 'jane@acme.test' }, 'email'],
    [
      'provider_a',
      { person: { first_name: 'Jane', email: 'jane@acme.test', mobile: '+14155550132' } },
      'person.mobile',
    ],
    [
      'provider_b',
      { contact: { firstName: 'Jane', surname: 'Doe', email: 'j@acme.test' } },
      'contact.surname',
    ],
    ['provider_b', { firstName: 'Jane', email: 'j@acme.test', position: 'CTO' }, 'position'],
    [
      'provider_c',
      { data: { domain: 'acme.test', emails: [{ value: 'j@acme.test', mobile: '1' }] } },
      'data.emails[0].mobile',
    ],
    ['provider_a', { person: { email: 'jane@acme.test' }, company: { name: 'Acme' } }, 'company'],
    [
      'provider_a',
      { person: { email: 'jane@acme.test' }, organization: { company_name: 'Acme' } },
      'organization.company_name',
    ],
  ])('of %s reports a known field that could not be placed', (name, payload, key) => {
    expect(warningsOf(payload, name)).toContainEqual(expect.stringContaining(`"${key}" was ignored`));
    expect(read(payload, name, true)).toMatchObject({ ok: false, faults: [{ field: `data.${key}` }] });
  });

  it('does not report a value that is already known from its usual place', () => {
    const payload = {
      person: { email: 'jane@acme.test', title: 'CTO' },
      Email: ' Jane@Acme.test',
      Title: 'cto',
    };
    expect(warningsOf(payload, 'provider_a')).toEqual([]);
  });
});

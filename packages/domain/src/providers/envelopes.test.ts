import { describe, expect, it } from '@jest/globals';
import type { ProviderKind } from '../model.js';
import { readFlagged, readPayload } from '../read-payload.js';
import { sourceOfKind } from '../testing/documented-samples.js';
import { settings } from '../testing/leads.js';

function read(kind: ProviderKind, data: unknown, strict = false) {
  return readPayload(sourceOfKind(kind), data, settings, { strict });
}

function leadOf(kind: ProviderKind, data: unknown) {
  const result = read(kind, data);
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return result.lead;
}

const ofApollo = { first_name: 'Dana', email: 'dana@acme.test', organization: { name: 'Acme' } };
const ofZoomInfo = { firstName: 'Dana', email: 'dana@acme.test', company: { name: 'Acme' } };
const ofHunter = { first_name: 'Dana', email: 'dana@acme.test', company: 'Acme', score: 90 };
const ofCognism = { firstName: 'Dana', email: { address: 'dana@acme.test' }, account: { name: 'Acme' } };
const ofLusha = { firstName: 'Dana', emails: [{ email: 'dana@acme.test' }], company: { name: 'Acme' } };
const ofHubspot = { firstname: 'Dana', email: 'dana@acme.test', company: 'Acme' };

describe('an envelope with one record is opened', () => {
  it.each<[ProviderKind, string, unknown]>([
    ['provider_a', 'person', { person: ofApollo }],
    ['provider_a', 'contact', { contact: ofApollo, labels: [] }],
    ['provider_a', 'matches', { matches: [ofApollo], missing_records: 0 }],
    ['provider_a', 'matches with nobody beside', { matches: [null, ofApollo] }],
    ['provider_a', 'people', { people: [ofApollo], pagination: { page: 1 } }],
    ['provider_a', 'contacts', { contacts: [ofApollo] }],
    ['provider_a', 'none', ofApollo],
    [
      'provider_a',
      'none, with an account',
      { first_name: 'Dana', email: 'dana@acme.test', account: { name: 'Acme' } },
    ],
    [
      'provider_a',
      'none, with the name of the organization',
      { first_name: 'Dana', email: 'dana@acme.test', organization_name: 'Acme' },
    ],
    ['provider_b', 'contact', { contact: ofZoomInfo }],
    ['provider_b', 'data.contact', { data: { contact: ofZoomInfo } }],
    ['provider_b', 'data.result.data', { success: true, data: { result: [{ data: [ofZoomInfo] }] } }],
    ['provider_b', 'data.attributes in a list', { data: [{ type: 'Contact', attributes: ofZoomInfo }] }],
    ['provider_b', 'data.attributes', { data: { type: 'Contact', attributes: ofZoomInfo } }],
    ['provider_b', 'attributes', { id: '1', type: 'Contact', attributes: ofZoomInfo }],
    ['provider_b', 'none, flat names of the company', { ...ofZoomInfo, company: null, companyName: 'Acme' }],
    ['provider_c', 'data', { data: ofHunter }],
    ['provider_c', 'data.leads', { data: { leads: [ofHunter] } }],
    ['provider_c', 'none', ofHunter],
    ['provider_c', 'none, with a domain', { ...ofHunter, domain: 'acme.test' }],
    ['provider_c', 'data.person', { data: { person: ofHunter, company: { name: 'Acme' } } }],
    ['cognism', 'results', { results: [ofCognism], totalResults: 1 }],
    ['cognism', 'none', ofCognism],
    ['lusha', 'results', { results: [ofLusha] }],
    ['lusha', 'contact.data', { contact: { error: null, data: ofLusha } }],
    ['lusha', 'none', ofLusha],
    [
      'lusha',
      'none, the older names',
      { ...ofLusha, emails: null, emailAddresses: [{ email: 'dana@acme.test' }] },
    ],
    ['hubspot', 'properties', { id: '1', properties: ofHubspot }],
    ['hubspot', 'results', { results: [{ id: '1', properties: ofHubspot }] }],
    [
      'hubspot',
      'properties with versions',
      {
        vid: 1,
        properties: {
          firstname: { value: 'Dana', versions: [] },
          email: { value: 'dana@acme.test' },
          company: { value: 'Acme' },
        },
      },
    ],
  ])('%s: %s', (kind, _envelope, data) => {
    expect(leadOf(kind, data)).toMatchObject({
      firstName: 'Dana',
      email: 'dana@acme.test',
      company: { name: 'Acme' },
    });
    expect(read(kind, data, true)).toMatchObject({ ok: true, warnings: [] });
  });
});

describe('anything but one lead is rejected, with advice on what to send', () => {
  const row = { id: '1', first_name: 'Dana', last_name_obfuscated: 'Wh***d', has_email: true };
  const enrich = expect.stringMatching(/^Enrich the person first/u);

  it.each<[string, ProviderKind, unknown, object]>([
    [
      'nobody',
      'provider_a',
      { matches: [] },
      { field: 'data.matches', message: 'This payload holds no person' },
    ],
    ['no match', 'provider_b', { data: { result: [{ data: [] }] } }, { field: 'data.data.result' }],
    ['a list of texts', 'provider_a', { people: ['Dana'] }, { field: 'data.people[0]' }],
    ['two people', 'provider_a', { contacts: [ofApollo, ofApollo] }, { field: 'data.contacts', value: 2 }],
    [
      'two inputs of an enrichment',
      'provider_b',
      { data: { result: [{ data: [ofZoomInfo] }, { data: [ofZoomInfo] }] } },
      { field: 'data.data.result', value: 2 },
    ],
    [
      'a row of a search',
      'provider_a',
      { people: [row] },
      { field: 'data.people[0].email', suggestion: enrich },
    ],
    ['a bare row of a search', 'provider_a', row, { field: 'data.email', suggestion: enrich }],
    [
      'a row of a search',
      'provider_b',
      { data: [{ firstName: 'Dana', lastName: 'Whitfield', hasEmail: true, company: { name: 'Acme' } }] },
      { field: 'data.data[0].email', suggestion: enrich },
    ],
    ['a preview', 'cognism', { results: [{ fullName: 'Dana W', redeemId: 'x' }] }, { suggestion: enrich }],
    [
      'a row of a search',
      'lusha',
      { results: [{ name: 'Dana W', has: ['emails'] }] },
      { suggestion: enrich },
    ],
    [
      'a person who may not be given away',
      'lusha',
      { results: [{ id: '1', error: { code: 'COMPLIANCE_RESTRICTED' } }] },
      { field: 'data.results[0].error', message: 'Lusha gives no contact: COMPLIANCE_RESTRICTED' },
    ],
    [
      'companies',
      'provider_c',
      { data: [{ domain: 'acme.test', organization: 'Acme', emails_count: { total: 4 } }] },
      { message: 'This payload holds companies and no people' },
    ],
    ['a notification', 'hubspot', [{ objectId: 1 }][0], { field: 'data.properties' }],
  ])('%s of %s', (_what, kind, data, fault) => {
    expect(read(kind, data)).toMatchObject({ ok: false, faults: [fault] });
  });

  it.each<[ProviderKind, unknown, string]>([
    ['provider_a', { person: { id: '1' }, organization: {} }, 'first_name'],
    ['provider_b', { contact: { id: 1 } }, 'firstName'],
    ['provider_c', { data: { email: null, sources: [] } }, 'emails'],
    ['cognism', { results: [{ id: '1' }] }, 'account'],
    ['lusha', { results: [{ id: '1' }] }, 'emails'],
    ['hubspot', { id: '1', properties: { createdate: '2026' } }, 'firstname'],
  ])('a record of %s without a person shows the expected format', (kind, data, shape) => {
    expect(read(kind, data)).toMatchObject({
      ok: false,
      faults: [
        {
          field: 'data',
          message: 'has neither email, name, company nor phone where they are looked for',
          suggestion: expect.stringContaining(shape),
        },
      ],
    });
  });

  it.each<[ProviderKind, unknown, string]>([
    ['provider_b', ofLusha, 'data.emails'],
    ['provider_b', ofCognism, 'data.email'],
    [
      'provider_a',
      { person: { first_name: 'Dana', email: { value: 'dana@acme.test' } } },
      'data.person.email',
    ],
    [
      'lusha',
      { results: [{ name: 'Dana', emails: [{ primary: { text: 'dana@acme.test' } }] }] },
      'data.results[0].emails',
    ],
  ])('an email of %s in an unknown format: %j', (kind, data, field) => {
    expect(read(kind, data)).toMatchObject({
      ok: false,
      faults: [{ field, message: 'must be a text: the form of this email is not known' }],
    });
  });

  it.each<[ProviderKind, unknown, string]>([
    ['provider_b', ofLusha, 'lusha'],
    ['provider_b', ofCognism, 'cognism'],
    ['provider_a', { contact: ofZoomInfo }, 'provider_b'],
    ['provider_c', { person: ofApollo }, 'provider_a'],
    ['cognism', { properties: ofHubspot }, 'hubspot'],
    ['flat', { properties: ofHubspot }, 'hubspot'],
  ])('names the kind that could read it: %s', (kind, data, likely) => {
    expect(read(kind, data)).toMatchObject({
      ok: false,
      faults: [{ suggestion: expect.stringMatching(new RegExp(`a source of kind ${likely}(?:\\.|$)`, 'u')) }],
    });
  });
});

describe('opt-outs', () => {
  const unsubscribed = { ...ofApollo, email_unsubscribed: true };

  it.each<[string, ProviderKind, unknown]>([
    ['beside the person', 'provider_a', { person: ofApollo, do_not_contact: 'yes' }],
    ['in the contact beside', 'provider_a', { person: ofApollo, contact: { email_unsubscribed: true } }],
    ['in a response of one', 'provider_a', { matches: [unsubscribed] }],
    ['in the attributes', 'provider_b', { data: [{ attributes: { ...ofZoomInfo, doNotEmail: 'true' } }] }],
    ['as a status', 'provider_c', { data: { ...ofHunter, sending_status: 'Unsubscribed' } }],
    ['as a text', 'hubspot', { properties: { ...ofHubspot, hs_email_optout: 'true' } }],
    ['with versions', 'hubspot', { properties: { ...ofHubspot, hs_email_optout: { value: 'true' } } }],
    ['of one mailing', 'hubspot', { properties: { ...ofHubspot, hs_email_optout_10570: 'true' } }],
    [
      'of one mailing, with versions',
      'hubspot',
      { properties: { ...ofHubspot, hs_email_optout_1: { value: 'true' } } },
    ],
    ['of one mailing, as exported', 'hubspot', { ...ofHubspot, 'Opted out of email: One to One': 'Yes' }],
    ['of all numbers', 'lusha', { ...ofLusha, phones: [{ number: '+14155550132', doNotCall: true }] }],
    ['of the person', 'cognism', { ...ofCognism, optedOut: true }],
  ])('%s, of %s', (_where, kind, data) => {
    expect(leadOf(kind, data)).toMatchObject({ doNotContact: true, customFields: { 105: true } });
  });

  it('of one mailing is reported, unless the person is still subscribed', () => {
    const of = (value: string) => read('hubspot', { properties: { ...ofHubspot, hs_email_optout_1: value } });
    expect(of('true')).toMatchObject({
      ok: true,
      warnings: [expect.stringMatching(/hs_email_optout_1" says .* one kind of mailing/)],
    });
    expect(of('false')).toMatchObject({ ok: true, lead: { doNotContact: false }, warnings: [] });
  });

  it.each<[string, ProviderKind, unknown]>([
    [
      'of one of the numbers',
      'lusha',
      { ...ofLusha, phones: [{ number: '+14155550132', doNotCall: true }, { number: '+14155550133' }] },
    ],
    [
      'of a national register',
      'cognism',
      { ...ofCognism, mobilePhoneNumbers: [{ number: '+14155550132', dnc: true }] },
    ],
  ])('%s is no opt-out, of %s; the number is left out and reported', (_what, kind, data) => {
    const result = read(kind, data);
    expect(result).toMatchObject({ ok: true, lead: { doNotContact: false } });
    expect(result.ok && result.lead.phone).not.toBe('+14155550132');
    expect(result.ok && result.warnings).toEqual([
      'A phone number that is on a do-not-call list was left out',
    ]);
  });

  it('a flag that means neither yes nor no holds the lead back', () => {
    expect(read('provider_b', { contact: { ...ofZoomInfo, doNotCall: 'Uncertain' } })).toMatchObject({
      ok: false,
      faults: [{ field: 'data.contact.doNotCall', value: 'Uncertain', message: 'must be a boolean' }],
    });
  });

  it('of all people in a rejected payload count', () => {
    const others = [unsubscribed, ofApollo, { ...unsubscribed, email: 'omar@acme.test' }];
    const emailsOf = (kind: ProviderKind, data: unknown) =>
      readFlagged(sourceOfKind(kind), data, settings).map(({ email }) => email);
    expect(emailsOf('provider_a', { contacts: others })).toEqual(['dana@acme.test', 'omar@acme.test']);
    const leads = others.map(({ email }) => ({ email, first_name: 'Dana', sending_status: 'unsubscribed' }));
    expect(emailsOf('provider_c', { data: { leads } })).toHaveLength(3);
    // Sent under a source of the wrong kind.
    const barred = { ...ofLusha, phones: [{ number: '+14155550132', doNotCall: true }] };
    expect(read('provider_b', { results: [barred] }).ok).toBe(false);
    expect(emailsOf('provider_b', { results: [barred] })).toEqual(['dana@acme.test']);
  });
});

describe('details of a provider', () => {
  it('Apollo: the account fills in what the organization lacks, unless it is another company', () => {
    const person = {
      ...ofApollo,
      account: { name: 'ACME, Inc.', founded_year: 1998, phone: '+14155550100' },
    };
    expect(leadOf('provider_a', { person })).toMatchObject({
      phone: '+14155550100',
      customFields: { 112: 1998 },
    });
    const moved = { ...person, account: { ...person.account, name: 'Globex' } };
    expect(leadOf('provider_a', { person: moved })).toMatchObject({ phone: null, company: { name: 'Acme' } });
    expect(leadOf('provider_a', { person: moved }).customFields).not.toHaveProperty('112');
  });

  it('Apollo: a flat record is also read by the names of the flat format', () => {
    const data = {
      first_name: 'Dana',
      organization_name: 'Acme',
      'Work Email': 'dana@acme.test',
      'Mobile Phone': '415-555-0132',
      seniority: 'vp',
      employees: '51-200',
    };
    expect(read('provider_a', data, true)).toMatchObject({
      ok: true,
      lead: { email: 'dana@acme.test', phone: '+14155550132', customFields: { 108: '51-200', 109: 'VP' } },
    });
    const locked = { first_name: 'Dana', organization_name: 'Acme', email: 'email_not_unlocked@domain.com' };
    expect(leadOf('provider_a', locked).email).toBeNull();
  });

  it('Apollo: invalid numbers are left out', () => {
    const phone_numbers = [
      { sanitized_number: '+14155550132', status_cd: 'invalid' },
      { sanitized_number: '+14155550133', status_cd: 'valid_number', dnc_status_cd: 'not_found' },
    ];
    expect(leadOf('provider_a', { person: { ...ofApollo, phone_numbers } }).phone).toBe('+14155550133');
  });

  it.each([
    [{ revenue: 18_000, companyId: 9 }, '5M-25M', '18000000'],
    [{ revenue: '18000', revenueRange: '$10 mil. - $25 mil.' }, '5M-25M', '18000000'],
    [{ revenue: 18_000_000, revenueRange: '$10 mil. - $25 mil.', companyId: 9 }, '5M-25M', '18000000'],
    [{ revenueNumeric: 18_000, revenue: '$18 Million' }, '5M-25M', '$18 Million'],
    [{ revenueNumeric: 600_000_000, revenueRange: '$5 bil. & above' }, '1B+', '$5 bil. & above'],
    [{ revenue: 300, revenueRange: 'Under $500,000' }, 'Under 1M', '300'],
    [{ revenue: 900_000 }, 'Under 1M', '900000'],
  ])('ZoomInfo: a revenue in thousands or in dollars: %j', (company, bracket, words) => {
    const { customFields } = leadOf('provider_b', { contact: { fullName: 'Dana W' }, company });
    expect(customFields).toMatchObject({ 103: `Revenue: ${words}`, 107: bracket });
  });

  it('ZoomInfo: the vendor is added to a product that does not name it', () => {
    const technologies = [
      { vendor: 'Google LLC', product: 'Google Compute Engine' },
      { vendor: 'Microsoft', product: 'Azure' },
    ];
    expect(leadOf('provider_b', { contact: ofZoomInfo, technologies }).customFields[104]).toBe(
      'Google Compute Engine, Microsoft Azure',
    );
  });

  it('ZoomInfo: company data in the contact', () => {
    const contact = {
      firstName: 'Dana',
      companyName: 'Acme',
      companyWebsite: 'acme.test',
      companyPhone: '415-555-0100',
      companyEmployeeCount: 120,
    };
    expect(read('provider_b', contact, true)).toMatchObject({
      ok: true,
      lead: { company: { name: 'Acme', website: 'acme.test', phone: '+14155550100' }, headcount: 120 },
    });
  });

  it.each([
    ['in/dana', 'https://www.linkedin.com/in/dana'],
    ['dana', 'https://www.linkedin.com/in/dana'],
  ])('Hunter: the handle %s', (handle, url) => {
    expect(leadOf('provider_c', { data: { ...ofHunter, linkedin: { handle } } }).linkedinUrl).toBe(url);
  });

  it('Hunter: the role is used if the title contains neither level nor department', () => {
    const employment = { title: 'Wizard', role: 'engineering', seniority: 'executive' };
    expect(leadOf('provider_c', { data: { ...ofHunter, employment } }).customFields).toMatchObject({
      109: 'C-Suite',
      110: 'Engineering',
    });
  });

  it('Hunter: a record without an envelope is also read by the names of the flat format', () => {
    const data = { ...ofHunter, title: 'Head of IT', mobile: '415-555-0132', notes: 'Met at a fair' };
    expect(read('provider_c', data, true)).toMatchObject({
      ok: true,
      lead: { jobTitle: 'Head of IT', phone: '+14155550132', research: { initialNotes: 'Met at a fair' } },
    });
  });

  it('a work email has priority over others, and an error names its path', () => {
    const emails = [
      { email: 'home@mail.test', type: 'private' },
      { email: 'dana@', type: 'work' },
    ];
    expect(read('lusha', { results: [{ ...ofLusha, emails }] })).toMatchObject({
      ok: false,
      faults: [{ field: 'data.results[0].emails[1].email', value: 'dana@' }],
    });
  });

  it('HubSpot: properties with names of the flat format', () => {
    const properties = { ...ofHubspot, email: '', work_email: 'dana@' };
    expect(read('hubspot', { properties })).toMatchObject({
      ok: false,
      faults: [{ field: 'data.properties.work_email' }],
    });
  });

  it.each<ProviderKind>(['cognism', 'lusha', 'hubspot'])('%s also accepts the flat format', (kind) => {
    const flat = { first_name: 'Dana', last_name: 'Whitfield', email: 'dana@acme.test', company: 'Acme' };
    expect(leadOf(kind, flat)).toMatchObject({ lastName: 'Whitfield', company: { name: 'Acme' } });
    expect(read(kind, { something: 'else' })).toMatchObject({ ok: false, faults: [{ value: null }] });
  });
});

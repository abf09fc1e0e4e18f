import { describe, expect, it } from '@jest/globals';
import { readingsOf } from '../testing/readings.js';

const { read, leadOf, faultOf, warningsOf } = readingsOf('hubspot');

const properties = {
  firstname: 'Dana',
  lastname: 'Whitfield',
  email: 'dana@northgate.test',
  company: 'Northgate Logistics',
};

function withValues(values: object) {
  return leadOf({ id: '1', properties: { ...properties, ...values } });
}

describe('a contact of HubSpot', () => {
  it('is read from its properties', () => {
    const more = {
      jobtitle: 'VP of IT',
      phone: '(202) 555-0143',
      website: 'https://northgate.test/',
      industry: 'LOGISTICS_AND_SUPPLY_CHAIN',
      numemployees: '640',
      annualrevenue: '82000000',
      address: '100 Example Way',
      city: 'Columbus',
      state: 'OH',
      zip: '43004',
      country: 'United States',
      hs_linkedin_url: 'https://www.linkedin.com/in/dana-example',
      hs_seniority: 'vp',
      job_function: 'information_technology',
      createdate: '2026-01-02T10:00:00Z',
      lifecyclestage: 'lead',
    };
    expect(read({ id: '1', properties: { ...properties, ...more }, archived: false })).toMatchObject({
      ok: true,
      warnings: [],
      lead: {
        firstName: 'Dana',
        lastName: 'Whitfield',
        email: 'dana@northgate.test',
        jobTitle: 'VP of IT',
        phone: '+12025550143',
        linkedinUrl: 'https://www.linkedin.com/in/dana-example',
        company: { name: 'Northgate Logistics', website: 'northgate.test', phone: null },
        headcount: 640,
        doNotContact: false,
        customFields: {
          102: 'LOGISTICS_AND_SUPPLY_CHAIN',
          107: '25M-100M',
          108: '201-1000',
          109: 'VP',
          110: 'IT',
          113: '100 Example Way, Columbus, OH, 43004, United States',
        },
      },
    });
  });

  it.each([
    ['plain', (value: string) => value],
    ['in an object', (value: string) => ({ value, versions: [{ value: 'older' }] })],
  ])('has values that are %s', (_how, of) => {
    const given = Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, of(value)]));
    expect(leadOf({ vid: 1, properties: given })).toMatchObject({
      firstName: 'Dana',
      email: 'dana@northgate.test',
      company: { name: 'Northgate Logistics' },
    });
  });

  it.each([[{ value: '' }], [{ value: null }], [{ versions: [] }], [{}], [null], ['']])(
    'a title of %j is missing, without a warning',
    (jobtitle) => {
      expect(withValues({ jobtitle }).jobTitle).toBeNull();
      expect(warningsOf({ properties: { ...properties, jobtitle } })).toEqual([]);
    },
  );

  it.each([
    ['properties', { properties }],
    ['data.properties', { data: { properties } }],
    ['results', { results: [{ id: '1', properties }], paging: null }],
    ['contacts', { contacts: [{ vid: 1, properties }], 'has-more': false }],
  ])('is taken out of %s', (_where, data) => {
    expect(leadOf(data).email).toBe('dana@northgate.test');
  });
});

describe('phones of HubSpot', () => {
  it('are the phone, else the mobile phone', () => {
    expect(withValues({ phone: '202-555-0143', mobilephone: '202-555-0144' }).phone).toBe('+12025550143');
    expect(withValues({ phone: '', mobilephone: '202-555-0144' }).phone).toBe('+12025550144');
    expect(withValues({ phone: 'ask Dana', mobilephone: '202-555-0144' }).phone).toBe('+12025550144');
    expect(withValues({ phone: 2_025_550_143 }).phone).toBe('+12025550143');
  });

  it('without a country code are read with the country', () => {
    expect(withValues({ phone: '030 901820', country: 'Deutschland' }).phone).toBe('+4930901820');
  });

  it('that cannot be read are reported', () => {
    expect(warningsOf({ properties: { ...properties, phone: ['202-555-0143'] } })).toEqual([
      'The phone number could not be read; the lead is imported without it',
    ]);
  });

  it.each([
    ['+1 202 555 0143 x12', 'The extension of the phone number was left out: "x12"'],
    [
      '202-555-0143; 202-555-0144',
      'Of several numbers in the phone number the first one was taken, without "202-555-0144"',
    ],
  ])('lose what stands behind them with a warning: %s', (phone, warning) => {
    expect(read({ properties: { ...properties, phone } })).toMatchObject({
      lead: { phone: '+12025550143' },
      warnings: [warning],
    });
  });
});

describe('phones that HubSpot has calculated', () => {
  it.each([
    [{ hs_calculated_phone_number: '+12025550143' }, '+12025550143'],
    [{ hs_calculated_mobile_number: '+12025550144' }, '+12025550144'],
    [{ hs_whatsapp_phone_number: '+12025550145' }, '+12025550145'],
    [{ phone: '', hs_calculated_phone_number: '+12025550143' }, '+12025550143'],
    [{ phone: 'ask Dana', hs_calculated_mobile_number: '+12025550144' }, '+12025550144'],
    [{ phone: '202-555-0142', hs_calculated_phone_number: '+12025550142' }, '+12025550142'],
    [{ phone: '020 7946 0018', hs_calculated_phone_number_country_code: 'GB' }, '+442079460018'],
    [{ phone: '20 7946 0018', hs_calculated_phone_number_country_code: 'GB' }, '+442079460018'],
    [{ phone: '030 901820', hs_country_region_code: 'DE' }, '+4930901820'],
    [{ phone: '030 901820', country: 'Deutschland', hs_country_region_code: 'FR' }, '+4930901820'],
    [{ phone: '030 901820', country: '', hs_calculated_phone_number_country_code: '49' }, null],
  ])('%j', (values, phone) => {
    expect(withValues(values).phone).toBe(phone);
  });
});

describe('further addresses of HubSpot', () => {
  it.each([
    [
      { email: '', hs_additional_emails: 'dana@home.test;dana@old.test' },
      'dana@home.test',
      ['dana@old.test'],
    ],
    [{ email: null, hs_additional_emails: 'dana@home.test' }, 'dana@home.test', []],
    [{ email: '', hs_additional_emails: 'no address;dana@home.test' }, 'dana@home.test', []],
    [{ hs_additional_emails: 'dana@home.test' }, 'dana@northgate.test', ['dana@home.test']],
    [
      { email: '', hs_additional_emails: 'Dana <dana@home.test>; mailto:dana@old.test' },
      'dana@home.test',
      ['dana@old.test'],
    ],
    [{ hs_additional_emails: 'Dana@Northgate.test' }, 'dana@northgate.test', []],
    [{ hs_additional_emails: '' }, 'dana@northgate.test', []],
  ])('%j', (values, email, leftOut) => {
    const result = read({ properties: { ...properties, ...values } });
    expect(result).toMatchObject({ ok: true, lead: { email } });
    expect(warningsOf({ properties: { ...properties, ...values } })).toEqual(
      leftOut.map((address) => `A lead has one address; "hs_additional_emails" was left out: ${address}`),
    );
  });
});

describe('numbers of HubSpot', () => {
  it.each([
    ['640', 640, '201-1000'],
    [640, 640, '201-1000'],
    ['5-25', null, '10-50'],
    ['1.200', 1_200, '1001-5000'],
    ['1.200-1.500', null, '1001-5000'],
    ['1000+', null, '1001-5000'],
    ['', null, undefined],
    ['0', null, undefined],
    ['many', null, undefined],
    [-3, null, undefined],
  ])('%j employees', (numemployees, headcount, range) => {
    const lead = withValues({ numemployees });
    expect([lead.headcount, lead.customFields[108]]).toEqual([headcount, range]);
  });

  it('employees under the other name are used if the first is empty or zero', () => {
    expect(withValues({ numemployees: '', numberofemployees: '640' }).headcount).toBe(640);
    expect(withValues({ numemployees: '0', numberofemployees: '640' }).headcount).toBe(640);
    expect(withValues({ numemployees: '12', numberofemployees: '640' }).headcount).toBe(12);
  });

  it.each([
    ['18000000', '5M-25M'],
    ['18000000.00', '5M-25M'],
    ['$18 Million', '5M-25M'],
    [999_999, 'Under 1M'],
    ['0', undefined],
    ['unknown', undefined],
  ])('a revenue of %j', (annualrevenue, range) => {
    expect(withValues({ annualrevenue }).customFields[107]).toBe(range);
  });
});

describe('opt-outs of HubSpot', () => {
  it.each([
    [{ hs_email_optout: 'true' }, true],
    [{ hs_email_optout: true }, true],
    [{ hs_email_optout: { value: 'true', versions: [] } }, true],
    [{ hs_email_optout: 'false' }, false],
    [{ hs_email_optout: '' }, false],
    [{ hs_email_optout: null, do_not_contact: 'yes' }, true],
  ])('%j', (values, doNotContact) => {
    expect(withValues(values)).toMatchObject({ doNotContact, customFields: { 105: doNotContact } });
  });

  it('beside the properties counts', () => {
    expect(leadOf({ properties, do_not_contact: true }).doNotContact).toBe(true);
    expect(leadOf({ results: [{ properties, unsubscribed: 'yes' }] }).doNotContact).toBe(true);
  });
});

describe('properties with names of the flat format', () => {
  it('fill what HubSpot has no name for', () => {
    const more = {
      founded_year: '1998',
      web_technologies: 'Salesforce;Slack',
      notes: 'Met at a fair',
      department: 'Legal',
    };
    expect(withValues(more)).toMatchObject({
      customFields: { 106: 'Salesforce;Slack', 110: 'Legal', 112: 1998 },
      research: { initialNotes: 'Met at a fair' },
    });
  });

  it('do not replace HubSpot’s own', () => {
    const lead = withValues({
      first_name: 'Other',
      work_email: 'other@northgate.test',
      company_name: 'Other',
    });
    expect(lead).toMatchObject({
      firstName: 'Dana',
      email: 'dana@northgate.test',
      company: { name: 'Northgate Logistics' },
    });
  });

  it.each([
    [{ phone_number: ['+12025550143'] }, '"phone_number" was ignored: its value cannot be read as phone'],
    [{ founded_year: 'long ago' }, '"founded_year" was ignored: its value cannot be read as founded_year'],
  ])('that cannot be read are reported: %j', (values, warning) => {
    expect(warningsOf({ properties: { ...properties, ...values } })).toEqual([warning]);
  });

  it('that are empty lists or objects are no loss', () => {
    const empty = { phone_number: [], departments: [], location: {} };
    expect(warningsOf({ properties: { ...properties, ...empty } })).toEqual([]);
  });

  it('beside the properties have no place', () => {
    expect(read({ properties: { email: 'dana@northgate.test' }, company: 'Northgate' })).toMatchObject({
      ok: true,
      warnings: ['"company" was ignored: the provider\'s payload has no company at this place'],
    });
  });
});

describe('responses of HubSpot without a contact', () => {
  it('a notification is rejected with the call that returns the contact', () => {
    expect(faultOf({ objectId: 51, subscriptionType: 'contact.creation' })).toEqual({
      field: 'data.properties',
      value: null,
      message: 'must be the properties of a contact: this is a notification, which names it alone',
      suggestion:
        'Read the contact with its properties (crm/v3/objects/contacts/{id}), and send that response',
    });
  });

  it.each([
    [
      'a list of properties',
      { properties: [{ property: 'email', value: 'dana@northgate.test' }] },
      'data.properties',
    ],
    ['no results', { results: [] }, 'data.results'],
    ['two results', { results: [{ properties }, { properties }] }, 'data.results'],
    ['a malformed email', { properties: { ...properties, email: 'dana@' } }, 'data.properties.email'],
    [
      'a list of emails',
      { properties: { ...properties, email: ['dana@northgate.test'] } },
      'data.properties.email',
    ],
    [
      'an email and a remark behind a semicolon',
      { properties: { ...properties, email: 'a@n.test;ask first' } },
      'data.properties.email',
    ],
    ['no properties with a value', { properties: { firstname: null } }, 'data'],
  ])('%s are rejected', (_what, data, field) => {
    expect(faultOf(data)?.field).toBe(field);
  });

  it.each(['__proto__', 'constructor', 'toString'])('the prototype has no property %s', (key) => {
    const data: unknown = JSON.parse(
      `{"properties": {"email": "dana@northgate.test", "${key}": {"value": "x"}}}`,
    );
    expect(leadOf(data)).toMatchObject({ email: 'dana@northgate.test', firstName: null });
  });
});

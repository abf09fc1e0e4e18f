import { describe, expect, it } from '@jest/globals';
import { newClient, newUser } from './new-contact.js';
import { aLead, anEmptyLead } from './testing/leads.js';

describe('specification, "Provider field mapping": "Contact fields in the PSA system: firstname, surname, emailaddress, jobtitle, phonenumber, linkedin_url"', () => {
  it('all of them', () => {
    expect(newUser(aLead())).toEqual({
      firstname: 'Jane',
      surname: 'Doe',
      emailaddress: 'jane.doe@example.com',
      jobtitle: 'Chief Technology Officer',
      phonenumber: '+14155550132',
      linkedin_url: 'https://www.linkedin.test/in/jane-doe',
    });
  });

  it.each([
    ['firstname', aLead({ firstName: null })],
    ['surname', aLead({ lastName: null })],
    ['emailaddress', aLead({ email: null })],
    ['jobtitle', aLead({ jobTitle: null })],
    ['phonenumber', aLead({ phone: null })],
    ['linkedin_url', aLead({ linkedinUrl: null })],
  ])('omits %s if it is unknown', (field, lead) => {
    expect(Object.keys(newUser(lead))).not.toContain(field);
    expect(Object.keys(newUser(lead))).toHaveLength(5);
  });

  it('names a generic address by its local part', () => {
    expect(newUser(anEmptyLead({ email: 'info@example.com' }))).toEqual({
      firstname: 'info',
      emailaddress: 'info@example.com',
    });
  });

  it('names a lead that has only a phone by that phone', () => {
    expect(newUser(anEmptyLead({ phone: '+14155550132' }))).toEqual({
      firstname: '+14155550132',
      phonenumber: '+14155550132',
    });
  });

  it('does not invent a first name for a last name', () => {
    expect(newUser(anEmptyLead({ lastName: 'Doe', email: 'jane@example.com' }))).toEqual({
      surname: 'Doe',
      emailaddress: 'jane@example.com',
    });
  });
});

describe('specification, "Provider field mapping": "Company fields: clientname or name, website, phonenumber, notes"', () => {
  it('name, website and phone', () => {
    expect(newClient(aLead())).toEqual({
      name: 'Acme',
      website: 'acme.example.com',
      phonenumber: '+14155550100',
    });
  });

  it('only the name', () => {
    expect(newClient(aLead({ company: { name: 'Acme', website: null, phone: null } }))).toEqual({
      name: 'Acme',
    });
  });

  it('none without a company', () => {
    expect(newClient(aLead({ company: { name: null, website: 'acme.test', phone: null } }))).toBeNull();
  });
});

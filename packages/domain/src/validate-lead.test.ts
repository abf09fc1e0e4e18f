import { describe, expect, it } from '@jest/globals';
import { settings, source } from './testing/leads.js';
import { providerAFull, providerCGeneric } from './testing/payloads.js';
import { validateLead } from './validate-lead.js';

function validate(data: unknown, name = 'manual') {
  return validateLead(source(name), data, settings);
}

const complete = {
  first_name: 'Jane',
  last_name: 'Doe',
  email: 'jane@example.com',
  company: 'Acme',
  title: 'CTO',
  phone: '+14155550132',
  website: 'acme.test',
};

describe('decision "POST /validate/leads is stricter: valid is false when a required field of the Lead table is missing or malformed"', () => {
  it('a complete lead is valid, without a word', () => {
    expect(validate(complete)).toEqual({ valid: true, warnings: [], suggestions: [] });
  });

  it.each([
    ['Person Name', { ...complete, first_name: null, last_name: '' }, 'Person name is required'],
    ['Email', { ...complete, email: undefined }, 'Email is required'],
    ['Company Name', { ...complete, company: ' ' }, 'Company name is required'],
  ])('%s is required', (_field, data, warning) => {
    const { valid, warnings } = validate(data);
    expect(valid).toBe(false);
    expect(warnings).toEqual([warning]);
  });

  it('names all that is missing', () => {
    expect(validate({}).warnings).toEqual([
      'Person name is required',
      'Email is required',
      'Company name is required',
    ]);
  });

  it.each([
    ['a malformed email', { ...complete, email: 'jane@' }, 'data.email: Invalid email address'],
    ['a wrong type', { ...complete, company: 42 }, 'data.company: must be a string'],
    ['no object', 'jane@example.com', 'data: must be an object'],
  ])('%s is not valid', (_what, data, warning) => {
    expect(validate(data)).toMatchObject({ valid: false, warnings: [warning] });
  });

  it('a part of a name is a name', () => {
    expect(validate({ ...complete, last_name: null })).toMatchObject({
      valid: true,
      suggestions: expect.arrayContaining(['Add both first and last name']),
    });
    expect(validate({ ...complete, first_name: null, last_name: null, name: 'Jane Doe' }).valid).toBe(true);
  });
});

describe('warnings of a valid lead', () => {
  it('a phone that cannot be read', () => {
    expect(validate({ ...complete, phone: 'call me' })).toMatchObject({
      valid: true,
      warnings: ['The phone number could not be read; the lead is imported without it'],
    });
  });
});

describe('suggestions', () => {
  it.each([
    ['phone', 'Add a phone number with its country code'],
    ['title', 'Add a job title'],
    ['website', "Add the company's website"],
  ])('for a missing %s, with the score that it costs', (field, suggestion) => {
    const { valid, suggestions } = validate({ ...complete, [field]: null });
    expect(valid).toBe(true);
    expect(suggestions[0]).toBe(suggestion);
    expect(suggestions[1]).toMatch(/^The data quality score is \d+ of 100$/u);
  });

  it('say how to send a provider’s payload', () => {
    expect(validate({ organization: { name: 'Acme' } }, 'provider_a')).toEqual({
      valid: false,
      warnings: ['data.person: a person object is required'],
      suggestions: [expect.stringContaining('flat form')],
    });
  });

  it('say what to do with several addresses', () => {
    const emails = [{ value: 'jane@acme.test' }, { value: 'omar@acme.test' }];
    expect(validate({ data: { emails } }, 'provider_c')).toMatchObject({
      valid: false,
      suggestions: [expect.stringContaining('an item for each address')],
    });
  });
});

describe('keys that an import would ignore', () => {
  it('are warned about as the import warns', () => {
    expect(validate({ ...complete, titel: 'CTO', colour: 'blue' })).toMatchObject({
      valid: true,
      warnings: [
        '"titel" is not known and was ignored; did you mean title?',
        'Not known and ignored: "colour"',
      ],
    });
  });
});

describe('native payloads', () => {
  it('a complete one is valid', () => {
    expect(validate(providerAFull, 'provider_a')).toEqual({ valid: true, warnings: [], suggestions: [] });
  });

  it('a generic address has no person', () => {
    expect(validate(providerCGeneric, 'provider_c')).toMatchObject({
      valid: false,
      warnings: ['Person name is required'],
    });
  });
});

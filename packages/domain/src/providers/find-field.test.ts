import { describe, expect, it } from '@jest/globals';
import { flatField } from './find-field.js';

describe('the name of a field', () => {
  it.each([
    ['Person - Email - Work', 'email'],
    ['Person - Phone - Mobile', 'phone'],
    ['Person - Organization', 'company'],
    ['Organization - Annual revenue', 'annual_revenue'],
    ['Organization - Address', 'location'],
    ['Company Number of Employees', 'headcount'],
    ['Company Phone 1', 'company_phone'],
    ['primary_contact_primary_email', 'email'],
    ['Contact Mobile Phone', 'phone'],
    ['E-mail 2 Address', 'email'],
    ['Additional email 1', 'email'],
  ])('may stand behind that of its record: %s', (name, field) => {
    expect(flatField(name)).toBe(field);
  });

  it.each([
    ...['Lead - Title', 'Contact Owner', 'Contact State', 'Company Email', 'Organization - LinkedIn profile'],
    ...['Account Owner', 'Lead Source', 'Contact', 'Person', 'Street 10 2'],
  ])('is not found in %s', (name) => {
    expect(flatField(name)).toBeNull();
  });
});

import { describe, expect, it } from '@jest/globals';

import { leadAdvice } from './lead-advice.js';
import { readPayload } from './read-payload.js';
import { settings, source } from './testing/leads.js';
import { providerAFull } from './testing/payloads.js';

function adviceOn(data: unknown, name = 'manual'): readonly string[] {
  const read = readPayload(source(name), data, settings);
  if (!read.ok) {
    throw new Error('The payload is refused');
  }
  return leadAdvice(read.lead);
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

describe('leadAdvice', () => {
  it('says nothing about a complete lead', () => {
    expect(adviceOn(complete)).toEqual([]);
    expect(adviceOn(providerAFull, 'provider_a')).toEqual([]);
  });

  it.each([
    ['names', { first_name: null, last_name: '' }, "Add the person's name"],
    ['half a name', { last_name: null }, 'Add both first and last name'],
    ['email', { email: undefined }, 'Add an email address'],
    ['company', { company: ' ' }, "Add the company's name"],
    ['phone', { phone: null }, 'Add a phone number with its country code'],
    ['title', { title: null }, 'Add a job title'],
    ['website', { website: null }, "Add the company's website"],
  ])('names the missing %s, with the score that it costs', (_what, changes, advice) => {
    const given = adviceOn({ ...complete, ...changes });
    expect(given[0]).toBe(advice);
    expect(given.at(-1)).toMatch(/^The data quality score is \d+ of 100$/u);
  });

  it('accepts a full name instead of first and last', () => {
    expect(adviceOn({ ...complete, first_name: null, last_name: null, name: 'Jane Doe' })).toEqual([]);
  });
});

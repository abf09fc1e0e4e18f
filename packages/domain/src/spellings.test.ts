import { describe, expect, it } from '@jest/globals';

import { dedupeKey, ticketKey } from './dedupe-key.js';
import { aTicket } from './testing/leads.js';
import {
  companySpellings,
  emailSpellings,
  internationalEmailSpellings,
  nameSpellings,
  phoneSpellings,
} from './testing/spellings.js';
import { keysOf, read } from './testing/csv-leads.js';

describe('an address identifies the same person in any spelling', () => {
  it('has at least sixty spellings to try', () => {
    expect(new Set(emailSpellings.written.map(([, text]) => text)).size).toBeGreaterThanOrEqual(60);
  });

  it.each(emailSpellings.written)('%s', (_what, email) => {
    expect(keysOf({ email })).toEqual(['email:jane.doe@example.com']);
    expect(read({ email })?.email).toBe('jane.doe@example.com');
  });

  it.each(internationalEmailSpellings.written)('international, %s', (_what, email) => {
    expect(keysOf({ email })).toEqual([`email:${internationalEmailSpellings.plain}`]);
  });

  it.each(emailSpellings.written)('in the PSA: %s', (_what, email) => {
    expect(ticketKey('email', aTicket({ email }))).toBe('email:jane.doe@example.com');
  });
});

describe('name, company and phone identify the same person in any spelling', () => {
  it.each(nameSpellings.written)('name: %s', (_what, name) => {
    expect(keysOf({ name, company: 'Acme' })).toEqual(['company-person:acme-janedoe']);
    expect(ticketKey('company-person', aTicket({ userName: name, clientName: 'Acme' }))).toBe(
      'company-person:acme-janedoe',
    );
  });

  it.each(nameSpellings.written)('the PSA is searched for the plain name: %s', (_what, name) => {
    const lead = read({ name, company: 'Acme' });
    expect(lead === null ? null : dedupeKey(lead)?.searchTerm.toLowerCase()).toBe('jane doe');
  });

  it.each(companySpellings.written)('company: %s', (_what, company) => {
    expect(keysOf({ name: 'Jane Doe', company })).toEqual(['company-person:acmewidgets-janedoe']);
  });

  it.each(phoneSpellings.written)('phone: %s', (_what, phone) => {
    expect(keysOf({ phone })).toEqual(['phone:14155550132']);
    expect(ticketKey('phone', aTicket(), phone)).toBe('phone:14155550132');
  });
});

describe('different values stay different', () => {
  it.each([
    ['jane.doe@example.com', 'jane.doe@example.com.test'],
    ['jane.doe@example.com', 'janedoe@example.com'],
    ['jane.doe@example.com', 'jane.doe+news@example.com'],
    // A Cyrillic letter is a different letter, not another form of the Latin one.
    ['jane.doe@example.com', 'j\u0430ne.doe@example.com'],
    ['zoe@example.com', 'zoë@example.com'],
    ["o'neill@example.com", 'oneill@example.com'],
  ])('%s and %s', (one, other) => {
    expect(keysOf({ email: one })).not.toEqual(keysOf({ email: other }));
  });
});

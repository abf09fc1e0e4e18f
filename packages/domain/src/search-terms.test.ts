import { describe, expect, it } from '@jest/globals';

import { searchedTerms, searchTerms } from './search-terms.js';
import { aLead } from './testing/leads.js';

const lead = aLead({
  firstName: 'Zoë',
  lastName: "O'Brien-Straße",
  email: 'zoe.b@mail.example.com',
  phone: '+14155550132',
  company: { name: 'Global Widgets', website: null, phone: '+442079460018' },
});

function isFound(text: string): boolean {
  const terms = searchTerms(lead);
  const searched = searchedTerms(text, 'US');
  return searched?.every((word) => terms.some((term) => term.startsWith(word))) ?? false;
}

describe('a search', () => {
  it.each([
    'zoe',
    'ZOË obrien'.replace('obrien', "o'brien"),
    'strasse',
    'wid',
    'widgets zoe',
    'Global Widgets, Inc.',
    'Global Widgets Ltd zoe',
    "Dr. Zoe O'Brien",
    "Frau Prof. Dr. O'Brien-Strasse, Zoe, PhD",
    'Zoe (she/her)',
    'zoe.b@mail.example.com',
    'ZOE.B@mail',
    'example.com',
    '+1 415 555 0132',
    '(415) 555-0132',
    '4155550132',
    '+44 20 7946 0018',
    '1415',
  ])('finds the lead by %s', (text) => {
    expect(isFound(text)).toBe(true);
  });

  it.each(['bob', 'zoe bob', 'other@example.com', '+1 415 555 0199', '---', '@', ''])(
    'does not find it by %j',
    (text) => {
      expect(isFound(text)).toBe(false);
    },
  );

  it.each([
    ['Inc.', ['inc']],
    ['Dr.', ['dr']],
  ])('for %s alone is for it', (text, terms) => {
    expect(searchedTerms(text, 'US')).toEqual(terms);
  });

  it('is limited, whatever is typed', () => {
    expect(searchedTerms('a b c d e f g h i j k l m'.repeat(50), 'US')).toHaveLength(10);
    expect(searchTerms({ ...lead, firstName: 'x y '.repeat(5_000) }).length).toBeLessThan(61);
    expect(searchedTerms('x'.repeat(200), 'US')).toEqual(['x'.repeat(60)]);
  });
});

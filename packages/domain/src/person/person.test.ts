import { describe, expect, it } from '@jest/globals';

import { suppressionKeyText } from '../suppression-key.js';
import {
  addTraits,
  countPersons,
  isPerson,
  keysOfPerson,
  keysOfTraits,
  NOBODY,
  personTraits,
  traitsOfKeys,
} from './person.js';

const nothing = { email: null, phone: null, firstName: null, lastName: null, company: { name: null } };
const alex = {
  email: 'alex@example.com',
  phone: '+15551234567',
  firstName: 'Alex',
  lastName: 'Example',
  company: { name: 'Example Works' },
};
const person = addTraits(NOBODY, personTraits(alex));

describe('whose a record is', () => {
  it.each([
    ['the same email', { ...nothing, email: 'alex@example.com', firstName: 'A.', lastName: 'E.' }],
    [
      'the same name in the same company under another address',
      { ...alex, email: 'a.example@example.org', phone: null, company: { name: 'EXAMPLE WORKS, Inc.' } },
    ],
    ['the number and the name', { ...alex, email: 'alex@example.net', company: { name: null } }],
    ['the number and nothing else', { ...nothing, phone: '+15551234567' }],
    [
      'the number of a company without a person',
      { ...nothing, phone: '+15551234567', company: { name: 'Other' } },
    ],
  ])('is the person’s by %s', (_how, fields) => {
    expect(isPerson(person, personTraits(fields))).toBe(true);
  });

  it.each([
    ['a colleague on the same telephone', { ...alex, email: 'robin@example.com', firstName: 'Robin' }],
    [
      'somebody without a name on the same telephone',
      { ...nothing, email: 'sales@example.com', phone: '+15551234567' },
    ],
    [
      'a namesake elsewhere',
      { ...alex, email: 'alex@example.org', phone: null, company: { name: 'Sample Labs' } },
    ],
    ['nobody', nothing],
  ])('is not the person’s because of %s', (_who, fields) => {
    expect(isPerson(person, personTraits(fields))).toBe(false);
  });

  it('uses what each record adds', () => {
    const second = { ...alex, email: 'a.example@example.org', phone: '+15557654321' };
    const known = addTraits(person, personTraits(second));
    expect(known.emails).toEqual(['alex@example.com', 'a.example@example.org']);
    expect(known.names).toHaveLength(1);
    expect(isPerson(known, traitsOfKeys(['phone:15557654321']))).toBe(true);
    expect(isPerson(person, traitsOfKeys(['phone:15557654321']))).toBe(false);
  });
});

describe('a person of whom only a number is known', () => {
  it('is anyone with that number', () => {
    const known = addTraits(NOBODY, traitsOfKeys(['phone:15551234567']));
    expect(isPerson(known, personTraits(alex))).toBe(true);
    expect(isPerson(known, personTraits({ ...alex, phone: '+15559876543' }))).toBe(false);
  });
});

describe('how many people share a number', () => {
  const robin = { ...alex, email: 'robin@example.com', firstName: 'Robin' };
  const unnamed = { ...nothing, phone: alex.phone };

  it.each([
    [0, []],
    [1, [unnamed]],
    [1, [alex, unnamed, { ...alex, email: 'alex@example.net' }]],
    [2, [alex, robin]],
    [2, [alex, unnamed, { ...nothing, email: 'office@example.com', phone: alex.phone }]],
  ])('is %d', (count, records) => {
    expect(countPersons(records.map(personTraits))).toBe(count);
  });
});

it.each([
  ['of whom all is known', person],
  ['of whom only a number is known', { ...NOBODY, phones: person.phones }],
  ['without an email', { ...person, emails: [] }],
])('the keys of a person %s are those of their records', (_who, whom) => {
  const texts = new Set(keysOfPerson(whom).map(suppressionKeyText));
  const records = [alex.email, null, 'robin@example.com'].flatMap((email) =>
    [alex.phone, null].flatMap((phone) =>
      [alex.firstName, 'ALEX', 'Robin', null].flatMap((firstName) =>
        [alex.company.name, 'Sample Labs', null].map((name) => ({
          ...{ email, phone, firstName, lastName: firstName === null ? null : alex.lastName },
          company: { name },
        })),
      ),
    ),
  );
  for (const record of records) {
    const traits = personTraits(record);
    const isKnown = keysOfTraits(traits).some((key) => texts.has(suppressionKeyText(key)));
    expect([record, isKnown]).toEqual([record, isPerson(whom, traits)]);
  }
});

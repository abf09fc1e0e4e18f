import { describe, expect, it } from '@jest/globals';
import { addTraits, NOBODY, personTraits, type KeyFields } from '@leadbridge/domain';
import fc from 'fast-check';

import { readRow } from '../import/read/clean.js';
import { sourceNamed } from '../import/testing/import-rows.js';
import { defaultSettings } from '../ports/settings.js';
import { createRowMatcher } from './match-row.js';

const settings = defaultSettings('US');
const fields: KeyFields = {
  ...{ email: 'jose.munoz@example.com', phone: '+12025550143' },
  ...{ firstName: 'José', lastName: 'Muñoz' },
  company: { name: 'Ibérica Works' },
};
const person = addTraits(NOBODY, personTraits(fields));
const { isTheirRow, inText } = createRowMatcher({ person, companyKeys: [] }, () => settings);

/** One character, as it is or as an HTML escape. */
function spelling(character: string): fc.Arbitrary<string> {
  const code = character.codePointAt(0) ?? 0;
  return fc.constantFrom(
    character,
    `&#${code};`,
    `&#x${code.toString(16)};`,
    `&#X${code.toString(16).toUpperCase()};`,
  );
}

/** A text with any of its characters escaped, once or twice: an import leaves a third escape as it is. */
function spellings(text: string): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.tuple(...[...text].map(spelling)),
      fc.integer({ min: 0, max: 1 }),
      fc.constantFrom('NFC', 'NFD', 'NFKD'),
    )
    .map(([characters, times, form]) => {
      const once = characters.join('').normalize(form);
      return Array.from({ length: times }).reduce<string>((sent) => sent.replaceAll('&', '&amp;'), once);
    });
}

const names = { first_name: spellings('José'), last_name: spellings('Muñoz') };
const company = spellings('Ibérica Works');

describe('whatever spelling an import reads as the person, an erasure finds', () => {
  it.each<[string, fc.Arbitrary<Record<string, string>>]>([
    ['by name and company', fc.record({ ...names, company })],
    ['by name and number', fc.record({ ...names, phone: spellings('+12025550143') })],
  ])('%s', (_how, rows) => {
    let theirs = 0;
    fc.assert(
      fc.property(rows, (data) => {
        const read = readRow({ source: sourceNamed('csv'), data, options: { strict: false } }, settings);
        const readsThem =
          !('status' in read) && read.lead.firstName === 'José' && read.lead.lastName === 'Muñoz';
        theirs += Number(readsThem);
        if (readsThem) {
          expect(isTheirRow('csv', data)).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
    expect(theirs).toBeGreaterThan(20);
  });

  it('also where the row is rejected for an email with escapes', () => {
    fc.assert(
      fc.property(spellings(fields.email ?? ''), (email) => {
        const read = readRow(
          { source: sourceNamed('csv'), data: { email }, options: { strict: false } },
          settings,
        );
        // Some escapes at the end are read as those of another address.
        const readsThem = 'status' in read || read.lead.email === fields.email;
        expect(isTheirRow('csv', { email })).toBe(readsThem);
      }),
      { numRuns: 300 },
    );
  });

  it('also in a text about a row, such as the message of a failure', () => {
    fc.assert(
      fc.property(spellings('José Muñoz'), (name) => {
        expect(inText(`"name" cannot be used: ${name}`)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

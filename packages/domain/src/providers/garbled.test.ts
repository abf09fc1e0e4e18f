import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { readPayload } from '../read-payload.js';
import { sourceOfKind } from '../testing/documented-samples.js';
import { settings } from '../testing/leads.js';
import { providerAFull, providerBFull, providerCFull } from '../testing/payloads.js';
import { garbledWarnings } from './garbled.js';

const high = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Text whose UTF-8 was read as Windows-1252, or as Latin 1. */
function garbled(text: string, isLatin: boolean): string {
  const latin = Buffer.from(text).toString('latin1');
  return isLatin
    ? latin
    : latin.replaceAll(/[\u0080-\u009f]/gu, (sign) => high.charAt(sign.charCodeAt(0) - 0x80));
}

describe('text that was read in a wrong encoding', () => {
  it.each([
    'Zoë',
    'Müller',
    'Łódź',
    'Søren',
    'Françoise',
    'Škoda',
    'O’Neil',
    'Иван',
    'Γιώργος',
    'ÀÈÌÒÙ',
    'Jo 😀',
  ])('%s is recognized, however often it was, and quoted', (name) => {
    for (const isLatin of [true, false]) {
      const once = garbled(name, isLatin);
      for (const text of [once, garbled(once, isLatin)]) {
        expect(garbledWarnings({ name: text })).toEqual([
          `"name" was read in a wrong encoding before it was sent: ${JSON.stringify(text)}`,
        ]);
      }
    }
  });

  it('is recognized by the sign that replaces a letter', () => {
    expect(garbledWarnings({ person: { names: ['Zo\uFFFD'] } })).toEqual([
      '"person.names[0]" was read in a wrong encoding before it was sent: "Zo\uFFFD"',
    ]);
  });

  it('is not what is spelled so', () => {
    const names = [
      'Zoë',
      'Ångström',
      'São Paulo',
      'Ñuñoa',
      'ÉCOLE',
      '“CAFÉ”',
      'IRMÃ',
      'Ærø',
      'Þór',
      'naïve',
      'Łódź',
    ];
    expect(garbledWarnings(names)).toEqual([]);
    expect(
      garbledWarnings(['Иван', 'Γιώργος', '株式会社', 'Đặng', '£5 – 10 €', '‘a’ “b”', 'â la carte']),
    ).toEqual([]);
    expect(garbledWarnings([providerAFull, providerBFull, providerCFull])).toEqual([]);
  });

  it('is a warning of the lead, which is imported as it stands', () => {
    const data = { email: 'zoe@acme.example', first_name: 'ZoÃ«', company: 'Acme' };
    const result = readPayload(sourceOfKind('flat'), data, settings);
    expect(result).toMatchObject({
      ok: true,
      lead: { firstName: 'ZoÃ«' },
      warnings: ['"first_name" was read in a wrong encoding before it was sent: "ZoÃ«"'],
    });
  });

  it('law: letters with accents are recognized after they were garbled, and not before', () => {
    const letter = fc.constantFrom(...'äöüßéèêëàâçñøåæłśźżčšžřőű');
    fc.assert(
      fc.property(fc.array(letter, { minLength: 1, maxLength: 8 }), fc.boolean(), (letters, isLatin) => {
        const text = letters.join('');
        expect(garbledWarnings([text])).toEqual([]);
        expect(garbledWarnings([garbled(text, isLatin)])).toHaveLength(1);
      }),
    );
  });

  it('is looked for in no more than a record has', () => {
    let deep: unknown = 'ZoÃ«';
    for (let depth = 0; depth < 10_000; depth += 1) deep = [deep];
    expect(garbledWarnings(deep)).toEqual([]);
    expect(garbledWarnings(Array.from({ length: 100 }, () => 'ZoÃ«'))).toHaveLength(5);
    fc.assert(
      fc.property(fc.anything(), (value) => {
        garbledWarnings(value);
      }),
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import { encodeHTML } from 'entities';
import fc from 'fast-check';
import { LIMITS } from './cleansing/limits.js';
import { cleanEmail } from './cleansing/email.js';
import { companyKey } from './company-key.js';
import { dedupeKey } from './dedupe-key.js';
import type { Lead } from './model.js';
import { isPayload } from './providers/payload.js';
import { readFlagged, readPayload } from './read-payload.js';
import { documentedSamples, sourceOfKind } from './testing/documented-samples.js';
import { escapedWord } from './testing/escaped.js';
import { settings, source } from './testing/leads.js';
import { readingsOf } from './testing/readings.js';

const { leadOf, warningsOf } = readingsOf('flat');

/** A value with every text in it escaped as far as HTML can, `times` over. */
function escaped(value: unknown, times: number): unknown {
  if (typeof value === 'string') {
    return Array.from({ length: times }).reduce<string>((text) => encodeHTML(text), value);
  }
  if (Array.isArray(value)) {
    return value.map((item: unknown) => escaped(item, times));
  }
  return isPayload(value)
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, escaped(item, times)]))
    : value;
}

describe('every format, escaped as HTML once or twice, is read as the plain one', () => {
  const cases = documentedSamples().flatMap(({ kind, payload }, index) =>
    [1, 2].map((times) => ({ kind, payload, index, times })),
  );

  it.each(cases)('$kind, sample $index, $times times', ({ kind, payload, times }) => {
    const plain = readPayload(sourceOfKind(kind), payload, settings);
    expect(plain.ok).toBe(true);
    expect(readPayload(sourceOfKind(kind), escaped(payload, times), settings)).toEqual(plain);
  });

  it.each([1, 2])('an opt-out of a refused payload, %s times', (times) => {
    const refused = { email: 'jo@', first_name: 'Zoë', company: 'Café & Co', do_not_contact: 'yes' };
    const plain = readFlagged(source('csv'), refused, settings);
    expect(plain).toHaveLength(1);
    expect(readFlagged(source('csv'), escaped(refused, times), settings)).toEqual(plain);
  });
});

describe('names that are written with references', () => {
  const withCompany = (word: string): Lead =>
    leadOf({
      first_name: `J${word}`,
      last_name: `${word} Doe`,
      company: `${word} Acme`,
      title: word,
      notes: word,
    });

  it('law: are the plain names, with the same keys, and stay so when they are read again', () => {
    fc.assert(
      fc.property(escapedWord, ({ plain, written }) => {
        const lead = withCompany(written);
        expect(lead).toEqual(withCompany(plain));
        expect(dedupeKey(lead)).toEqual(dedupeKey(withCompany(plain)));
        const { firstName, lastName, company } = lead;
        const again = leadOf({ first_name: firstName, last_name: lastName, company: company.name });
        expect(again).toMatchObject({ firstName, lastName, company });
      }),
      { numRuns: 500 },
    );
  });

  it('are those of a person too', () => {
    expect(leadOf({ first_name: 'Se&aacute;n', last_name: 'O&#39;Neill' })).toMatchObject({
      firstName: 'Seán',
      lastName: "O'Neill",
    });
  });

  it.each([
    'Caf&eacute;',
    'CAF&EACUTE;',
    'Caf&#233;',
    'Caf&amp;eacute;',
    // As earlier releases cased it.
    'Caf&Eacute;',
  ])('%s is the company Café', (name) => {
    expect(companyKey(name)).toBe(companyKey('Café'));
    expect(companyKey(leadOf({ company: name }).company.name ?? '')).toBe(companyKey('Café'));
  });

  it.each([
    ['AT&T', 'AT&T'],
    ['R&D', 'R&D'],
    ['Smith &copy Co', 'Smith &Copy Co'],
    ['B&Q; H&M', 'B&Q; H&M'],
  ])('an ampersand in a name is one: %s', (name, expected) => {
    expect(leadOf({ company: name }).company.name).toBe(expected);
  });

  it('a query string keeps its parameters', () => {
    const website = 'acme.test/?a=1&copy=2&lang=de&reg=3';
    expect(leadOf({ website }).company.website).toBe(website);
    expect(leadOf({ website: website.replaceAll('&', '&amp;') }).company.website).toBe(website);
  });

  it.each(['r&amp;d@acme.test', 'r&#38;d&commat;acme&period;test', 'r&amp;amp;d@acme.test'])(
    'an address is the plain one, in opt-outs too: %s',
    (email) => {
      expect(leadOf({ email }).email).toBe('r&d@acme.test');
      expect(cleanEmail(email)).toBe('r&d@acme.test');
    },
  );

  it('count as one character each', () => {
    const title = 'x'.repeat(LIMITS.jobTitle - 1);
    expect(leadOf({ title: `${title}&amp;` }).jobTitle).toBe(`${title}&`);
    expect(warningsOf({ title: `${title}&amp;` })).toEqual([]);
  });
});

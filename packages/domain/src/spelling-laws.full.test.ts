import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { factsOfLead, personKeys } from './person-keys.js';
import { readPayload } from './read-payload.js';
import { settings, source } from './testing/leads.js';
import { emailAddresses, emailSeparators, emailWrappers } from './testing/email-wrappers.js';
import { companySpellings, emailSpellings, nameSpellings, phoneSpellings } from './testing/spellings.js';
import { keysOf, read } from './testing/csv-leads.js';

describe('laws', () => {
  const mark = fc.constantFrom(
    '\u200b',
    '\u200d',
    '\u00ad',
    '\u202e',
    '\u2066',
    '\ufe0f',
    '\u{e0100}',
    '\u{e0041}',
    '\u034f',
    '\u3164',
    '\u180b',
    '\ufeff',
  );
  /** A text with invisible characters between any of its characters. */
  const marked = (text: string) =>
    fc
      .array(fc.option(mark, { nil: '' }), { minLength: text.length, maxLength: text.length })
      .map((marks) => [...text].map((letter, index) => (marks[index] ?? '') + letter).join(''));

  it('invisible characters never change a key', () => {
    const lead = fc.record({
      email: marked('jane.doe@example.com'),
      first_name: marked('Jane'),
      last_name: marked('Doe'),
      company: marked('Acme Widgets, Inc.'),
      phone: marked('+1 (415) 555-0132 ext. 7'),
    });
    fc.assert(
      fc.property(lead, (data) => {
        expect(keysOf(data)).toEqual([
          'email:jane.doe@example.com',
          'company-person:acmewidgets-janedoe',
          'phone-person:14155550132-janedoe',
          'phone:14155550132',
        ]);
      }),
    );
  });

  it('an opt-out by an address in any wrapper holds for a lead with it in any other', () => {
    const wrapper = fc.constantFrom(...emailWrappers).map(([, wrap]) => wrap);
    const separator = fc.constantFrom(...emailSeparators);
    let compared = 0;
    fc.assert(
      fc.property(
        emailAddresses,
        emailAddresses,
        wrapper,
        wrapper,
        separator,
        (email, other, one, two, by) => {
          const optedOut = keysOf({ email: one(email) });
          const written = [two(email), `${two(email)}${by}${other}`, `${other}${by}${two(email)}`];
          for (const keys of written.map((text) => keysOf({ email: text }))) {
            compared += keys === null ? 0 : 1;
            if (keys !== null) {
              expect(keys.some((key) => optedOut?.includes(key))).toBe(true);
            }
          }
        },
      ),
      { numRuns: 2_000 },
    );
    expect(compared).toBeGreaterThan(4_000);
  });

  it('further addresses in the text of an email are named in a warning', () => {
    const result = readPayload(source('csv'), { email: 'Jo <a@x.test>; b@x.test, c@x.test' }, settings);
    expect(result).toMatchObject({
      ok: true,
      lead: { email: 'a@x.test', otherEmails: ['b@x.test', 'c@x.test'] },
      warnings: [
        'Of several addresses in the email the first one was taken; left out: b@x.test, c@x.test',
        'The name or remark beside the email address was left out',
      ],
    });
  });

  it('normalization is idempotent: a lead read again has the same values and keys', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc.constantFrom(
        ...[emailSpellings, nameSpellings, companySpellings, phoneSpellings].flatMap(({ written }) =>
          written.map(([, spelled]) => spelled),
        ),
      ),
    );
    const lead = fc.record({ email: text, first_name: text, last_name: text, company: text, phone: text });
    fc.assert(
      fc.property(lead, (data) => {
        const once = read(data);
        fc.pre(once !== null);
        if (once === null) return;
        const { firstName, lastName, email, phone, company } = once;
        const again = read({
          first_name: firstName,
          last_name: lastName,
          email,
          phone,
          company: company.name,
        });
        expect(again).toEqual(once);
        expect(again === null ? null : personKeys([factsOfLead(again)])).toEqual(
          personKeys([factsOfLead(once)]),
        );
      }),
      { numRuns: 600 },
    );
  });
});

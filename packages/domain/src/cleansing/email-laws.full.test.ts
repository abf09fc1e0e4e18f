import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { emailAddresses, emailWrappers } from '../testing/email-wrappers.js';
import { cleanEmail, emailForm, readAddresses } from './email.js';

describe('laws of an address', () => {
  const written = fc
    .emailAddress()
    .chain((email) =>
      fc
        .tuple(fc.constantFrom('', ' ', '\t'), fc.boolean())
        .map(([blank, loud]) => `${blank}${loud ? email.toUpperCase() : email}${blank}`),
    );

  it('in up to three wrappers it has the same key, or is refused', () => {
    let read = 0;
    const three = fc.array(fc.constantFrom(...emailWrappers), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(emailAddresses, three, (email, around) => {
        const found = cleanEmail(around.reduce((text, [, wrap]) => wrap(text), email));
        read += found === null ? 0 : 1;
        if (found !== null) {
          expect(emailForm(found)).toBe(emailForm(email));
        }
      }),
      { numRuns: 5_000 },
    );
    expect(read).toBeGreaterThan(2_500);
  });

  it('an unknown text beside it never becomes part of it', () => {
    const junk = fc.string({ unit: fc.constantFrom(...`ab1 .,:;()<>[]{}"'\\/?=&%#*|`), maxLength: 8 });
    fc.assert(
      fc.property(junk, junk, (before, behind) => {
        const found = cleanEmail(`${before}:jo@example.com ${behind}`);
        expect([null, 'jo@example.com']).toContain(found);
        const { addresses } = readAddresses(`${before};jo@example.com/${behind}`);
        expect(['', 'jo@example.com']).toContain(addresses.join(' '));
      }),
      { numRuns: 5_000 },
    );
  });

  it('in any case it has the same key, whatever the locale', () => {
    const letters = fc.string({
      unit: fc.constantFrom(...'iIİıßẞsSςσΣkKKéÉñǆǅ'),
      minLength: 1,
      maxLength: 6,
    });
    const casing = fc.constantFrom(
      (text: string) => text.toUpperCase(),
      (text: string) => text.toLowerCase(),
      (text: string) => text.toLocaleUpperCase('tr'),
      (text: string) => text.toLocaleLowerCase('tr'),
    );
    fc.assert(
      fc.property(letters, casing, (name, change) => {
        const key = (text: string): string => emailForm(cleanEmail(`${text}@example.com`) ?? '');
        expect(key(change(name))).toBe(key(name));
        expect(key(name)).not.toBe('');
      }),
      { numRuns: 2_000 },
    );
  });

  it('a clean email cleaned again is unchanged', () => {
    fc.assert(
      fc.property(fc.oneof(written, fc.string({ unit: 'grapheme' })), (email) => {
        const once = cleanEmail(email);
        if (once !== null) expect(cleanEmail(once)).toBe(once);
      }),
    );
  });

  it('case and surrounding spaces do not matter', () => {
    fc.assert(
      fc.property(fc.emailAddress(), fc.constantFrom('', ' ', '\n'), (email, blank) => {
        expect(cleanEmail(blank + email.toUpperCase() + blank)).toBe(cleanEmail(email.toLowerCase()));
      }),
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyText } from '../testing/arbitraries.js';
import { partedName } from './full-name.js';

describe('the parts of a full name', () => {
  it.each([
    ['Jane Doe', 'Jane', 'Doe'],
    ['Jane van der Dyk', 'Jane', 'van der Dyk'],
    ['Doe, Jane', 'Jane', 'Doe'],
    ['van Dyk, Jane Maria', 'Jane Maria', 'van Dyk'],
    ['DOE, JANE', 'JANE', 'DOE'],
    ['Doe,Jane', 'Jane', 'Doe'],
    ['Cher', 'Cher', null],
    ['王伟', '王伟', null],
    ['山田 太郎', '山田', '太郎'],
    ['Петрова, Анна', 'Анна', 'Петрова'],
    ["O'Neill, Aoife", 'Aoife', "O'Neill"],
  ])('%s is %s and %s', (name, firstName, lastName) => {
    expect(partedName(name)).toEqual({ firstName, lastName });
  });

  it.each([
    ['Jane Doe, PhD', 'Jane', 'Doe, PhD'],
    ['Jane Doe, Ph.D.', 'Jane', 'Doe, Ph.D.'],
    ['John van Dyk, Jr.', 'John', 'van Dyk, Jr.'],
    ['John Dyk, III', 'John', 'Dyk, III'],
    ['Jane Doe, MBA, PMP', 'Jane', 'Doe, MBA, PMP'],
    ['Jane Doe, MBA PMP', 'Jane', 'Doe, MBA PMP'],
    ['Jane Doe, SHRM-CP', 'Jane', 'Doe, SHRM-CP'],
    ['Doe, Jane, PhD', 'Jane', 'Doe, PhD'],
    ['Doe, Jane, Jr', 'Jane', 'Doe, Jr'],
  ])('a degree or a suffix is no given name: %s', (name, firstName, lastName) => {
    expect(partedName(name)).toEqual({ firstName, lastName });
  });

  it.each([
    ['Vance, JD', 'JD', 'Vance'],
    ['De La Cruz, Ma', 'Ma', 'De La Cruz'],
    ['van Dyk, Junior', 'Junior', 'van Dyk'],
  ])('a given name that resembles a degree stays one: %s', (name, firstName, lastName) => {
    expect(partedName(name)).toEqual({ firstName, lastName });
  });

  it.each([
    ['Doe, Jane, Maria', 'Jane, Maria', 'Doe'],
    ['Jane Doe, Head of IT, Berlin', 'Jane', 'Doe, Head of IT, Berlin'],
  ])('further parts are kept: %s', (name, firstName, lastName) => {
    expect(partedName(name)).toEqual({ firstName, lastName });
  });

  it.each([
    ['Doe,', 'Doe', null],
    [', Jane Doe', 'Jane', 'Doe'],
    ['Doe, , Jane', 'Jane', 'Doe'],
    [',', null, null],
    ['', null, null],
    ['PhD', 'PhD', null],
  ])('stray commas belong to no name: %j', (name, firstName, lastName) => {
    expect(partedName(name)).toEqual({ firstName, lastName });
  });

  it('no word of a name is lost', () => {
    const words = (text: string) => text.split(/[\s,]+/u).filter((word) => word !== '');
    fc.assert(
      fc.property(
        fc.array(fc.oneof(anyText, fc.constantFrom(', ', 'PhD', ', Jr.', 'Doe')), { maxLength: 6 }),
        (parts) => {
          const name = parts.join(' ').replace(/\s+/gu, ' ').trim();
          const { firstName, lastName } = partedName(name);
          expect(words(`${firstName ?? ''} ${lastName ?? ''}`).sort()).toEqual(words(name).sort());
        },
      ),
      { numRuns: 200 },
    );
  });
});

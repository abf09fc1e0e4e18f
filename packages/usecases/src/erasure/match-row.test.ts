import { describe, expect, it } from '@jest/globals';

import { defaultSettings } from '../ports/settings.js';
import { createRowMatcher, traitsOfRow } from './match-row.js';
import { erasureAt } from './testing/erasure-world.js';

const settings = () => defaultSettings('US');
const { isTheirRow } = createRowMatcher(erasureAt('records'), settings);

describe('a row of an import is theirs', () => {
  it.each<[string, string, unknown, boolean]>([
    ['by their email, however it is written', 'csv', { email: ' ALEX@Example.com ' }, true],
    ['by their name and company', 'csv', { name: 'Alex Example', company: 'Example Works, Inc.' }, true],
    ['in the form of its provider', 'apollo', { person: { email: 'alex@example.com' } }, true],
    [
      'where no lead can be read from it, and it names them',
      'csv',
      { mail: 'x', note: 'alex@example.com' },
      true,
    ],
    ['where its source is not known any more', 'gone', { contact: { mail: 'alex@example.com' } }, true],
    [
      'not where another person’s note names them',
      'csv',
      { email: 'sam@example.com', note: 'alex@example.com' },
      false,
    ],
    ['not by the name alone', 'csv', { name: 'Alex Example', company: 'Another Ltd' }, false],
    ['not where it is of another person', 'csv', { email: 'sam@example.com' }, false],
    ['not where nothing is left of it', 'csv', null, false],
    ['not where it was never stored', 'csv', undefined, false],
  ])('%s', (_how, source, data, isTheirs) => {
    expect(isTheirRow(source, data)).toBe(isTheirs);
  });
});

describe('a row that names them by a number alone is theirs', () => {
  const person = { ...erasureAt('records').person, phones: ['12025550143'] };
  const { isTheirRow: isTheirs } = createRowMatcher(erasureAt('records', { person }), settings);

  it.each<[string, string | null, unknown, boolean]>([
    ['in a list of opt-outs', null, { Telefon: '(202) 555-0143' }, true],
    ['in a list, as one of several', null, { phone: '+1 202 555 0199', mobile: '202.555.0143' }, true],
    ['in a list, in one cell with another', null, { phone: '202-555-0199 / 202-555-0143' }, true],
    ['in a list, in a row that cannot be taken', null, { email: 'no address', phone: '2025550143' }, true],
    ['in a list, by one of its addresses', null, { email: 'a@example.org; Alex@example.com' }, true],
    ['in a rejected row of an import', 'csv', { email: 'no address', phone: '(202) 555-0143' }, true],
    [
      'but not in a list, beside the name of a colleague',
      null,
      { name: 'Sam Roe', phone: '2025550143' },
      false,
    ],
    [
      'but not in a list, where a reason names them',
      null,
      { email: 's@x.test', reason: 'alex@example.com' },
      false,
    ],
    ['but not as the entry of a domain', null, { domain: 'example.com' }, false],
    ['but not where it is of another person', 'csv', { email: 'no address', phone: '202 555 0199' }, false],
  ])('%s', (_where, source, data, expected) => {
    expect(isTheirs(source, data)).toBe(expected);
  });
});

describe('what a row says of its person', () => {
  it.each<[string, string, unknown]>([
    ['its source is not known', 'gone', { email: 'alex@example.com' }],
    ['no lead can be read', 'csv', 'alex'],
    ['the lead has no key', 'csv', { name: 'Alex Example' }],
  ])('is not known where %s', (_where, source, data) => {
    expect(traitsOfRow(source, data, settings())).toEqual([]);
  });

  it('are the keys by which an import would know the person', () => {
    expect(
      traitsOfRow('csv', { email: 'Alex@Example.com', phone: '(202) 555-0143' }, settings()),
    ).toMatchObject([{ email: 'alex@example.com', phone: expect.stringContaining('2025550143') }]);
  });
});

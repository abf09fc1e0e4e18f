import { describe, expect, it } from '@jest/globals';
import { isOnDoNotCallList } from './consent.js';
import { optOutFlags } from './opt-out-flags.js';

const at = (part: Readonly<Record<string, unknown>>, path = '') => ({ part, path });

describe('opt-out flags', () => {
  it.each([
    'do_not_contact',
    'doNotContact',
    'DO NOT CONTACT',
    'dnc',
    'doNotEmail',
    'do_not_call',
    'email_opt_out',
    'hs_email_optout',
    'email_unsubscribed',
    'callOptedOut',
    'unsubscribed',
    'Werbesperre',
  ])('are found under the name %s', (key) => {
    expect(optOutFlags([at({ [key]: true })])).toEqual({ isOptedOut: true, warnings: [], faults: [] });
  });

  it.each([[true], [1], ['true'], ['YES'], ['1'], ['Ja']])('%j is an opt-out', (value) => {
    expect(optOutFlags([at({ do_not_contact: value })]).isOptedOut).toBe(true);
  });

  it.each([[false], [0], ['no'], ['FALSE'], [null], [''], ['  '], [undefined]])('%j is none', (value) => {
    expect(optOutFlags([at({ do_not_contact: value })])).toEqual({
      isOptedOut: false,
      warnings: [],
      faults: [],
    });
  });

  it.each([['perhaps'], [2], [[true]], [{ other: true }], ['2026-01-02']])(
    '%j is none, and is an error with its path',
    (value) => {
      expect(optOutFlags([at({ doNotCall: value }, 'person.contact')])).toMatchObject({
        isOptedOut: false,
        warnings: [],
        faults: [{ field: 'data.person.contact.doNotCall', value, message: 'must be a boolean' }],
      });
    },
  );

  it('what cannot be read beside an opt-out is only reported', () => {
    const places = [at({ dnc: 'perhaps', do_not_contact: 'yes' })];
    expect(optOutFlags(places)).toEqual({
      isOptedOut: true,
      warnings: ['"data.dnc" cannot be read as an opt-out'],
      faults: [],
    });
  });

  it('one yes is enough, in any place and in any order', () => {
    const places = [
      at({ unsubscribed: 'no' }),
      at({ do_not_contact: 'yes', dnc: false }, 'contact'),
      at({}, 'x'),
    ];
    expect(optOutFlags(places).isOptedOut).toBe(true);
    expect(optOutFlags(places.toReversed()).isOptedOut).toBe(true);
  });

  it('of one mailing count for all, with a warning', () => {
    expect(optOutFlags([at({ hs_email_optout_10570: 'true' }, 'properties')])).toEqual({
      isOptedOut: true,
      warnings: [
        '"properties.hs_email_optout_10570" says that the person has opted out of one kind of mailing, and was taken for an opt-out of all',
      ],
      faults: [],
    });
    expect(optOutFlags([at({ hs_email_optout_10570: 'false' })])).toEqual({
      isOptedOut: false,
      warnings: [],
      faults: [],
    });
  });

  it('are not found in other keys', () => {
    const other = { is_likely_to_engage: true, has_email: true, constructor: true, contacted: 'yes' };
    expect(optOutFlags([at(other)])).toEqual({ isOptedOut: false, warnings: [], faults: [] });
    expect(optOutFlags([])).toEqual({ isOptedOut: false, warnings: [], faults: [] });
  });
});

describe('a do-not-call status', () => {
  it.each([
    [true],
    ['listed'],
    ['DNC'],
    ['national_dnc'],
    ['on_dnc_list'],
    ['registered'],
    ['found'],
    ['yes'],
    ['something new'],
    [1],
  ])('%j bars the number', (status) => {
    expect(isOnDoNotCallList(status)).toBe(true);
  });

  it.each([
    [false],
    [null],
    [undefined],
    [''],
    [0],
    ['none'],
    ['NOT_FOUND'],
    ['not found'],
    ['not-listed'],
    ['not on dnc'],
    ['not_in_registry'],
    ['Clean'],
    ['unknown'],
    ['callable'],
    [{}],
  ])('%j does not', (status) => {
    expect(isOnDoNotCallList(status)).toBe(false);
  });

  it('a word that only begins like a harmless one bars the number', () => {
    for (const status of ['none_of_your_business', 'nope', 'notable', 'unknown_dnc_hit', 'not']) {
      expect(isOnDoNotCallList(status)).toBe(true);
    }
  });
});

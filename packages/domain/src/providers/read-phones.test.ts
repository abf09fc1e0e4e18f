import { describe, expect, it } from '@jest/globals';

import { aDraft } from '../testing/drafts.js';
import type { LeadDraft } from './lead-draft.js';
import { readPhones } from './read-phones.js';

const settings = { defaultCountry: 'US' };
const own = '+1 202 555 0143';
const other = '+1 202 555 0178';
const office = '+1 202 555 0100';

const phonesOf = (draft: Partial<LeadDraft>) => readPhones(aDraft(draft), settings);

describe('the numbers of a lead', () => {
  it('are the first readable one, and the others', () => {
    expect(phonesOf({ phones: ['soon', own, other, own] })).toMatchObject({
      own: '+12025550143',
      others: ['+12025550178'],
      company: null,
    });
  });

  it('do not contain those of the company, which many have', () => {
    expect(phonesOf({ phones: [own, office], companyPhones: [office] })).toEqual({
      ...{ own: '+12025550143', others: [], company: '+12025550100', warnings: [], ignored: [] },
    });
  });

  it.each([
    ['on lines of their own', `${own}\n${other}`],
    ['behind each other', `${own} / ${other}`],
    ['behind one with an extension', `${own} ext. 7; ${other}`],
  ])('are all those in a text: %s', (_how, written) => {
    const { own: first, others } = phonesOf({ phones: [written] });
    expect([first, others]).toEqual(['+12025550143', ['+12025550178']]);
  });

  it.each<[string, Partial<LeadDraft>, string | null]>([
    ['the default country', { phones: ['(202) 555-0143'] }, '+12025550143'],
    ['the country of the person', { phones: ['030 901820'], country: 'Germany' }, '+4930901820'],
    ['no country, where it is unknown', { phones: ['(202) 555-0143'], country: 'Atlantis' }, null],
    ['no country, where they have their own', { phones: [own], country: 'Atlantis' }, '+12025550143'],
  ])('without a country code are of %s', (_which, draft, expected) => {
    expect(phonesOf(draft).own).toBe(expected);
  });
});

describe('what is said about the numbers of a lead', () => {
  it.each<[string, Partial<LeadDraft>, readonly unknown[]]>([
    ['none is readable', { phones: ['soon'] }, [expect.stringContaining('phone number')]],
    ['none of the company is', { companyPhones: ['soon'] }, [expect.stringContaining("company's phone")]],
    [
      'its country is not known',
      { phones: ['(202) 555-0143'], country: 'Atlantis' },
      ['The country "Atlantis" is not known: a phone number without a country code was left out'],
    ],
    [
      'it has an extension',
      { phones: [`${own} ext. 7`] },
      [expect.stringMatching(/^The extension of the phone number was left out: ".*7"$/u)],
    ],
    [
      'it stands before another one',
      { phones: [`${own} / ${other}`] },
      [expect.stringMatching(/^Of several numbers in the phone number the first one was taken, without/u)],
    ],
    [
      'one behind it cannot be read',
      { phones: [own, 'soon'] },
      ['A further phone number was left out: "soon"'],
    ],
    [
      'one behind it is no text',
      { phones: [own, { number: 7 }] },
      ['A further phone number was left out: it could not be read'],
    ],
    [
      'the company has more',
      { companyPhones: [office, other] },
      [`A further phone number of the company was left out: "${other}"`],
    ],
    ['there is nothing else', { phones: [own, '', null], companyPhones: [office, office] }, []],
  ])('is that %s', (_what, draft, warnings) => {
    expect(phonesOf(draft).warnings).toEqual(warnings);
  });

  it('is said five times at most, whatever a list contains', () => {
    const many = Array.from({ length: 50 }, (_, index) => `soon ${index}`);
    expect(phonesOf({ phones: [own, ...many] }).warnings).toHaveLength(5);
  });

  it('names the columns of numbers that are not used, and that of the one that is', () => {
    const { ignored } = phonesOf({
      phones: [own, other, 'soon', own],
      phoneKeys: ['phone', 'mobile', 'fax', 'direct'],
    });
    expect(ignored).toEqual([
      { key: 'mobile', reason: 'second', field: 'phone', taken: 'phone' },
      { key: 'fax', reason: 'unreadable', field: 'phone' },
    ]);
  });

  it('names no column of a provider itself', () => {
    expect(phonesOf({ phones: [own, other], phoneKeys: [null, null] }).ignored).toEqual([]);
  });
});

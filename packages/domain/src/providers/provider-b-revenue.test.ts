import { describe, expect, it } from '@jest/globals';
import { revenueOf } from './provider-b-revenue.js';

describe('the revenue of a company', () => {
  it.each([
    ['a number in dollars', { revenue: 18_000_000 }, 18_000_000, '18000000'],
    ['a number as a text', { revenue: '18,000,000' }, 18_000_000, '18000000'],
    ['words', { revenue: '$18 Million' }, 18_000_000, '$18 Million'],
    [
      'the exact number beside words',
      { revenueNumeric: 18_250_000, revenue: '$18 Million' },
      18_250_000,
      '$18 Million',
    ],
    ['the middle of a range', { revenueRange: '$10 mil. - $25 mil.' }, 17_500_000, '$10 mil. - $25 mil.'],
    ['an open range', { revenueRange: '$5 bil. & above' }, 5_000_000_000, '$5 bil. & above'],
    [
      'the number before the range',
      { revenueNumeric: 12_000_000, revenueRange: '$10 mil. - $25 mil.' },
      12_000_000,
      '$10 mil. - $25 mil.',
    ],
  ])('is %s', (_what, company, dollars, text) => {
    expect(revenueOf(company, undefined)).toEqual({ dollars, text });
  });

  it.each([
    ['nothing', {}],
    ['empty values', { revenue: '', revenueNumeric: null, revenueRange: ' ' }],
    ['a list', { revenue: [18] }],
    ['an object', { revenue: { amount: 18 } }],
    ['a negative number', { revenue: -18_000_000 }],
  ])('is unknown: %s', (_what, company) => {
    expect(revenueOf(company, undefined)).toEqual({ dollars: null, text: null });
  });

  it.each([
    ['a number of zero', { revenueNumeric: 0, revenueRange: '$10 mil. - $25 mil.' }],
    ['a revenue of zero', { revenue: 0, revenueRange: '$10 mil. - $25 mil.' }],
    ['a number that is a word', { revenueNumeric: 'n/a', revenueRange: '$10 mil. - $25 mil.' }],
    ['a negative number', { revenueNumeric: -1, revenueRange: '$10 mil. - $25 mil.' }],
  ])('%s does not hide the range', (_what, company) => {
    expect(revenueOf(company, undefined)).toEqual({ dollars: 17_500_000, text: '$10 mil. - $25 mil.' });
  });

  it('a word for a missing revenue gives way to the range', () => {
    const company = { revenue: 'Undisclosed', revenueRange: '$10 mil. - $25 mil.' };
    expect(revenueOf(company, undefined).text).toBe('$10 mil. - $25 mil.');
  });

  it('words without a number do not hide the range', () => {
    const company = { revenue: 'Not audited', revenueRange: '$10 mil. - $25 mil.' };
    expect(revenueOf(company, undefined)).toEqual({ dollars: 17_500_000, text: 'Not audited' });
  });

  it('a number that cannot be read does not hide another one', () => {
    expect(revenueOf({ revenueNumeric: 0, revenue: 18_000_000 }, undefined).dollars).toBe(18_000_000);
    expect(revenueOf({ revenueNumeric: '', revenue: 18_000_000 }, undefined).dollars).toBe(18_000_000);
  });

  it('outside of the company is used if the company has none', () => {
    expect(revenueOf({}, '$18 Million').dollars).toBe(18_000_000);
    expect(revenueOf({ revenue: ' ' }, 18_000_000).dollars).toBe(18_000_000);
    expect(revenueOf({ revenue: '$2 Million' }, '$18 Million').dollars).toBe(2_000_000);
  });
});

describe('a bare number in thousands', () => {
  it.each([
    ['by the company id of an enrichment', { revenue: 18_000, companyId: 9 }, 18_000_000],
    ['by the range', { revenue: 18_000, revenueRange: '$10 mil. - $25 mil.' }, 18_000_000],
    ['by the words', { revenueNumeric: 18_000, revenue: '$18 Million' }, 18_000_000],
    ['by a range that is open above', { revenue: 6_000_000, revenueRange: '$5 bil. & above' }, 6_000_000_000],
  ])('is recognized %s', (_how, company, dollars) => {
    expect(revenueOf(company, undefined).dollars).toBe(dollars);
  });

  it.each([
    [
      'the range fits dollars, despite the company id',
      { revenue: 18_000_000, revenueRange: '$10 mil. - $25 mil.', companyId: 9 },
      18_000_000,
    ],
    ['the range begins at zero', { revenue: 300, revenueRange: 'Under $500,000' }, 300],
    ['the range fits neither', { revenue: 7, revenueRange: '$10 mil. - $25 mil.' }, 7],
    ['there is nothing beside it', { revenue: 18_000 }, 18_000],
    ['it has the name of exact dollars', { revenueNumeric: 18_000, companyId: 9 }, 18_000],
  ])('is none if %s', (_why, company, dollars) => {
    expect(revenueOf(company, undefined).dollars).toBe(dollars);
  });

  it.each([
    [5_000_000, 5_000_000],
    [4_999_999, 4_999_999],
    [20_000, 20_000_000],
    [50_000, 50_000_000],
    [50_001, 50_001],
  ])('%i may be twice outside of a range of 10 to 25 million', (revenue, dollars) => {
    expect(revenueOf({ revenue, revenueRange: '$10 mil. - $25 mil.' }, undefined).dollars).toBe(dollars);
  });
});

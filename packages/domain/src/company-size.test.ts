import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  companySize,
  employeeBracket,
  REVENUE_PER_EMPLOYEE,
  revenueBracket,
  revenueBracketOfEmployees,
} from './company-size.js';

describe('decision "CF_108 brackets"', () => {
  it.each([
    [1, '1-9'],
    [9, '1-9'],
    [10, '10-50'],
    [50, '10-50'],
    [51, '51-200'],
    [200, '51-200'],
    [201, '201-1000'],
    [1_000, '201-1000'],
    [1_001, '1001-5000'],
    [5_000, '1001-5000'],
    [5_001, '5001-10000'],
    [10_000, '5001-10000'],
    [10_001, '10001+'],
    [2_000_000, '10001+'],
  ])('%i employees are %s', (employees, bracket) => {
    expect(employeeBracket(employees)).toBe(bracket);
  });

  it.each([0, -1, 0.4, Number.NaN])('%p employees are in no bracket', (employees) => {
    expect(employeeBracket(employees)).toBeNull();
  });
});

describe('decision "CF_107 brackets"', () => {
  it.each([
    [1, 'Under 1M'],
    [999_999, 'Under 1M'],
    [1_000_000, '1M-5M'],
    [4_999_999, '1M-5M'],
    [5_000_000, '5M-25M'],
    [25_000_000, '25M-100M'],
    [100_000_000, '100M-500M'],
    [500_000_000, '500M-1B'],
    [999_999_999, '500M-1B'],
    [1_000_000_000, '1B+'],
    [400_000_000_000, '1B+'],
  ])('a revenue of %i is %s', (revenue, bracket) => {
    expect(revenueBracket(revenue)).toBe(bracket);
  });

  it.each([0, -1, Number.NaN])('a revenue of %p is in no bracket', (revenue) => {
    expect(revenueBracket(revenue)).toBeNull();
  });
});

describe('decision "CF_107": "derived from an employee count with a documented revenue-per-employee estimate"', () => {
  it('estimates 200,000 US dollars per employee', () => {
    expect(REVENUE_PER_EMPLOYEE).toBe(200_000);
  });

  it.each([
    [1, 'Under 1M'],
    [4, 'Under 1M'],
    [5, '1M-5M'],
    [25, '5M-25M'],
    [124, '5M-25M'],
    [125, '25M-100M'],
    [500, '100M-500M'],
    [2_500, '500M-1B'],
    [5_000, '1B+'],
  ])('%i employees suggest %s', (employees, bracket) => {
    expect(revenueBracketOfEmployees(employees)).toBe(bracket);
  });

  it('no employees suggest nothing', () => {
    expect(revenueBracketOfEmployees(0)).toBeNull();
  });
});

describe('decision "Company size for the size list"', () => {
  it('"The real headcount where known"', () => {
    expect(companySize({ headcount: 37, customFields: { 108: '51-200' } })).toBe(37);
  });

  it.each([
    ['1-9', 5],
    ['10-50', 30],
    ['51-200', 126],
    ['201-1000', 601],
    ['1001-5000', 3_001],
    ['5001-10000', 7_501],
    ['10001+', 10_001],
  ])('"else the midpoint of the CF_108 bracket": %s is %i', (bracket, size) => {
    expect(companySize({ headcount: null, customFields: { 108: bracket } })).toBe(size);
  });

  it('is unknown if neither is known', () => {
    expect(companySize({ headcount: null, customFields: {} })).toBeNull();
    expect(companySize({ headcount: null, customFields: { 108: 'many' } })).toBeNull();
  });

  it('law: the middle of a bracket is in that bracket', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), (employees) => {
        const bracket = employeeBracket(employees) ?? '';
        expect(employeeBracket(companySize({ headcount: null, customFields: { 108: bracket } }) ?? 0)).toBe(
          bracket,
        );
      }),
    );
  });
});

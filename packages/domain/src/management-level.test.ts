import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MANAGEMENT_LEVELS, managementLevel } from './management-level.js';
import { anyText } from './testing/arbitraries.js';

describe('decision "CF_109 values"', () => {
  it('are these', () => {
    expect(MANAGEMENT_LEVELS).toEqual([
      'C-Suite',
      'VP',
      'Director',
      'Manager',
      'Senior',
      'Entry',
      'Owner',
      'Partner',
      'Other',
    ]);
  });
});

describe('specification, "Provider field mapping", 109, provider A: "seniority"', () => {
  it.each([
    ['owner', 'Owner'],
    ['founder', 'Owner'],
    ['c_suite', 'C-Suite'],
    ['partner', 'Partner'],
    ['vp', 'VP'],
    ['head', 'Director'],
    ['director', 'Director'],
    ['manager', 'Manager'],
    ['senior', 'Senior'],
    ['entry', 'Entry'],
    ['intern', 'Entry'],
  ])('%s is %s', (seniority, level) => {
    expect(managementLevel(seniority)).toBe(level);
  });
});

describe('specification, "Provider field mapping", 109, provider B: "managementLevel"', () => {
  it.each([
    ['C-Level', 'C-Suite'],
    ['VP-Level', 'VP'],
    ['Director', 'Director'],
    ['Manager', 'Manager'],
    ['Non-Manager', 'Other'],
  ])('%s is %s', (word, level) => {
    expect(managementLevel(word)).toBe(level);
  });
});

describe('specification, "Provider field mapping", 109, provider C: "derived from position"', () => {
  it.each([
    ['Chief Executive Officer', 'C-Suite'],
    ['CEO', 'C-Suite'],
    ['CTO & Co-Founder', 'C-Suite'],
    ['Chief Information Security Officer', 'C-Suite'],
    ['President', 'C-Suite'],
    ['Vice President of Sales', 'VP'],
    ['Senior Vice President', 'VP'],
    ['SVP Marketing', 'VP'],
    ['VP, Engineering', 'VP'],
    ['Founder', 'Owner'],
    ['Co-Founder', 'Owner'],
    ['Business Owner', 'Owner'],
    ['Product Owner', 'Other'],
    ['Managing Partner', 'Partner'],
    ['Partner', 'Partner'],
    ['Partner Manager', 'Manager'],
    ['HR Business Partner', 'Other'],
    ['Managing Director', 'Director'],
    ['Head of Finance', 'Director'],
    ['Assistant Director', 'Director'],
    ['IT Manager', 'Manager'],
    ['Team Lead', 'Manager'],
    ['Senior Software Engineer', 'Senior'],
    ['Sr. Analyst', 'Senior'],
    ['Principal Consultant', 'Senior'],
    ['Lead Developer', 'Senior'],
    ['Junior Developer', 'Entry'],
    ['Marketing Intern', 'Entry'],
    ['Executive Assistant to the CEO', 'Entry'],
    ['Assistant to the President', 'Entry'],
    ['Software Engineer', 'Other'],
    ['Geschäftsführer', 'Other'],
    ['代表取締役', 'Other'],
  ])('%s is %s', (position, level) => {
    expect(managementLevel(position)).toBe(level);
  });
});

describe('nothing to read', () => {
  it.each([null, '', '  ', '---'])('%p has no level', (position) => {
    expect(managementLevel(position)).toBeNull();
  });
});

describe('laws', () => {
  it('every result is one of the values, and case does not matter', () => {
    fc.assert(
      fc.property(anyText, (position) => {
        const level = managementLevel(position);
        if (level !== null) expect(MANAGEMENT_LEVELS).toContain(level);
      }),
    );
    fc.assert(
      fc.property(fc.string(), (position) => {
        expect(managementLevel(position.toUpperCase())).toBe(managementLevel(position.toLowerCase()));
      }),
    );
  });

  it('a value is its own level', () => {
    for (const level of MANAGEMENT_LEVELS) expect(managementLevel(level)).toBe(level);
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { departmentOf, DEPARTMENTS } from './department.js';
import { anyText } from './testing/arbitraries.js';

describe('decision "CF_110 values"', () => {
  it('are these', () => {
    expect(DEPARTMENTS).toEqual([
      'IT',
      'Finance',
      'Operations',
      'Sales',
      'Marketing',
      'HR',
      'Engineering',
      'Legal',
      'Product',
      'Customer Support',
      'Executive',
      'Other',
    ]);
  });
});

describe('specification, "Provider field mapping", 110, provider A: "primary of departments"', () => {
  it.each([
    ['master_information_technology', 'IT'],
    ['information_technology', 'IT'],
    ['master_engineering_technical', 'Engineering'],
    ['master_finance', 'Finance'],
    ['master_human_resources', 'HR'],
    ['master_legal', 'Legal'],
    ['master_marketing', 'Marketing'],
    ['master_operations', 'Operations'],
    ['master_sales', 'Sales'],
    ['product_management', 'Product'],
    ['support', 'Customer Support'],
    ['c_suite', 'Executive'],
    ['medical_health', 'Other'],
  ])('%s is %s', (department, expected) => {
    expect(departmentOf(department)).toBe(expected);
  });
});

describe('specification, "Provider field mapping", 110, provider B: "department"', () => {
  it.each([
    ['Information Technology', 'IT'],
    ['Engineering & Technical', 'Engineering'],
    ['Finance', 'Finance'],
    ['Human Resources', 'HR'],
    ['C-Suite', 'Executive'],
    ['Legal', 'Legal'],
    ['Marketing', 'Marketing'],
    ['Operations', 'Operations'],
    ['Sales', 'Sales'],
    ['Customer Service', 'Customer Support'],
    ['Medical & Health', 'Other'],
  ])('%s is %s', (department, expected) => {
    expect(departmentOf(department)).toBe(expected);
  });
});

describe('specification, "Provider field mapping", 110, provider C: "derived from position"', () => {
  it.each([
    ['Chief Executive Officer', 'Executive'],
    ['Founder', 'Executive'],
    ['Chief Financial Officer', 'Finance'],
    ['CFO', 'Finance'],
    ['Senior Accountant', 'Finance'],
    ['CTO', 'Engineering'],
    ['Senior Software Engineer', 'Engineering'],
    ['DevOps Engineer', 'Engineering'],
    ['CIO', 'IT'],
    ['IT Manager', 'IT'],
    ['Systems Administrator', 'IT'],
    ['Network Architect', 'IT'],
    ['VP of Sales', 'Sales'],
    ['Account Executive', 'Sales'],
    ['Business Development Manager', 'Sales'],
    ['Marketing Director', 'Marketing'],
    ['Head of Communications', 'Marketing'],
    ['Recruiter', 'HR'],
    ['Head of People', 'HR'],
    ['General Counsel', 'Legal'],
    ['Product Manager', 'Product'],
    ['UX Designer', 'Product'],
    ['Customer Success Manager', 'Customer Support'],
    ['COO', 'Operations'],
    ['Supply Chain Analyst', 'Operations'],
    ['Waiter', 'Other'],
    ['Digital Nomad', 'Other'],
  ])('%s is %s', (position, expected) => {
    expect(departmentOf(position)).toBe(expected);
  });

  it.each(['Digital Designer', 'Visitor Guide', 'Titan'])(
    'does not find IT inside a word: %s',
    (position) => {
      expect(departmentOf(position)).not.toBe('IT');
    },
  );
});

describe('nothing to read', () => {
  it.each([null, '', '  ', '---'])('%p has no department', (position) => {
    expect(departmentOf(position)).toBeNull();
  });
});

describe('laws', () => {
  it('every result is one of the values', () => {
    fc.assert(
      fc.property(anyText, (position) => {
        const department = departmentOf(position);
        if (department !== null) expect(DEPARTMENTS).toContain(department);
      }),
    );
  });

  it('a value is its own department', () => {
    for (const department of DEPARTMENTS) expect(departmentOf(department)).toBe(department);
  });
});

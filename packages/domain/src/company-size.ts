import type { Lead } from './model.js';
import { midpoint, readQuantity } from './quantity.js';

/** The values of CF_108 with the highest number of employees in each. */
const EMPLOYEE_BRACKETS = [
  ['1-9', 9],
  ['10-50', 50],
  ['51-200', 200],
  ['201-1000', 1_000],
  ['1001-5000', 5_000],
  ['5001-10000', 10_000],
  ['10001+', Infinity],
] as const;

/** The values of CF_107 with the revenue, in US dollars a year, at which each ends. */
const REVENUE_BRACKETS = [
  ['Under 1M', 1e6],
  ['1M-5M', 5e6],
  ['5M-25M', 25e6],
  ['25M-100M', 100e6],
  ['100M-500M', 500e6],
  ['500M-1B', 1e9],
  ['1B+', Infinity],
] as const;

/** The values of CF_108 and CF_107, from the lowest. */
export const EMPLOYEE_RANGES: readonly string[] = EMPLOYEE_BRACKETS.map(([name]) => name);
export const REVENUE_RANGES: readonly string[] = REVENUE_BRACKETS.map(([name]) => name);

/**
 * Revenue per employee and year, in US dollars, by which CF_107 is derived from an employee count. It is a round middle
 * of what companies of services, trade and software report; a bracket is all that is read from it.
 */
export const REVENUE_PER_EMPLOYEE = 200_000;

/** The value of CF_108 for a number of employees; null for none. */
export function employeeBracket(employees: number): string | null {
  if (!(employees >= 1)) return null;
  return EMPLOYEE_BRACKETS.find(([, highest]) => employees <= highest)?.[0] ?? null;
}

/** The value of CF_107 for a revenue in US dollars a year; null for none. */
export function revenueBracket(revenue: number): string | null {
  if (!(revenue > 0)) return null;
  return REVENUE_BRACKETS.find(([, end]) => revenue < end)?.[0] ?? '1B+';
}

/** The value of CF_107 that a number of employees suggests. */
export function revenueBracketOfEmployees(employees: number): string | null {
  return employees >= 1 ? revenueBracket(employees * REVENUE_PER_EMPLOYEE) : null;
}

/**
 * The number of employees that chooses the size list: the real headcount where it is known, else the middle of the
 * CF_108 bracket; null when neither is (specification, "List assignment after lead creation").
 */
export function companySize(lead: Pick<Lead, 'headcount' | 'customFields'>): number | null {
  if (lead.headcount !== null) return lead.headcount;
  const bracket = readQuantity(lead.customFields[108]);
  return bracket === null ? null : midpoint(bracket);
}

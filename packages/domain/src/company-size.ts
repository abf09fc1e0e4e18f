import type { Lead } from './model.js';
import { midpoint, readQuantity } from './quantity.js';

/** The values of CF_108 with the highest number of employees of each. */
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

/** The values of CF_108 and CF_107, in ascending order. */
export const EMPLOYEE_RANGES: readonly string[] = EMPLOYEE_BRACKETS.map(([name]) => name);
export const REVENUE_RANGES: readonly string[] = REVENUE_BRACKETS.map(([name]) => name);

/** US dollars per employee and year, a rounded middle of several industries; only used to choose a bracket. */
export const REVENUE_PER_EMPLOYEE = 200_000;

/** The value of CF_108 for a number of employees; null if it is in no bracket. */
export function employeeBracket(employees: number): string | null {
  if (!(employees >= 1)) return null;
  return EMPLOYEE_BRACKETS.find(([, highest]) => employees <= highest)?.[0] ?? null;
}

/** The value of CF_107 for a revenue in US dollars a year; null if it is in no bracket. */
export function revenueBracket(revenue: number): string | null {
  if (!(revenue > 0)) return null;
  return REVENUE_BRACKETS.find(([, end]) => revenue < end)?.[0] ?? '1B+';
}

/** The value of CF_107 that a number of employees suggests. */
export function revenueBracketOfEmployees(employees: number): string | null {
  return employees >= 1 ? revenueBracket(employees * REVENUE_PER_EMPLOYEE) : null;
}

/** What determines the size list: the real headcount if known, else the middle of the CF_108 bracket. */
export function companySize(lead: Pick<Lead, 'headcount' | 'customFields'>): number | null {
  if (lead.headcount !== null) return lead.headcount;
  const bracket = readQuantity(lead.customFields[108]);
  return bracket === null ? null : midpoint(bracket);
}

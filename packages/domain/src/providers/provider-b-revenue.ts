import { midpoint, readQuantity, type Quantity } from '../quantity.js';
import { first, own, text, type Payload } from './payload.js';

export interface Revenue {
  /** US dollars a year. */
  readonly dollars: number | null;
  /** For display: the provider's own text, or the dollars. */
  readonly text: string | null;
}

/** Some responses of provider B give thousands of dollars under the name of dollars. */
const THOUSAND = 1_000;
/** How far a revenue may be outside of its rounded text or its range, as a factor. */
const TOLERANCE = 2;

/**
 * The revenue of a company. A bare number is in dollars or in thousands of dollars: the range or text next to
 * it decides. If there are none, a company with the provider's `companyId` comes from a company enrichment,
 * which returns thousands.
 *
 * @param elsewhere a revenue outside of the company
 */
export function revenueOf(company: Payload, elsewhere: unknown): Revenue {
  const numeric = positive(own(company, 'revenueNumeric'));
  const given = first(company, 'revenue') ?? elsewhere;
  const range = text(first(company, 'revenueRange'));
  const words = isBareNumber(given) ? null : text(given);
  const stated = readQuantity(words) ?? readQuantity(range);
  const amount = numeric ?? (words === null ? positive(given) : null);
  if (amount === null) return { dollars: stated && midpoint(stated), text: words ?? range };
  const isEnriched = numeric === null && own(company, 'companyId') !== undefined;
  const isInThousands = inThousands(amount, stated) ?? isEnriched;
  const dollars = amount * (isInThousands ? THOUSAND : 1);
  return { dollars, text: words ?? (isBareNumber(given) ? null : range) ?? text(dollars) };
}

/** A revenue as a number; null for zero, by which the provider means that it does not know it. */
function positive(value: unknown): number | null {
  const amount = readQuantity(value)?.from ?? 0;
  return amount > 0 ? amount : null;
}

/** Whether a number is in thousands, by the range or text next to it; null if they fit neither. */
function inThousands(amount: number, stated: Quantity | null): boolean | null {
  if (stated === null) return null;
  const lowest = stated.from / TOLERANCE;
  const highest = stated.to === null ? Infinity : stated.to * TOLERANCE;
  const fits = (dollars: number): boolean => dollars >= lowest && dollars <= highest;
  if (fits(amount)) return false;
  return fits(amount * THOUSAND) ? true : null;
}

function isBareNumber(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^\s*\d[\d,. ]*$/u.test(value));
}

import { midpoint, readQuantity } from '../quantity.js';
import { first, own, text, type Payload } from './payload.js';

/** What a payload says of a company's revenue. */
export interface Revenue {
  /** US dollars a year. */
  readonly dollars: number | null;
  /** As it is shown: the provider's own words, or the dollars. */
  readonly text: string | null;
}

/** Some answers of provider B give the revenue in thousands of dollars, under the name under which others give dollars. */
const THOUSAND = 1_000;
/** How far a revenue may lie outside of its rounded words or its range. */
const TOLERANCE = 2;

/**
 * The revenue of a company. A bare number stands for dollars or for thousands of them: the range or the words beside it settle which;
 * where there are none, a company with the provider's `companyId` is an answer to a company enrichment, which counts in thousands.
 *
 * @param elsewhere a revenue that stands beside the company
 */
export function revenueOf(company: Payload, elsewhere: unknown): Revenue {
  const numeric = first(company, 'revenueNumeric');
  const given = first(company, 'revenue') ?? elsewhere;
  const range = text(first(company, 'revenueRange'));
  const words = isBareNumber(given) ? null : text(given);
  const stated = words ?? range;
  const amount = readQuantity(numeric ?? (words === null ? given : undefined));
  if (amount === null) {
    const quantity = readQuantity(stated);
    return { dollars: quantity && midpoint(quantity), text: stated };
  }
  const isEnriched = numeric === undefined && own(company, 'companyId') !== undefined;
  const isInThousands = inThousands(amount.from, stated) ?? isEnriched;
  const dollars = amount.from * (isInThousands ? THOUSAND : 1);
  return { dollars, text: words ?? (isBareNumber(given) ? null : range) ?? text(dollars) };
}

/** Whether a number is meant in thousands, by the range or the words beside it; null where they fit neither reading. */
function inThousands(amount: number, stated: string | null): boolean | null {
  const quantity = readQuantity(stated);
  if (quantity === null || amount <= 0) return null;
  const lowest = quantity.from / TOLERANCE;
  const highest = quantity.to === null ? Infinity : quantity.to * TOLERANCE;
  const fits = (dollars: number): boolean => dollars >= lowest && dollars <= highest;
  if (fits(amount)) return false;
  return fits(amount * THOUSAND) ? true : null;
}

function isBareNumber(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^\s*\d[\d,. ]*$/u.test(value));
}

import { foreignCurrency, readCount, readQuantity } from '../quantity.js';
import type { IgnoredKey } from './ignored-keys.js';
import { own, type Place } from './payload.js';

const readers = { headcount: readCount, annual_revenue: readQuantity } as const;

/** What must be said about the quantities of a part. */
interface QuantityRemarks {
  readonly ignored: readonly IgnoredKey[];
  readonly warnings: readonly string[];
}

/**
 * Reports the quantities of a part that have a number and cannot be read, for example because of an unknown
 * unit or because no company has so many employees, and revenues in a currency other than US dollars.
 */
export function quantityRemarks(
  { part, path }: Place,
  fields: Readonly<Record<string, 'headcount' | 'annual_revenue'>>,
): QuantityRemarks {
  const given = Object.entries(fields).map(([key, field]) => {
    const name = path === '' ? key : `${path}.${key}`;
    return { key: name, field, value: own(part, key) };
  });
  return {
    ignored: given
      .filter(({ field, value }) => hasNumber(value) && readers[field](value) === null)
      .map(({ key, field }) => ({ key, reason: 'unreadable', field })),
    warnings: given.flatMap(({ key, field, value }) =>
      field === 'annual_revenue' ? (currencyWarning(key, value) ?? []) : [],
    ),
  };
}

function hasNumber(value: unknown): boolean {
  return typeof value === 'string' ? /\d/u.test(value) : typeof value === 'number' && value > 0;
}

/** A revenue in another currency is in the bracket of the same number of dollars, which may be a wrong one. */
export function currencyWarning(key: string, value: unknown): string | null {
  const currency = readQuantity(value) === null ? null : foreignCurrency(value);
  return currency === null
    ? null
    : `"${key}" is in ${currency}, and was read as if it were in US dollars: amounts are not converted`;
}

import { parseFlag } from '../flag.js';
import { foreignCurrency, readCount, readYear, readQuantity, readRange } from '../quantity.js';
import type { IgnoredKey } from './ignored-keys.js';
import {
  entries,
  isBlankOrPlaceholder,
  isHollow,
  isPayload,
  own,
  text,
  texts,
  type Place,
} from './payload.js';

const READERS = {
  text: (value: unknown) => text(value) !== null,
  texts: (value: unknown) =>
    entries(value).every((entry) => isMissing(entry) || (!Array.isArray(entry) && texts(entry).length > 0)),
  flag: (value: unknown) => parseFlag(value) !== null,
  flag_or_text: (value: unknown) => parseFlag(value) !== null || text(value) !== null,
  /** An object whose own forms are in another table. */
  object: isPayload,
  headcount: (value: unknown) => readRange(value, readCount) !== null,
  annual_revenue: (value: unknown) => readRange(value, readQuantity) !== null,
  founded_year: (value: unknown) => readYear(value) !== null,
} as const;

const QUANTITIES = ['headcount', 'annual_revenue', 'founded_year'] as const;

/** A form in which a value is read: one of those above, an object, or a list of objects, or also of texts. */
type Form =
  | keyof typeof READERS
  | { readonly object: ValueForms }
  | { readonly list: ValueForms }
  | { readonly objects: ValueForms };

/**
 * The forms in which a provider's values are read, by their keys. Names, emails, profile links and the company
 * itself are not among them: cleansing reports those.
 */
export interface ValueForms {
  readonly [key: string]: Form;
}

/** One form for several keys. */
export function formsOf(form: Form, keys: readonly string[]): ValueForms {
  return Object.fromEntries(keys.map((key) => [key, form]));
}

/** What must be said about the values of a part. */
interface ValueRemarks {
  readonly ignored: readonly IgnoredKey[];
  readonly warnings: readonly string[];
}

/**
 * Reports the values of a part that cannot be read, for example an object in place of a text, a number with an
 * unknown unit, or more employees than any company has; and revenues in a currency other than US dollars.
 */
export function valueRemarks({ part, path }: Place, forms: ValueForms): ValueRemarks {
  const given = Object.entries(forms).map(([key, form]) => {
    const name = path === '' ? key : `${path}.${key}`;
    return { key: name, form, value: own(part, key) };
  });
  return {
    ignored: given.flatMap(({ key, form, value }) => unreadable(key, form, value)),
    warnings: given.flatMap(({ key, form, value }) =>
      form === 'annual_revenue' ? (currencyWarning(key, value) ?? []) : [],
    ),
  };
}

function unreadable(key: string, form: Form, value: unknown): readonly IgnoredKey[] {
  if (isMissing(value)) return [];
  if (typeof form === 'string') {
    const field = QUANTITIES.find((quantity) => quantity === form) ?? null;
    // By zero, providers mean that they do not know a quantity.
    const isRead = (field !== null && readQuantity(value)?.to === 0) || READERS[form](value);
    return isRead ? [] : [{ key, reason: 'unreadable', field }];
  }
  if ('object' in form) {
    return isPayload(value)
      ? valueRemarks({ part: value, path: key }, form.object).ignored
      : [{ key, reason: 'unreadable', field: null }];
  }
  return entries(value).flatMap((entry, index) => {
    const name = Array.isArray(value) ? `${key}[${index}]` : key;
    if ('list' in form && text(entry) !== null) return [];
    return unreadableObject(name, 'list' in form ? form.list : form.objects, entry);
  });
}

/** An entry of a list must have a value under one of the known keys. */
function unreadableObject(key: string, forms: ValueForms, entry: unknown): readonly IgnoredKey[] {
  if (isMissing(entry)) return [];
  const isKnown = isPayload(entry) && Object.keys(forms).some((name) => !isMissing(own(entry, name)));
  return isKnown
    ? valueRemarks({ part: entry, path: key }, forms).ignored
    : [{ key, reason: 'unreadable', field: null }];
}

/** Providers send `false`, empty lists and objects for what they do not know. */
function isMissing(value: unknown): boolean {
  return value === false || isBlankOrPlaceholder(value) || isHollow(value);
}

/** A revenue in another currency is in the bracket of the same number of dollars, which may be a wrong one. */
export function currencyWarning(key: string, value: unknown): string | null {
  const currency = readQuantity(value) === null ? null : foreignCurrency(value);
  return currency === null
    ? null
    : `"${key}" is in ${currency}, and was read as if it were in US dollars: amounts are not converted`;
}

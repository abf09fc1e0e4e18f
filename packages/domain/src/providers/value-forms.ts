import { parseFlag } from '../flag.js';
import { foreignCurrency, readCount, readYear, readQuantity, readRange } from '../quantity.js';
import { FLAT_FIELDS, type FlatField } from './field-names.js';
import { misplacedKeys, type IgnoredKey } from './ignored-keys.js';
import {
  entries,
  isBlankOrPlaceholder,
  isHollow,
  isPayload,
  own,
  pathOf,
  texts,
  type Place,
} from './payload.js';

const READERS = {
  text: isWritten,
  texts: (value: unknown) =>
    entries(value).every(
      (entry) => isWritten(entry) || isMissing(entry) || (!Array.isArray(entry) && texts(entry).length > 0),
    ),
  flag: (value: unknown) => parseFlag(value) !== null,
  flag_or_text: (value: unknown) => parseFlag(value) !== null || isWritten(value),
  /** Reported by cleansing, if it cannot be read. */
  any: () => true,
  /** An object whose own forms are in another table. */
  object: isPayload,
  company: isPayload,
  company_or_name: (value: unknown) => isPayload(value) || typeof value === 'string',
  headcount: (value: unknown) => readRange(value, readCount) !== null,
  annual_revenue: (value: unknown) => readRange(value, readQuantity) !== null,
  founded_year: (value: unknown) => readYear(value) !== null,
} as const;

/** The fields of which messages speak. */
const FIELDS: Readonly<Partial<Record<keyof typeof READERS, FlatField>>> = {
  ...{ headcount: 'headcount', annual_revenue: 'annual_revenue', founded_year: 'founded_year' },
  ...{ company: 'company', company_or_name: 'company' },
};

/** A form in which a value is read: one of those above, an object, or a list of objects, or also of texts. */
type Form =
  | keyof typeof READERS
  | { readonly object: ValueForms }
  | { readonly list: ValueForms }
  | { readonly objects: ValueForms };

/** The forms in which a provider's values are read, by their keys. */
export interface ValueForms {
  readonly [key: string]: Form;
}

/** One form for several keys. */
export function formsOf(form: Form, keys: readonly string[]): ValueForms {
  return Object.fromEntries(keys.map((key) => [key, form]));
}

/** A part of a payload, its forms, and the fields that a provider may have there under other keys. */
type ReadPart = readonly [place: Place, forms: ValueForms, optional?: ReadonlySet<FlatField>];

/** For a part that says everything a second time. */
export const EVERY_FIELD: ReadonlySet<FlatField> = new Set(FLAT_FIELDS);
const NO_FIELD: ReadonlySet<FlatField> = new Set();

/** What contains a record: a provider has no facts about the person there. */
export function partsAround(around: readonly Place[], forms: ValueForms = {}): readonly ReadPart[] {
  return around.map((place) => [place, forms, NO_FIELD] as const);
}

/**
 * Reports the values of some parts that cannot be read, for example an object in place of a text, a number with
 * an unknown unit, or more employees than any company has; keys that name a field and are not read there; and
 * revenues in a currency other than US dollars.
 */
export function valueRemarks(parts: readonly ReadPart[]) {
  return {
    unreadable: parts.flatMap(([place, forms]) => unreadableIn(place, forms)),
    misplaced: parts.flatMap(([{ part, path }, forms, optional]) =>
      misplacedKeys(part, path, forms, optional),
    ),
    warnings: parts.flatMap(([{ part, path }, forms]) =>
      Object.entries(forms).flatMap(([key, form]) =>
        form === 'annual_revenue' ? (currencyWarning(pathOf(path, key), own(part, key)) ?? []) : [],
      ),
    ),
  };
}

function unreadableIn({ part, path }: Place, forms: ValueForms): readonly IgnoredKey[] {
  return Object.entries(forms).flatMap(([key, form]) => unreadable(pathOf(path, key), form, own(part, key)));
}

function unreadable(key: string, form: Form, value: unknown): readonly IgnoredKey[] {
  if (value === undefined || value === null) return [];
  if (typeof form === 'string') {
    const field = FIELDS[form] ?? null;
    // By zero, providers mean that they do not know a quantity.
    const isRead = READERS[form](value) || (field !== null && readQuantity(value)?.to === 0);
    // Whether a value is missing takes longer to tell.
    return isRead || isMissing(value) ? [] : [{ key, reason: 'unreadable', field }];
  }
  if (isMissing(value)) return [];
  if ('object' in form) {
    return isPayload(value)
      ? unreadableIn({ part: value, path: key }, form.object)
      : [{ key, reason: 'unreadable', field: null }];
  }
  return entries(value).flatMap((entry, index) => {
    const name = Array.isArray(value) ? `${key}[${index}]` : key;
    if ('list' in form && isWritten(entry)) return [];
    return unreadableObject(name, 'list' in form ? form.list : form.objects, entry);
  });
}

/** An entry of a list must have a value under one of the known keys. */
function unreadableObject(key: string, forms: ValueForms, entry: unknown): readonly IgnoredKey[] {
  if (isMissing(entry)) return [];
  const isKnown = isPayload(entry) && Object.keys(forms).some((name) => !isMissing(own(entry, name)));
  return isKnown
    ? unreadableIn({ part: entry, path: key }, forms)
    : [{ key, reason: 'unreadable', field: null }];
}

function isWritten(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
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

import { parseFlag } from '../flag.js';
import { readInteger, readQuantity } from '../quantity.js';
import { flatField, FLAT_FIELDS, nearestField, type FlatField } from './field-names.js';
import type { IgnoredKey } from './ignored-keys.js';
import { isBlank, texts, type Payload } from './payload.js';

/** The value of a field, and the key that it came under. */
export interface FlatValue {
  readonly key: string;
  readonly value: unknown;
}

/** The values of a flat payload by their fields, and the keys that nothing was taken from. */
export interface FlatValues {
  readonly byField: ReadonlyMap<FlatField, FlatValue>;
  readonly ignored: readonly IgnoredKey[];
}

/**
 * Takes each key of a flat payload for the field that it names. Of several keys of one field the first that is not empty counts, and the
 * others are told of where they say something else; of several opt-outs one is enough.
 */
export function flatValues(data: Payload): FlatValues {
  const byField = new Map<FlatField, FlatValue>();
  const ignored: IgnoredKey[] = [];
  for (const [key, value] of Object.entries(data)) {
    if (isBlank(value)) continue;
    const field = flatField(key);
    if (field !== null && isUnreadable(field, value)) {
      ignored.push({ key, reason: 'unreadable', field });
      continue;
    }
    if (field === null || !isUsable(field, key, value)) {
      ignored.push({ key, reason: 'unknown', field: field ?? nearestField(key) });
      continue;
    }
    const taken = byField.get(field);
    if (taken === undefined || isStronger(field, value, taken.value)) {
      byField.set(field, { key, value });
    } else if (!isSame(value, taken.value)) {
      ignored.push({ key, reason: 'second', field, taken: taken.key });
    }
  }
  return { byField, ignored };
}

/** Whether one of the `FACTS` has a value that is none. */
function isUnreadable(field: FlatField, value: unknown): boolean {
  switch (field) {
    case 'annual_revenue':
      return readQuantity(value) === null;
    case 'founded_year':
      return readInteger(value, 1000, 2999) === null;
    case 'technologies':
    case 'department':
      return texts(value).length === 0;
    case 'management_level':
    case 'location':
    case 'street':
    case 'city':
    case 'state':
    case 'country':
      return typeof value !== 'string';
    case 'postal_code':
      return typeof value !== 'string' && typeof value !== 'number';
    default:
      return false;
  }
}

/**
 * A value under the field's own name is taken as it is, right or wrong, and so is an opt-out under any name: it is refused rather than
 * lost. Other names may mean something else where their value is of another type.
 */
function isUsable(field: FlatField, key: string, value: unknown): boolean {
  if (FLAT_FIELDS.some((own) => own === key) || field === 'do_not_contact') return true;
  switch (field) {
    case 'phone':
    case 'company_phone':
    case 'external_id':
      return typeof value === 'string' || typeof value === 'number';
    case 'headcount':
      return readQuantity(value) !== null;
    case 'annual_revenue':
    case 'founded_year':
    case 'technologies':
    case 'department':
    case 'postal_code':
      return true;
    default:
      return typeof value === 'string';
  }
}

function isStronger(field: FlatField, value: unknown, taken: unknown): boolean {
  return field === 'do_not_contact' && parseFlag(taken) === false && parseFlag(value) !== false;
}

function isSame(value: unknown, taken: unknown): boolean {
  const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return value === taken || (isText && String(value).trim() === String(taken).trim());
}

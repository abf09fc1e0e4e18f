import { withoutInvisible } from '../cleansing/invisible.js';
import { LIMITS } from '../cleansing/limits.js';
import { isPlaceholder, isPlaceholderAnywhere, placeholderKind } from '../cleansing/placeholder.js';
import { cleanBlock, cleanLine } from '../cleansing/text.js';
import { parseFlag } from '../flag.js';

export type Payload = Readonly<Record<string, unknown>>;

const NOTHING: Payload = {};
/** Deeper than any field that is read. */
export const MAX_DEPTH = 20;
/** No space and not invisible: one such character is enough for a text not to be blank. */
const VISIBLE_ASCII = /[\x21-\x7e]/;

/** A part of a payload and its path: `person.contact`, empty for the payload itself. */
export interface Place {
  readonly part: Payload;
  readonly path: string;
}

export function pathOf(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

/** Whether a value is a JSON object, and not an array or null. */
export function isPayload(value: unknown): value is Payload {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An own property, never one of the prototype, which a payload must not reach. */
export function own(payload: Payload, key: string): unknown {
  return Object.hasOwn(payload, key) ? payload[key] : undefined;
}

/** Undefined, null, a text without visible characters, or one that stands for a missing value everywhere. */
export function isBlank(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'string' && (isSpace(value) || isPlaceholderAnywhere(value));
}

/** Whether a value is empty, or a text that stands for a missing value in most fields. */
export function isBlankOrPlaceholder(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'string' && (isSpace(value) || isPlaceholder(value));
}

/** Whether an opt-out says nothing. `Unknown` and `#REF!` say that there is a value. */
export function isUnsaid(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'string' && (isSpace(value) || placeholderKind(value) === 'absent');
}

function isSpace(value: string): boolean {
  return !VISIBLE_ASCII.test(value) && withoutInvisible(value).trim() === '';
}

/** The first non-empty own property among several names of the same thing. */
export function first(payload: Payload, ...keys: readonly string[]): unknown {
  return firstOf(...keys.map((key) => own(payload, key)));
}

/** The first non-empty value among several places of the same thing. */
export function firstOf(...values: readonly unknown[]): unknown {
  return values.find((value) => !isEmpty(value));
}

/** A nested object, or an empty one if it is missing or something else. */
export function part(payload: Payload, key: string): Payload {
  const value = own(payload, key);
  return isPayload(value) ? value : NOTHING;
}

/** Whether a value of a payload is empty: blank, or a list or an object without entries. */
export function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return isPayload(value) ? Object.keys(value).length === 0 : isBlank(value);
}

/** Whether a value is empty, or has nothing but empty values in it: `{ name: null }`. */
export function isHollow(value: unknown, depth = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null || depth === 0) return isEmpty(value);
  return Object.values(value).every((inner) => isHollow(inner, depth - 1));
}

/** Neither a text nor a number: a provider's payload may contain anything. */
export function isNoText(value: unknown): boolean {
  return value === true || (typeof value === 'object' && !isEmpty(value));
}

/** Merges several objects about the same thing: of each key the first non-empty value. */
export function overlaid(parts: readonly Payload[]): Payload {
  const found = new Map<string, unknown>();
  for (const [key, value] of parts.flatMap((entry) => Object.entries(entry))) {
    if (!found.has(key) && !isEmpty(value)) found.set(key, value);
  }
  return Object.fromEntries(found);
}

export function without(payload: Payload, keys: object): Payload {
  return Object.fromEntries(Object.entries(payload).filter(([key]) => !Object.hasOwn(keys, key)));
}

/** More than fits into a custom field: `cleanse` shortens it there, and says so. */
const READ_LENGTH = LIMITS.customField * 2;

/** A text or a number as one clean line; null for everything else, and for a missing value. */
export function text(value: unknown, maxLength: number = READ_LENGTH): string | null {
  const line = anyText(value, maxLength);
  return line === null || isPlaceholderAnywhere(line) ? null : line;
}

/** Like `text`, with the texts that stand for a missing value. */
export function anyText(value: unknown, maxLength: number = READ_LENGTH): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return null;
  const line = cleanLine(value, maxLength);
  return line === '' ? null : line;
}

/** The entries of a list, up to the limit; a single value is a list of one. */
export function entries(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.slice(0, LIMITS.listEntries);
  return value === undefined || value === null || value === '' ? [] : [value];
}

/** Where an entry of a provider's list has its name, if it is an object. */
const NAME_KEYS = ['topic', 'department', 'name', 'product', 'tag', 'title'];

/** Distinct texts from a list of texts, or from objects with a name. */
export function texts(value: unknown): readonly string[] {
  const found = entries(value).map((entry) => text(isPayload(entry) ? first(entry, ...NAME_KEYS) : entry));
  return [...new Set(found.filter((entry) => entry !== null))];
}

/** Parts joined to one text for a custom field, which may still be too long for it; null if there are none. */
export function joined(parts: readonly (string | null)[], separator: string): string | null {
  return text(parts.filter((entry) => entry !== null).join(separator));
}

/** A text of several lines, which may still be too long for its field; null for everything else. */
export function block(value: unknown, maxLength: number): string | null {
  const cleaned = typeof value === 'string' ? cleanBlock(value, maxLength * 2) : '';
  return cleaned === '' ? null : cleaned;
}

/** `Revenue: $18 Million; Employees: 120`, without missing parts; null if all are missing. */
export function labelled(parts: Readonly<Record<string, string | null>>): string | null {
  const present = Object.entries(parts).map(([label, value]) =>
    value === null ? null : `${label}: ${value}`,
  );
  return joined(present, '; ');
}

/** In any of the forms that providers send; everything that is not clearly a yes is a no. */
export function flag(value: unknown): boolean {
  return parseFlag(value) === true;
}

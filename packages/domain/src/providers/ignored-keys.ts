import { clip, cleanLine } from '../cleansing/text.js';
import type { FieldFault, Lead } from '../model.js';
import { FACTS, type FlatField } from './field-names.js';
import { flatField } from './find-field.js';
import { saysValue, valuesOfField } from './said-by-lead.js';
import { isEmpty, own, pathOf, type Payload } from './payload.js';

export type IgnoredKey =
  /** No field of the flat format has this name; `field` is the closest one. */
  | { readonly key: string; readonly reason: 'unknown'; readonly field: FlatField | null }
  /** An earlier key, `taken`, already set the field; null if it is a provider's own. */
  | {
      readonly key: string;
      readonly reason: 'second';
      readonly field: FlatField;
      readonly taken: string | null;
    }
  /** The value does not fit its field, or what a provider has under this key if that is no field. */
  | { readonly key: string; readonly reason: 'unreadable'; readonly field: FlatField | null }
  /** The value, a short word, stands for a missing one. */
  | {
      readonly key: string;
      readonly reason: 'placeholder';
      readonly field: FlatField;
      readonly value: string;
    }
  /** A known field in a place of a native payload where the provider has no such field. */
  | {
      readonly key: string;
      readonly reason: 'misplaced';
      readonly field: FlatField;
      readonly value: unknown;
    };

const MAX_KEY_LENGTH = 60;
/** No real lead has more columns. A payload full of unknown keys must not fill a record with warnings. */
const MAX_NAMED = 100;

/**
 * The keys of a part of a native payload that name a flat field but are not read by the part's reader.
 *
 * @param path of the part, empty for the payload itself
 * @param optional fields that a provider may have under the same names: another place's address, for example
 */
export function misplacedKeys(
  part: Payload,
  path: string,
  readKeys: object,
  optional: ReadonlySet<FlatField> = FACTS,
): IgnoredKey[] {
  return Object.keys(part).flatMap((key) => {
    const field = Object.hasOwn(readKeys, key) ? null : flatField(key);
    const value = own(part, key);
    // Opt-outs are read in any place.
    const isRead = field === null || field === 'do_not_contact' || optional.has(field);
    return isRead || isEmpty(value) || value === false
      ? []
      : [{ key: pathOf(path, key), reason: 'misplaced' as const, field, value }];
  });
}

/** Whether a misplaced key says what the lead does not have; all other ignored keys do. */
export function isLost(ignored: IgnoredKey, lead: Lead): boolean {
  return ignored.reason !== 'misplaced' || !saysValue(lead, ignored.field, ignored.value);
}

/** The ignored keys that say what the lead does not have. */
export function lostKeys(ignored: readonly IgnoredKey[], lead: Lead): readonly IgnoredKey[] {
  return ignored
    .filter((key) => isLost(key, lead))
    .map((key) =>
      key.reason === 'misplaced' && valuesOfField(key.field, lead).length > 0
        ? { key: key.key, reason: 'second', field: key.field, taken: null }
        : key,
    );
}

export function unreadable(name: string): string {
  return `The ${name} could not be read; the lead is imported without it`;
}

/** The warnings about ignored keys: possible mistakes one by one, the others in one sentence. */
export function ignoredKeyWarnings(keys: readonly IgnoredKey[]): string[] {
  const named = keys.slice(0, MAX_NAMED);
  const isUnknown = ({ reason, field }: IgnoredKey): boolean => reason === 'unknown' && field === null;
  const single = named.filter((key) => !isUnknown(key)).map(sentenceOf);
  const others = named.filter(isUnknown).map(({ key }) => quoted(key));
  const more = keys.length - named.length;
  if (others.length === 0 && more === 0) return single;
  if (others.length === 0) return [...single, `${more} more ${more === 1 ? 'key was' : 'keys were'} ignored`];
  return [...single, `Not known and ignored: ${others.join(', ')}${more === 0 ? '' : ` and ${more} more`}`];
}

/** What a payload may have in strict mode: it loses nothing by it. */
const HARMLESS: ReadonlySet<IgnoredKey['reason']> = new Set(['second', 'placeholder']);

const faultMessages = {
  unknown: 'is not a known field',
  second: 'is not a known field',
  placeholder: 'is a placeholder',
  misplaced: 'has no place in this payload',
  unreadable: 'cannot be read',
} as const satisfies Record<IgnoredKey['reason'], string>;

/** In strict mode only a second key for the same field and a placeholder are allowed. */
export function ignoredKeyFaults(keys: readonly IgnoredKey[], data: Payload): FieldFault[] {
  return keys
    .filter(({ reason }) => !HARMLESS.has(reason))
    .slice(0, MAX_NAMED)
    .map(({ key, reason, field }) => ({
      field: `data.${clip(key, MAX_KEY_LENGTH)}`,
      value: own(data, key) ?? null,
      message: faultMessages[reason],
      ...(field === null || reason === 'unreadable' ? {} : { suggestion: `Did you mean ${field}?` }),
    }));
}

function sentenceOf(ignored: IgnoredKey): string {
  const name = quoted(ignored.key);
  switch (ignored.reason) {
    case 'second':
      return `${name} was ignored: ${ignored.field} was taken from ${ignored.taken === null ? "the provider's own" : quoted(ignored.taken)}`;
    case 'misplaced':
      return `${name} was ignored: the provider's payload has no ${ignored.field} at this place`;
    case 'unreadable':
      return `${name} was ignored: its value cannot be read${ignored.field === null ? '' : ` as ${ignored.field}`}`;
    case 'placeholder':
      return `${name} was ignored: "${cleanLine(ignored.value, MAX_KEY_LENGTH)}" was taken for a missing ${ignored.field}`;
    case 'unknown':
      return `${name} is not known and was ignored; did you mean ${String(ignored.field)}?`;
  }
}

function quoted(key: string): string {
  return `"${cleanLine(key, MAX_KEY_LENGTH)}"`;
}

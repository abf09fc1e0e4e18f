import type { DedupeKey } from './dedupe-key.js';

/**
 * The kinds of keys that match an opted-out person: those of deduplication keys, and a number together with a
 * name, for numbers that several people may share. A domain is a key of its own entry, never of a person.
 */
export const SUPPRESSION_KEY_KINDS = ['email', 'company-person', 'phone', 'phone-person', 'domain'] as const;

export type SuppressionKeyKind = (typeof SUPPRESSION_KEY_KINDS)[number];

/** One key of a person. The value is in a normal form, so that different spellings are equal. */
export interface SuppressionKey {
  readonly kind: SuppressionKeyKind;
  readonly value: string;
}

/** A key as one text, `<kind>:<value>`: the same as that of a deduplication key of the same kind. */
export function suppressionKeyText({ kind, value }: SuppressionKey): string {
  return `${kind}:${value}`;
}

/** Parses the result of `suppressionKeyText`; null for any other text. */
export function parseSuppressionKey(text: string): SuppressionKey | null {
  const colon = text.indexOf(':');
  const kind = SUPPRESSION_KEY_KINDS.find((each) => each === text.slice(0, Math.max(colon, 0)));
  const value = text.slice(colon + 1);
  return kind === undefined || value === '' ? null : { kind, value };
}

export function suppressionKeyOf({ kind, key }: Pick<DedupeKey, 'kind' | 'key'>): SuppressionKey {
  return { kind, value: key.slice(kind.length + 1) };
}

import type { LeadView } from '@leadbridge/contracts';

import { sourceLabel } from '../../parts/source-label.js';

interface NotTaken {
  readonly source: string;
  readonly value: unknown;
  readonly rule: string;
}

interface FieldView {
  readonly value?: unknown;
  readonly source: string | null;
  readonly at: string | null;
  readonly not_taken?: readonly NotTaken[];
}

/** Where the values of a record come from; only leads have them. */
export interface Origins {
  readonly field_sources?: LeadView['field_sources'];
  readonly fields?: Readonly<Record<string, FieldView>>;
}

export interface Origin {
  readonly field: string;
  readonly source: string | null;
  readonly at: string | null;
  /** What other sources offered, and the rule that kept it out, in words. */
  readonly notTaken: readonly string[];
}

const rules: Readonly<Record<string, string>> = {
  manual_work: 'someone has worked on the ticket',
  protected: 'imports never change this field',
  precedence: 'a source with higher precedence has another value',
  not_longer: 'it is not longer than the current value',
  already_contained: 'the current value already contains it',
  left_unchanged: 'the import was set to leave this field unchanged',
};

/**
 * The custom fields that stand in the ticket: a value that a source offered and an import did not write is none of them.
 * Leads of earlier releases have only what their sources say, until their next import.
 */
export function standingFields({
  custom_fields: known,
  fields = {},
}: Pick<LeadView, 'custom_fields'> & Pick<Origins, 'fields'>): LeadView['custom_fields'] {
  return Object.fromEntries(
    Object.entries(known).map(([name, value]) => {
      const standing = fields[name]?.value;
      return [name, isFieldValue(standing) ? standing : value];
    }),
  );
}

function isFieldValue(value: unknown): value is LeadView['custom_fields'][string] {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** Every field with where its value comes from. */
export function originsOf(record: Origins): readonly Origin[] {
  const fields: Readonly<Record<string, FieldView>> = { ...record.field_sources, ...record.fields };
  return Object.entries(fields).map(([field, { source, at, not_taken: notTaken = [] }]) => ({
    field,
    source,
    at,
    notTaken: notTaken.map(
      ({ source: by, value, rule }) =>
        `“${String(value)}” by ${sourceLabel(by)}: ${rules[rule] ?? rule.replaceAll('_', ' ')}`,
    ),
  }));
}

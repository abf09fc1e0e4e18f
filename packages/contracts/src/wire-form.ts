import type { Schema } from 'joi';

import type { ValueOf } from './schema-types.js';
import { isVerbatim, toCamelCase, type Camelized } from './wire-keys.js';

/** What joi tells of a schema. */
interface Described {
  readonly keys?: Readonly<Record<string, Described>>;
  readonly items?: readonly Described[];
  readonly patterns?: readonly { readonly rule: Described }[];
  readonly matches?: readonly { readonly schema?: Described }[];
}

type Shown = (value: unknown) => unknown;
type Fields = Readonly<Record<string, unknown>>;

/** Worked out once: lists have thousands of rows. */
const shownBy = new WeakMap<Schema, Shown>();

/** The record in the form of a response: the fields of the schema alone, whatever else the record has. */
export function wireForm<S extends Schema>(schema: S, record: Camelized<ValueOf<S>>): ValueOf<S>;
export function wireForm(schema: Schema, record: unknown): unknown {
  const known = shownBy.get(schema) ?? shownOf(schema.describe() as Described);
  shownBy.set(schema, known);
  return known(record);
}

function shownOf({ keys, items, patterns, matches = [] }: Described): Shown {
  // Of alternatives, the fields of each.
  const choices = matches.flatMap(({ schema }) => Object.entries(schema?.keys ?? {}));
  const fields = [...Object.entries(keys ?? {}), ...choices].map(
    ([key, field]) => [key, toCamelCase(key), isVerbatim(key) ? unchanged : shownOf(field)] as const,
  );
  const [item = unchanged] = (items ?? []).map(shownOf);
  const [rule = unchanged] = (patterns ?? []).map((pattern) => shownOf(pattern.rule));
  return (value) => {
    if (typeof value !== 'object' || value === null) {
      return value;
    }
    if (Array.isArray(value)) {
      return value.map(item);
    }
    return fields.length > 0
      ? fieldsOf(value as Fields, fields)
      : rule === unchanged
        ? value
        : eachOf(value, rule);
  };
}

function unchanged(value: unknown): unknown {
  return value;
}

function fieldsOf(
  record: Fields,
  fields: readonly (readonly [key: string, name: string, show: Shown])[],
): Fields {
  const form: Record<string, unknown> = {};
  for (const [key, name, show] of fields) {
    const value = record[name];
    if (value !== undefined) {
      form[key] = show(value);
    }
  }
  return form;
}

function eachOf(record: object, rule: Shown): Fields {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, rule(value)]));
}

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

const described = new WeakMap<Schema, Described>();

/** The record in the form of a response: the fields of the schema alone, whatever else the record has. */
export function wireForm<S extends Schema>(schema: S, record: Camelized<ValueOf<S>>): ValueOf<S>;
export function wireForm(schema: Schema, record: unknown): unknown {
  const known = described.get(schema) ?? (schema.describe() as Described);
  described.set(schema, known);
  return shown(record, known);
}

function shown(value: unknown, schema: Described): unknown {
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  if (Array.isArray(value)) {
    const [item = {}] = schema.items ?? [];
    return value.map((part) => shown(part, item));
  }
  const fields = new Map<string, unknown>(Object.entries(value));
  const keys = keysOf(schema);
  if (keys !== undefined) {
    return Object.fromEntries(
      Object.entries(keys).flatMap(([key, field]) => {
        const part = fields.get(toCamelCase(key));
        return part === undefined ? [] : [[key, isVerbatim(key) ? part : shown(part, field)]];
      }),
    );
  }
  const rule = schema.patterns?.[0]?.rule;
  return rule === undefined
    ? value
    : Object.fromEntries([...fields].map(([name, part]) => [name, shown(part, rule)]));
}

/** Of alternatives, the fields of each. */
function keysOf({ keys, matches = [] }: Described): Described['keys'] {
  const choices = matches.flatMap(({ schema }) => Object.entries(schema?.keys ?? {}));
  return keys ?? (choices.length === 0 ? undefined : Object.fromEntries(choices));
}

import type { ObjectSchema, Schema } from 'joi';

import type { Fields, HasValues, IsRequired, ValueOf, ValuesOf } from './schema-types.js';

/** The same schema under each of the keys. */
export function underEach<K extends string, S extends Schema>(
  keys: readonly K[],
  schema: S,
): Readonly<Record<K, S>>;
export function underEach(keys: readonly string[], schema: Schema): Fields {
  return Object.fromEntries(keys.map((key) => [key, schema]));
}

/** The same schemas, none of which may be missing. */
export function allRequired<F extends Fields>(schemas: F): { readonly [K in keyof F]: F[K] & IsRequired };
export function allRequired(schemas: Fields): Fields {
  return Object.fromEntries(Object.entries(schemas).map(([key, schema]) => [key, schema.required()]));
}

/** The schema of an object with further keys. */
export function withKeys<S extends ObjectSchema, F extends Fields>(
  schema: S,
  keys: F,
): ObjectSchema<ValueOf<S> & ValuesOf<F>> & HasValues<ValueOf<S> & ValuesOf<F>>;
export function withKeys(schema: ObjectSchema, keys: Fields): ObjectSchema {
  return schema.append(keys);
}

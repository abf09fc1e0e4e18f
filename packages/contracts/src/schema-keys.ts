import type { ObjectSchema, Schema } from 'joi';

import type { Fields, HasValues, ValueOf, ValuesOf } from './schema-types.js';

/** The same schema under each of the keys. */
export function underEach<K extends string, S extends Schema>(
  keys: readonly K[],
  schema: S,
): Readonly<Record<K, S>>;
export function underEach(keys: readonly string[], schema: Schema): Fields {
  return Object.fromEntries(keys.map((key) => [key, schema]));
}

/** The schema of an object with further keys. */
export function withKeys<S extends ObjectSchema, F extends Fields>(
  schema: S,
  keys: F,
): ObjectSchema<ValueOf<S> & ValuesOf<F>> & HasValues<ValueOf<S> & ValuesOf<F>>;
export function withKeys(schema: ObjectSchema, keys: Fields): ObjectSchema {
  return schema.append(keys);
}

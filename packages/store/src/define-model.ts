import { Schema, type Connection, type IndexDefinition, type IndexOptions, type Model } from 'mongoose';

import { definitionsOf, type Fields, type ValuesOf } from './fields.js';

/** Fields with their directions, and options. */
export type Index = readonly [keys: IndexDefinition, options?: IndexOptions];

interface Declaration<F extends Fields> {
  /** Of the model. */
  readonly name: string;
  readonly collection: string;
  readonly fields: F;
  readonly indexes?: readonly Index[];
  /** False where objects that are empty are stored too. */
  readonly minimize?: boolean;
}

/** What a collection holds, as its model declares it. */
export type DocumentOf<M extends (connection: Connection) => unknown> =
  ReturnType<M> extends Model<infer T> ? T : never;

/** Declares a kind of record, once: the type of its documents follows from the fields (`DocumentOf`). */
export function defineModel<F extends Fields>({
  name,
  collection,
  fields,
  indexes = [],
  minimize = true,
}: Declaration<F>): (connection: Connection) => Model<ValuesOf<F>> {
  const schema = new Schema(definitionsOf(fields), { collection, versionKey: false, minimize });
  for (const [keys, options] of indexes) {
    schema.index(keys, options);
  }
  return (connection) => connection.models[name] ?? connection.model<ValuesOf<F>>(name, schema);
}

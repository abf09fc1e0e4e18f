import { Schema, type Connection, type Model, type mongo } from 'mongoose';

import { definitionsOf, type Fields, type ValuesOf } from './fields.js';

/** Fields with their directions, and options. */
export type Index = readonly [keys: Record<string, 1 | -1>, options?: Omit<mongo.IndexDescription, 'key'>];

interface Declaration<F extends Fields> {
  /** The model's name. */
  readonly name: string;
  readonly collection: string;
  readonly fields: F;
  readonly indexes?: readonly Index[];
  /** False if empty objects are stored too. */
  readonly minimize?: boolean;
}

/** The type of a collection's documents, derived from its model. */
export type DocumentOf<M extends (connection: Connection) => unknown> =
  ReturnType<M> extends Model<infer T> ? T : never;

interface IndexedModel {
  readonly collection: Pick<Model<unknown>['collection'], 'name' | 'indexes'>;
  readonly schema: Pick<Schema, 'indexes'>;
}

/** Every kind of record, also those that no store has used on the connection yet. */
export const declaredModels: ((connection: Connection) => IndexedModel)[] = [];

/** The fields that are declared as personal, as `<collection>.<field>`. */
export const personalFields = new Set<string>();

/** By the name of the collection; without any for one that only has to be there. */
export const declaredIndexes = new Map<string, readonly mongo.IndexDescription[]>();

/** Declares a kind of record once: the type of its documents is derived from the fields (`DocumentOf`). */
export function defineModel<F extends Fields>({
  name,
  collection,
  fields,
  indexes = [],
  minimize = true,
}: Declaration<F>): (connection: Connection) => Model<ValuesOf<F>> {
  declaredIndexes.set(
    collection,
    indexes.map(([key, options]) => ({ ...options, key })),
  );
  for (const [field, { isPersonal }] of Object.entries(fields)) {
    if (isPersonal) {
      personalFields.add(`${collection}.${field}`);
    }
  }
  // Where a model is first used: each process uses some of them.
  let schema: Schema | null = null;
  const schemaOf = (): Schema => {
    const made = new Schema(definitionsOf(fields), { collection, versionKey: false, minimize });
    for (const [keys, options] of indexes) {
      made.index(keys, options);
    }
    return made;
  };
  const modelOf = (connection: Connection): Model<ValuesOf<F>> =>
    connection.models[name] ?? connection.model<ValuesOf<F>>(name, (schema ??= schemaOf()));
  declaredModels.push(modelOf);
  return modelOf;
}

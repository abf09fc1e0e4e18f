import { Schema, type Connection, type Model, type mongo } from 'mongoose';

import type { ErasureRule } from './erasure-rule.js';
import { definitionsOf, type Fields, type ValuesOf } from './fields.js';

/** Fields with their directions, and options. */
export type Index = readonly [keys: Record<string, 1 | -1>, options?: Omit<mongo.IndexDescription, 'key'>];

interface Declaration<F extends Fields> {
  readonly name: string;
  readonly collection: string;
  readonly fields: F;
  readonly indexes?: readonly Index[];
  /** Required if a field is personal. */
  readonly erasure?: ErasureRule;
  /** False if empty objects are stored too. */
  readonly minimize?: boolean;
}

export interface DeclaredModel<F extends Fields> {
  (connection: Connection): Model<ValuesOf<F>>;
  readonly erasure: ErasureRule | undefined;
  /** The fields that an erasure replaces in a document of the person, with what it leaves of them. */
  readonly left: Readonly<Record<string, unknown>>;
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

/** By collection. */
export const declaredErasures = new Map<string, ErasureRule>();

/** By collection; without any for one that only has to be there. */
export const declaredIndexes = new Map<string, readonly mongo.IndexDescription[]>();

/** Declares a kind of record once: the type of its documents is derived from the fields (`DocumentOf`). */
export function defineModel<F extends Fields>({
  name,
  collection,
  fields,
  indexes = [],
  erasure,
  minimize = true,
}: Declaration<F>): DeclaredModel<F> {
  declaredIndexes.set(
    collection,
    indexes.map(([key, options]) => ({ ...options, key })),
  );
  const personal = Object.keys(fields).filter((field) => fields[field]?.erasure.isPersonal === true);
  personal.forEach((field) => personalFields.add(`${collection}.${field}`));
  if (erasure !== undefined) {
    declaredErasures.set(collection, erasure);
  } else if (personal.length > 0) {
    throw new Error(`${collection} has personal fields, and does not declare its erasure`);
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
  const left = Object.entries(fields).flatMap(([fieldName, field]) =>
    field.erasure.left === undefined ? [] : [[fieldName, field.erasure.left.value] as const],
  );
  return Object.assign(modelOf, { erasure, left: Object.fromEntries(left) });
}

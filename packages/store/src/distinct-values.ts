import type { Model } from 'mongoose';

import { collectionOf } from './collection-of.js';

/** The values of a field, without null. The command `distinct` is no part of the Stable API. */
export async function distinctValues<V extends string | number>(
  model: Pick<Model<never>, 'collection'>,
  field: string,
  filter: object = {},
): Promise<V[]> {
  const found = await collectionOf<{ _id: V }>(model)
    .aggregate<{ _id: V | null }>([{ $match: filter }, { $group: { _id: `$${field}` } }])
    .toArray();
  return found.flatMap(({ _id: value }) => value ?? []);
}

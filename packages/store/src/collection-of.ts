import type { Model, mongo } from 'mongoose';

/**
 * The collection of a model as the driver sees it, for documents that one function builds: writes skip
 * mongoose's casting, which costs as much as the write itself, but not its type. Mongoose types this
 * collection without its documents, and every id as an ObjectId.
 */
export function collectionOf<T extends object>(
  model: Model<T> | Pick<Model<never>, 'collection'>,
): mongo.Collection<T> {
  return model.collection as unknown as mongo.Collection<T>;
}

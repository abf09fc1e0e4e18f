import type { ListPosition, PageQuery } from '@leadbridge/contracts';
import type { Page } from '@leadbridge/usecases';
import type { Model, Query } from 'mongoose';

/** The sort fields of a list, the unique one last; 1 ascending, -1 descending. */
export type ListOrder = Readonly<Record<string, 1 | -1>>;

/** The documents of a page, and the position of the last one if there are more. */
export interface DocumentPage<Document> {
  readonly documents: readonly Document[];
  readonly next: ListPosition | null;
}

/** Where a page begins: a number of items to skip, after a position if there is one. */
export interface PageSlice {
  readonly skip: number;
  readonly limit: number;
  readonly after: ListPosition | null;
}

/** The slice that a query requests. The cost of a cursor is independent of the number of items before it. */
export function sliceOf({ page, limit, cursor }: PageQuery): PageSlice {
  return cursor === undefined
    ? { skip: (page - 1) * limit, limit, after: null }
    : { skip: 0, limit, after: cursor.after };
}

export async function presented<Document, Item>(
  found: PromiseLike<Document | null>,
  present: (document: Document) => Item,
): Promise<Item | null> {
  const document = await found;
  return document === null ? null : present(document);
}

interface List<Document extends object, Item> {
  readonly filter?: object;
  readonly order: ListOrder;
  readonly present: (document: Document) => Item;
  /** The index to read from, where MongoDB may choose a worse one. */
  readonly hint?: string;
}

/** One page of the documents that match, presented, with the number of all that do. */
export async function listPage<Document extends object, Item>(
  model: Model<Document>,
  query: PageQuery,
  { filter = {}, order, present, hint }: List<Document, Item>,
): Promise<Page<Item>> {
  const options = hint === undefined ? {} : { hint };
  const [{ documents, next }, total] = await Promise.all([
    readPage<Document>(model.find(filter, null, options), order, query),
    model.countDocuments(filter, options),
  ]);
  return { items: documents.map(present), total, next };
}

export async function readPage<Document extends object>(
  find: Query<unknown, Document>,
  order: ListOrder,
  query: PageQuery,
): Promise<DocumentPage<Document>> {
  const { skip, limit, after } = sliceOf(query);
  if (after !== null) {
    find.and([behind(order, after)]);
  }
  const found = (await find
    .sort(order)
    .skip(skip)
    .limit(limit + 1)
    .lean()) as Document[];
  const documents = found.slice(0, limit);
  const last = documents.at(-1);
  return { documents, next: found.length > limit && last !== undefined ? positionOf(last, order) : null };
}

/** Matches what comes after a position. The first field alone limits the index scan. */
function behind(order: ListOrder, position: ListPosition): Readonly<Record<string, unknown>> {
  const fields = Object.entries(order).map(([field, direction], index) => ({
    field,
    beyond: direction === 1 ? '$gt' : '$lt',
    value: position[index],
  }));
  const [first] = fields;
  const choices = fields.map(({ field, beyond, value }, index) => ({
    ...Object.fromEntries(fields.slice(0, index).map((equal) => [equal.field, { $eq: equal.value }])),
    [field]: { [beyond]: value },
  }));
  return first === undefined ? {} : { [first.field]: { [`${first.beyond}e`]: first.value }, $or: choices };
}

function positionOf(document: object, order: ListOrder): ListPosition {
  const fields = document as Readonly<Record<string, ListPosition[number]>>;
  return Object.keys(order).flatMap((field) => fields[field] ?? []);
}

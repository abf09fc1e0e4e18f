import type { ListPosition, PageQuery } from '@leadbridge/contracts';
import type { Query } from 'mongoose';

/** The fields by which a list is ordered, the telling-apart one last; 1 upwards, -1 downwards. */
export type ListOrder = Readonly<Record<string, 1 | -1>>;

/** The documents of a page, and the position of the last one where more stand behind it. */
export interface DocumentPage<Document> {
  readonly documents: readonly Document[];
  readonly next: ListPosition | null;
}

/** Where a page begins: so many items on, and behind a position where there is one. */
export interface PageSlice {
  readonly skip: number;
  readonly limit: number;
  readonly after: ListPosition | null;
}

/** The slice that a query asks for. What a cursor costs does not grow with what stands before it. */
export function sliceOf({ page, limit, cursor }: PageQuery): PageSlice {
  return cursor === undefined
    ? { skip: (page - 1) * limit, limit, after: null }
    : { skip: 0, limit, after: cursor.after };
}

/** One page of what `find` finds. */
export async function readPage<Document extends object>(
  find: Query<unknown, Document>,
  order: ListOrder,
  query: PageQuery,
): Promise<DocumentPage<Document>> {
  return await readSlice(find, order, sliceOf(query));
}

export async function readSlice<Document extends object>(
  find: Query<unknown, Document>,
  order: ListOrder,
  { skip, limit, after }: PageSlice,
): Promise<DocumentPage<Document>> {
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

/** What stands behind a position. The first field bounds an index by itself. */
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

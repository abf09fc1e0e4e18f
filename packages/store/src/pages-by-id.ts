import type { mongo } from 'mongoose';

/** Documents in the order of their ids, page by page. No cursor is kept open while a page is worked on. */
export async function* pagesById<T extends { _id: unknown }>(
  find: (after: object) => mongo.FindCursor<T>,
  pageSize: number,
): AsyncGenerator<readonly T[]> {
  let after: object = {};
  for (;;) {
    const page = await find(after).sort({ _id: 1 }).limit(pageSize).toArray();
    const last = page.at(-1);
    if (last === undefined) {
      return;
    }
    yield page;
    after = { _id: { $gt: last._id } };
  }
}

import { cutLevels, type CutLevel } from './cut.js';
import { jsonBytes } from './json-bytes.js';
import { maxJsonBytes } from './result.js';

/** An item of a list is cut to this, so that a page has several. */
const maxItemBytes = 1_800;

/** What a page holds at most. */
const maxPageItems = 25;

/** The longest cursor, with its quotes. */
const maxCursorBytes = 402;

/** The first form of a result that has at most so many bytes, else the shortest. */
export function fit<T>(form: (level: CutLevel) => T, maxBytes: number = maxJsonBytes): T {
  const [first, ...others] = cutLevels;
  return others.reduce(
    (result, level) => (jsonBytes(result) <= maxBytes ? result : form(level)),
    form(first),
  );
}

interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

interface ListForm<Item> {
  readonly read: (limit: number) => Promise<Page<Item>>;
  readonly item: (item: Item, level: CutLevel) => object;
  /** The bytes of everything in the result but the items and the cursor. */
  readonly besideBytes: number;
}

/**
 * The items that fit into a result, and the cursor of those after them. The page is read again with the number that fits, because only the
 * API knows the cursor of that.
 */
export async function fitPage<Item>({
  read,
  item: form,
  besideBytes,
}: ListForm<Item>): Promise<{ readonly items: readonly object[]; readonly next: string | null }> {
  const room = maxJsonBytes - besideBytes - maxCursorBytes;
  for (let limit = maxPageItems; ;) {
    const page = await read(limit);
    const items = page.items.map((item) => fit((level) => form(item, level), maxItemBytes));
    const fitting = countFitting(items, room);
    if (fitting === items.length || limit === 1) {
      return { items, next: page.next };
    }
    limit = Math.max(1, fitting);
  }
}

function countFitting(items: readonly object[], room: number): number {
  let bytes = 0;
  const over = items.findIndex((item) => {
    // A comma goes with it.
    bytes += jsonBytes(item) + 1;
    return bytes > room;
  });
  return over === -1 ? items.length : over;
}

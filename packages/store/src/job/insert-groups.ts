import type { NewJobRow, NewJobRows } from '@leadbridge/usecases';

const maxRows = 1_000;

/** Serializing a value takes about a microsecond, and all values of an insert are serialized at once. */
const maxValues = 20_000;

/** The same limit for long texts: this many characters take a few milliseconds. */
const maxCharacters = 1024 * 1024;

interface Size {
  values: number;
  characters: number;
}

/** The rows that are inserted together: few requests, and none that blocks the process for others. */
export async function* insertGroups(rows: NewJobRows): AsyncIterable<readonly NewJobRow[]> {
  let group: NewJobRow[] = [];
  let size: Size = { values: 0, characters: 0 };
  for await (const row of rows) {
    const own: Size = { values: 0, characters: 0 };
    measure(row.data, own);
    const isFull =
      group.length === maxRows ||
      size.values + own.values > maxValues ||
      size.characters + own.characters > maxCharacters;
    if (group.length > 0 && isFull) {
      yield group;
      group = [];
      size = { values: 0, characters: 0 };
    }
    group.push(row);
    size = { values: size.values + own.values, characters: size.characters + own.characters };
  }
  if (group.length > 0) {
    yield group;
  }
}

function measure(value: unknown, size: Size): void {
  if (typeof value !== 'object' || value === null) {
    size.values += 1;
    size.characters += typeof value === 'string' ? value.length : 0;
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    size.characters += key.length;
    measure(item, size);
  }
  size.values += 1;
}

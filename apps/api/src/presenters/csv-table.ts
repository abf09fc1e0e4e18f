import { csvHeader, csvLine } from '@leadbridge/platform';

/** Enough rows per piece that the number of writes does not matter. */
const rowsPerPiece = 200;

/** A table as CSV (RFC 4180) with a header, piece by piece: lists are joined, objects are JSON. */
export async function* csvTable<View extends object>(
  columns: readonly (keyof View & string)[],
  views: AsyncIterable<View>,
): AsyncIterable<string> {
  let piece: string[] = [csvHeader(columns)];
  for await (const view of views) {
    piece.push(csvLine(columns.map((column) => cellOf(view[column]))));
    if (piece.length >= rowsPerPiece) {
      yield piece.join('');
      piece = [];
    }
  }
  yield piece.join('');
}

function cellOf(value: unknown): string | number | boolean | null | undefined {
  if (typeof value === 'object' && value !== null) {
    return Array.isArray(value) ? value.join('; ') : JSON.stringify(value);
  }
  return value as string | number | boolean | null | undefined;
}

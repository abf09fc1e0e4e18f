export interface ChunkLimits {
  readonly rows: number;
  /** The size of the rows' JSON. */
  readonly bytes: number;
}

export interface Chunk<Row> {
  readonly rows: readonly Row[];
  readonly json: readonly string[];
}

/** Splits rows into chunks that fit into one bulk import. A row that is too large for any is sent, and refused, alone. */
export async function* chunkRows<Row>(
  rows: Iterable<Row> | AsyncIterable<Row>,
  limits: ChunkLimits,
): AsyncGenerator<Chunk<Row>> {
  const encoder = new TextEncoder();
  let chunk: { rows: Row[]; json: string[] } = { rows: [], json: [] };
  let bytes = 0;
  for await (const row of rows) {
    // A value that has no JSON stays a row, which fails alone.
    const text = (JSON.stringify(row) as string | undefined) ?? 'null';
    const size = encoder.encode(text).length + 1;
    if (chunk.json.length > 0 && (chunk.json.length === limits.rows || bytes + size > limits.bytes)) {
      yield chunk;
      chunk = { rows: [], json: [] };
      bytes = 0;
    }
    chunk.rows.push(row);
    chunk.json.push(text);
    bytes += size;
  }
  if (chunk.json.length > 0) {
    yield chunk;
  }
}

export interface ChunkLimits {
  readonly rows: number;
  /** Of the rows' JSON. */
  readonly bytes: number;
}

/** As many rows as fit into one request, each with its JSON. */
export interface Chunk<Row> {
  readonly rows: readonly Row[];
  readonly json: readonly string[];
}

/** Parts rows so that each chunk is accepted as one bulk import. A row that is too large for any goes alone, and is refused alone. */
export async function* chunkRows<Row>(
  rows: Iterable<Row> | AsyncIterable<Row>,
  limits: ChunkLimits,
): AsyncGenerator<Chunk<Row>> {
  const encoder = new TextEncoder();
  let chunk: { rows: Row[]; json: string[] } = { rows: [], json: [] };
  let bytes = 0;
  for await (const row of rows) {
    // What is no JSON stays a row, which fails by itself.
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

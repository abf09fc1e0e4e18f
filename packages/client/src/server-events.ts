export interface ServerEvent {
  readonly name: string;
  /** Empty if the event has none. */
  readonly id: string;
  readonly data: string;
}

/** Null for a comment, which only shows that the connection is alive. */
export type ServerSign = ServerEvent | null;

/** Reads a stream of server-sent events as the service writes them; an incomplete event is skipped. */
export async function* readServerEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<ServerSign> {
  // Not every browser supports iterating a stream.
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      const blocks = (rest + decoder.decode(chunk.value, { stream: true })).split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? '';
      yield* blocks.map(readBlock);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function readBlock(block: string): ServerSign {
  let name = 'message';
  let id = '';
  const data: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    const [, field, value = ''] = /^([^:]*): ?(.*)$/.exec(line) ?? [];
    if (field === 'event') {
      name = value;
    } else if (field === 'id') {
      id = value;
    } else if (field === 'data') {
      data.push(value);
    }
  }
  return data.length === 0 ? null : { name, id, data: data.join('\n') };
}

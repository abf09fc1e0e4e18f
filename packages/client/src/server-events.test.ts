import { describe, expect, it } from '@jest/globals';

import { readServerEvents, type ServerSign } from './server-events.js';

async function read(...chunks: (string | Uint8Array)[]): Promise<ServerSign[]> {
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const chunk of chunks) {
        controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk);
      }
      controller.close();
    },
  });
  const signs: ServerSign[] = [];
  for await (const sign of readServerEvents(stream)) {
    signs.push(sign);
  }
  return signs;
}

describe('a stream of server-sent events', () => {
  it('is read across the borders of its chunks, and of its characters', async () => {
    const bytes = new TextEncoder().encode('event: progress\nid: 1\ndata: {"a":"é"}\n\n');
    const cut = bytes.indexOf(0xc3) + 1;
    expect(await read(bytes.slice(0, 9), bytes.slice(9, cut), bytes.slice(cut))).toEqual([
      { name: 'progress', id: '1', data: '{"a":"é"}' },
    ]);
  });

  it('passes over an event that was cut off, and tells of comments as signs of life', async () => {
    expect(await read(': still here\n\n', 'data: 1\n\nevent: finished\ndata: 2')).toEqual([
      null,
      { name: 'message', id: '', data: '1' },
    ]);
  });
});

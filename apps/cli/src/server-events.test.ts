import { describe, expect, it } from '@jest/globals';

import { readServerEvents } from './server-events.js';
import { collect } from './testing/collect.js';

async function read(...chunks: (string | Uint8Array)[]) {
  async function* stream(): AsyncIterable<Uint8Array> {
    for (const chunk of chunks) {
      yield typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk;
    }
  }
  return await collect(readServerEvents(stream()));
}

describe('a stream of server-sent events', () => {
  it('is read across the borders of its chunks, and of its characters', async () => {
    const bytes = new TextEncoder().encode('event: progress\nid: 1\ndata: {"a":"é"}\n\n');
    const cut = bytes.indexOf(0xc3) + 1;
    expect(await read(bytes.slice(0, 9), bytes.slice(9, cut), bytes.slice(cut))).toEqual([
      { name: 'progress', data: '{"a":"é"}' },
    ]);
  });

  it('passes over comments, and over an event that was cut off', async () => {
    expect(await read(': still here\n\n', 'data: 1\n\nevent: finished\ndata: 2')).toEqual([
      { name: 'message', data: '1' },
    ]);
  });
});

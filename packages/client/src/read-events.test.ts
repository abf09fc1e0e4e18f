import { describe, expect, it, jest } from '@jest/globals';

import { readEvents } from './read-events.js';

const requestOf = (signal: AbortSignal) => new Request('https://leadbridge.example/changes', { signal });
const streamOf = (...chunks: string[]) => new Response(chunks.join('')).body;

async function collect(events: AsyncIterable<{ readonly data: string }>): Promise<string[]> {
  const read: string[] = [];
  for await (const { data } of events) {
    read.push(data);
  }
  return read;
}

describe('the events of a stream', () => {
  it('are read until it ends, without its comments', async () => {
    const body = streamOf(': hello\n\n', 'event: changed\ndata: 1\n\n', ': still here\n\n', 'data: 2\n\n');
    await expect(collect(readEvents(async () => new Response(body), requestOf))).resolves.toEqual(['1', '2']);
  });

  it('are none where the response has no body', async () => {
    await expect(collect(readEvents(async () => new Response(null), requestOf))).resolves.toEqual([]);
  });

  it('end with the error of a request that fails', async () => {
    const error = new Error('refused');
    await expect(collect(readEvents(async () => Promise.reject(error), requestOf))).rejects.toBe(error);
  });

  it('end with the reason of the signal of the caller', async () => {
    const controller = new AbortController();
    const reason = new Error('stopped');
    const open = async ({ signal }: Request): Promise<Response> => {
      controller.abort(reason);
      signal.throwIfAborted();
      return new Response(null);
    };
    await expect(collect(readEvents(open, requestOf, controller.signal))).rejects.toBe(reason);
  });
});

describe('a stream that falls silent', () => {
  const open = async ({ signal }: Request): Promise<Response> =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        reject(signal.reason as Error);
      });
    });

  it('is a network error after 45 seconds and not before', async () => {
    jest.useFakeTimers();
    try {
      let isOver = false;
      const reading = collect(readEvents(open, requestOf)).finally(() => {
        isOver = true;
      });
      const failed = expect(reading).rejects.toMatchObject({ code: 'NETWORK_ERROR' });
      await jest.advanceTimersByTimeAsync(44_999);
      expect(isOver).toBe(false);
      await jest.advanceTimersByTimeAsync(1);
      expect(isOver).toBe(true);
      await failed;
    } finally {
      jest.useRealTimers();
    }
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { heartbeat, serverEvent, waitFor } from './server-event.js';

describe('a server-sent event', () => {
  it('has a name, data, and an id if there is one', () => {
    expect(serverEvent('progress', { done: 1 }, '7')).toBe('event: progress\nid: 7\ndata: {"done":1}\n\n');
    expect(serverEvent('health', null)).toBe('event: health\ndata: null\n\n');
  });

  it('is one event, whatever texts its data contains', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const event = serverEvent('changed', { text });
        expect(event.split(/\r\n|\r|\n/)).toHaveLength(4);
        expect(JSON.parse(event.split('\n')[1]?.slice('data: '.length) ?? '')).toEqual({ text });
      }),
    );
    expect(serverEvent('changed', { text: 'a\n\ndata: b' }).match(/^data: /gm)).toHaveLength(1);
  });

  it('is never confused with a heartbeat, which is a comment', () => {
    expect(heartbeat).toMatch(/^:.*\n\n$/);
  });
});

it('a wait ends without an error when the process stops', async () => {
  const stopping = new AbortController();
  const waiting = waitFor(60_000, stopping.signal);
  stopping.abort();
  await expect(waiting).resolves.toBeUndefined();
  await expect(waitFor(60_000, stopping.signal)).resolves.toBeUndefined();
});

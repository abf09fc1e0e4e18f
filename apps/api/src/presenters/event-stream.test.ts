import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import type { Credential } from '../pipeline/authentication/index.js';
import { followCaller, heartbeat, serverEvent, waitFor } from './event-stream.js';

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

const viewer: Credential = { id: 'key_1', name: 'Reports', role: 'viewer', kind: 'api_key' };

function streamOf(first: Credential | null) {
  let now = 1_000;
  let response: Credential | null | Error = first;
  let lookUps = 0;
  const caller = followCaller(
    {
      credential: first,
      callerNow: async () => {
        lookUps += 1;
        return response instanceof Error ? Promise.reject(response) : Promise.resolve(response);
      },
    },
    { now: () => now },
  );
  return {
    roleAfter: async (ms: number) => {
      now += ms;
      return await caller();
    },
    respondWith: (next: Credential | null | Error) => {
      response = next;
    },
    lookUps: () => lookUps,
  };
}

describe('the role of the reader of a stream', () => {
  it('is looked up every two seconds at most', async () => {
    const { roleAfter, lookUps } = streamOf(viewer);
    for (const ms of [0, 1_000, 999]) {
      expect(await roleAfter(ms)).toBe('viewer');
    }
    expect(lookUps()).toBe(0);
    await roleAfter(1);
    await roleAfter(1_999);
    expect(lookUps()).toBe(1);
  });

  it('is the new one once it has changed', async () => {
    const { roleAfter, respondWith } = streamOf(viewer);
    respondWith({ ...viewer, role: 'admin' });
    expect(await roleAfter(1_999)).toBe('viewer');
    expect(await roleAfter(1)).toBe('admin');
  });

  it('is null once the credential has ended', async () => {
    const { roleAfter, respondWith } = streamOf(viewer);
    respondWith(null);
    expect(await roleAfter(2_000)).toBeNull();
    expect(await roleAfter(1)).toBeNull();
  });

  it('stays the same while the credential cannot be looked up', async () => {
    const { roleAfter, respondWith } = streamOf(viewer);
    respondWith(new Error('The database is unavailable'));
    expect(await roleAfter(2_000)).toBe('viewer');
    respondWith(null);
    expect(await roleAfter(2_000)).toBeNull();
  });

  it('is null without a credential', async () => {
    expect(await streamOf(null).roleAfter(0)).toBeNull();
  });
});

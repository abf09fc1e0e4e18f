import { describe, expect, it } from '@jest/globals';

import type { Credential } from '../pipeline/authentication/index.js';
import { followCaller } from './stream-caller.js';

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

import { describe, expect, it } from '@jest/globals';

import { followStreams, type Change } from './changes.js';
import { LeadbridgeError } from './leadbridge-error.js';
import type { ServerEvent } from './server-events.js';

const changed = (id: string, ...kinds: string[]): ServerEvent => ({
  name: 'changed',
  id,
  data: JSON.stringify({ kinds, live: true }),
});
const lost = new LeadbridgeError('NETWORK_ERROR', 'nobody');

/** Streams one after the other: each its events, and then perhaps an error. At last the session has ended. */
async function watch(...streams: readonly (ServerEvent | Error)[][]) {
  const after: unknown[] = [];
  const pausesMs: number[] = [];
  const seen: string[] = [];
  async function* events(lastEventId: string | undefined) {
    after.push(lastEventId);
    const next = streams[after.length - 1] ?? [
      new LeadbridgeError('AUTHENTICATION_ERROR', 'ended', { status: 401 }),
    ];
    for (const event of next) {
      if (event instanceof Error) {
        throw event;
      }
      yield await Promise.resolve(event);
    }
  }
  const sleep = async (milliseconds: number): Promise<void> => {
    pausesMs.push(milliseconds);
    await Promise.resolve();
  };
  const told = (change: Change): string => (change.name === 'changed' ? change.kinds.join() : change.name);
  const error: unknown = await (async () => {
    for await (const change of followStreams(events, {
      after: undefined,
      signal: undefined,
      sleep,
      random: () => 1,
    })) {
      seen.push(told(change));
    }
    return null;
  })().catch((reason: unknown) => reason);
  return { after, pausesMs, seen, error };
}

describe('changes that are watched', () => {
  it('go on over streams that end, from the last event that was seen, until they are refused', async () => {
    const { seen, after, error } = await watch(
      [changed('17', 'jobs'), { name: 'of a later version', id: '', data: '{}' }],
      [changed('18', 'errors')],
    );
    expect(seen).toEqual(['jobs', 'errors']);
    expect(after).toEqual([undefined, '17', '18']);
    expect(error).toMatchObject({ status: 401 });
  });

  it('are looked for again after growing pauses, which begin anew after an event', async () => {
    const failing = Array.from({ length: 8 }, () => [lost]);
    const { seen, pausesMs } = await watch(...failing, [changed('1', 'jobs'), lost]);
    expect(seen).toEqual([...failing.map(() => 'lost'), 'jobs', 'lost']);
    expect(pausesMs).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 1].map((seconds) => seconds * 1_000));
  });
});

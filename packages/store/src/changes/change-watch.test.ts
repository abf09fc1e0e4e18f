import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { allChangeKinds, type ChangeKind } from '@leadbridge/contracts';
import { silentLogger } from '@leadbridge/platform';
import mongoose from 'mongoose';

import { createChangeWatch } from './change-watch.js';
import type { OpenChanges } from './follow-changes.js';

type Stored = Awaited<ReturnType<ReturnType<OpenChanges>['tryNext']>>;

const stored = (coll: string): Stored => ({ ns: { db: 'test', coll } }) as Stored;

/** A change stream whose other end the test controls. */
function openable() {
  const waiting: { resolve: (change: Stored) => void; reject: (error: Error) => void }[] = [];
  let refusal: Error | null = null;
  let opened = 0;
  const open: OpenChanges = () => {
    opened += 1;
    return {
      tryNext: async () =>
        new Promise<Stored>((resolve, reject) => {
          if (refusal === null) {
            waiting.push({ resolve, reject });
          } else {
            reject(refusal);
          }
        }),
      closed: false,
      close: async () => {
        waiting.splice(0).forEach(({ reject }) => reject(new Error('closed')));
        await Promise.resolve();
      },
    };
  };
  return {
    open,
    opened: () => opened,
    refuse: (error: Error | null) => {
      refusal = error;
    },
    respond: async (change: Stored) => {
      waiting.shift()?.resolve(change);
      await jest.advanceTimersByTimeAsync(0);
    },
    fail: async (error: Error) => {
      waiting.shift()?.reject(error);
      await jest.advanceTimersByTimeAsync(0);
    },
  };
}

function setUp() {
  const stream = openable();
  const warnings: unknown[] = [];
  const watch = createChangeWatch(mongoose.createConnection(), {
    clock: { now: () => Date.now() },
    logger: { ...silentLogger, warn: (_message: string, about: unknown) => warnings.push(about) },
    open: stream.open,
  });
  const notified: ChangeKind[] = [];
  return {
    stream,
    watch,
    warnings,
    notified,
    subscribe: () => watch.subscribe((kind) => notified.push(kind)),
  };
}

describe('the watch of changes', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  it('reports the kinds of what is stored, and since when', async () => {
    const { stream, watch, notified, subscribe } = setUp();
    const unsubscribe = subscribe();
    expect(watch.isLive()).toBe(false);
    expect(watch.changedSince(Date.now())).toEqual(allChangeKinds);
    await stream.respond(null);
    expect(watch.isLive()).toBe(true);
    const openedAt = Date.now();
    expect(watch.changedSince(openedAt)).toEqual([]);
    await jest.advanceTimersByTimeAsync(1_000);
    await stream.respond(stored('webhook_deliveries'));
    await stream.respond(stored('leads'));
    expect(notified).toEqual(['deliveries']);
    expect(watch.changedSince(openedAt)).toEqual(['deliveries']);
    expect(watch.changedSince(Date.now() + 1)).toEqual([]);
    expect(watch.changedSince(openedAt - 1)).toEqual(allChangeKinds);
    unsubscribe();
    await watch.close();
  });

  it('opens another stream for one that is lost, after growing pauses, and then reports everything', async () => {
    const { stream, watch, notified, warnings, subscribe } = setUp();
    subscribe();
    await stream.respond(null);
    stream.refuse(new Error('The $changeStream stage is only supported on replica sets'));
    await stream.fail(new Error('lost'));
    expect(watch.isLive()).toBe(false);
    await jest.advanceTimersByTimeAsync(1_000 + 2_000 + 4_000);
    expect(stream.opened()).toBe(4);
    expect(warnings).toMatchObject([{ retry_seconds: 1 }, { retry_seconds: 2 }, { retry_seconds: 4 }, {}]);
    stream.refuse(null);
    await jest.advanceTimersByTimeAsync(8_000);
    expect(notified).toEqual([]);
    await stream.respond(null);
    expect(notified).toEqual(allChangeKinds);
    expect(watch.isLive()).toBe(true);
    await watch.close();
  });

  it('continues for a minute after the last listener, who may come back', async () => {
    const { stream, watch, subscribe } = setUp();
    subscribe()();
    await stream.respond(null);
    await jest.advanceTimersByTimeAsync(59_000);
    expect(watch.isLive()).toBe(true);
    subscribe()();
    await jest.advanceTimersByTimeAsync(59_000);
    expect(stream.opened()).toBe(1);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(watch.isLive()).toBe(false);
    subscribe();
    expect(stream.opened()).toBe(2);
    await watch.close();
  });
});

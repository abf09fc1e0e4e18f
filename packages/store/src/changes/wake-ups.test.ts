import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { silentLogger } from '@leadbridge/platform';
import mongoose from 'mongoose';

import type { OpenChanges } from './follow-changes.js';
import { createWakeUps } from './wake-ups.js';

type Stored = Awaited<ReturnType<ReturnType<OpenChanges>['tryNext']>>;

describe('wake-ups', () => {
  let respond: (change: Stored | Error) => Promise<void>;
  let opened: number;
  const open: OpenChanges = () => {
    opened += 1;
    let end: (error: Error) => void = () => undefined;
    return {
      tryNext: async () =>
        new Promise<Stored>((resolve, reject) => {
          end = reject;
          respond = async (change) => {
            if (change instanceof Error) {
              reject(change);
            } else {
              resolve(change);
            }
            await jest.advanceTimersByTimeAsync(0);
          };
        }),
      closed: false,
      close: async () => {
        end(new Error('closed'));
        await Promise.resolve();
      },
    };
  };
  const stored = (coll: string): Stored => ({ ns: { db: 'test', coll } }) as Stored;

  beforeEach(() => {
    opened = 0;
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  it('report what was written to their collection, and everything once a stream has taken the place of a lost one', async () => {
    const wakeUps = createWakeUps(mongoose.createConnection(), {
      collections: ['configuration', 'events'],
      logger: silentLogger,
      open,
    });
    const heard: string[] = [];
    const unsubscribe = wakeUps.on('events', () => heard.push('events'));
    wakeUps.on('configuration', () => heard.push('configuration'));
    expect(wakeUps.isLive()).toBe(false);
    await respond(null);
    expect([wakeUps.isLive(), heard.splice(0)]).toEqual([true, ['events', 'configuration']]);
    await respond(stored('events'));
    await respond(stored('leads'));
    expect(heard.splice(0)).toEqual(['events']);
    await respond(new Error('the history of the stream is lost'));
    expect(wakeUps.isLive()).toBe(false);
    await jest.advanceTimersByTimeAsync(1_000);
    expect([opened, wakeUps.isLive()]).toEqual([2, false]);
    unsubscribe();
    await respond(null);
    expect([wakeUps.isLive(), heard.splice(0)]).toEqual([true, ['configuration']]);
    await wakeUps.stop();
    expect(wakeUps.isLive()).toBe(false);
  });
});

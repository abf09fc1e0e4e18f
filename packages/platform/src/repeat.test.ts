import { describe, expect, it } from '@jest/globals';

import { repeat } from './repeat.js';

describe('a repeated task', () => {
  it('runs at once, and again after its pause', async () => {
    const times: number[] = [];
    await new Promise<void>((resolve) => {
      const schedule = repeat(
        () => {
          times.push(performance.now());
          if (times.length === 3) {
            void schedule.stop().then(resolve);
          }
          return Promise.resolve(20);
        },
        () => 0,
      );
    });
    expect(times).toHaveLength(3);
    expect((times[2] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(35);
  });

  it('begins at once when it is woken in its pause, and after the least pause when woken in a turn', async () => {
    const times: number[] = [];
    const schedule = repeat(
      () => {
        times.push(performance.now());
        if (times.length === 2) {
          schedule.wake();
        }
        return Promise.resolve(60_000);
      },
      () => 0,
      40,
    );
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(times).toHaveLength(1);
    schedule.wake();
    while (times.length < 3) {
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await schedule.stop();
    const [, second = 0, third = 0] = times;
    expect(third - second).toBeGreaterThan(35);
  });

  it('tells the first of several failures in a row from the others', async () => {
    const outcomes = ['fails', 'fails', 'passes', 'fails', 'ends'];
    const first: boolean[] = [];
    const schedule = repeat(
      async () => {
        const outcome = outcomes.shift();
        return outcome === 'fails'
          ? Promise.reject(new Error('away'))
          : Promise.resolve(outcome === 'ends' ? 60_000 : 1);
      },
      (_error, isFirst) => {
        first.push(isFirst);
        return 1;
      },
    );
    while (outcomes.length > 0) {
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await schedule.stop();
    expect(first).toEqual([true, false, true]);
  });

  it('continues after a failed turn', async () => {
    const failures: unknown[] = [];
    let turns = 0;
    const schedule = repeat(
      () => {
        turns += 1;
        return turns === 1 ? Promise.reject(new Error('away')) : Promise.resolve(60_000);
      },
      (error) => {
        failures.push(error);
        return 1;
      },
    );
    while (turns < 2) {
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await schedule.stop();
    expect(failures).toEqual([new Error('away')]);
  });

  it('stops during a pause, and after a running turn', async () => {
    let end: () => void = () => undefined;
    let isOver = false;
    const schedule = repeat(
      async () => {
        await new Promise<void>((resolve) => {
          end = resolve;
        });
        isOver = true;
        return 3_600_000;
      },
      () => 0,
    );
    const stopped = schedule.stop();
    expect(isOver).toBe(false);
    end();
    await stopped;
    expect(isOver).toBe(true);
  });
});

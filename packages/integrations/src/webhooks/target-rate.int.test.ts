import { afterAll, describe, expect, it } from '@jest/globals';
import { testServers } from '@leadbridge/devkit';
import { Redis } from 'ioredis';

import { createTargetRate } from './target-rate.js';

const { redisUrl, redisKeyPrefix } = testServers();
const redis = new Redis(redisUrl);
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

afterAll(() => {
  redis.disconnect();
});

function rate(limit: number, windowMilliseconds = 60_000) {
  return createTargetRate({ redis, keyPrefix: redisKeyPrefix, limit, windowMilliseconds });
}

describe('the limit of events per target (specification, "Limits": 1000 a minute)', () => {
  it('grants as many slots as are free, and then none', async () => {
    const minute = rate(1_000);
    const first = await minute.take('wh_1', 990);
    expect(first).toEqual({ places: expect.any(Array), waitMilliseconds: 0 });
    expect(new Set(first.places).size).toBe(990);
    expect((await minute.take('wh_1', 100)).places).toHaveLength(10);
    await minute.settle('wh_1', first.places);
    const none = await minute.take('wh_1', 1);
    expect(none.places).toEqual([]);
    expect(none.waitMilliseconds).toBeGreaterThan(58_000);
    expect(none.waitMilliseconds).toBeLessThanOrEqual(60_001);
  });

  it('counts each target separately', async () => {
    expect((await rate(5).take('wh_2', 5)).places).toHaveLength(5);
    expect((await rate(5).take('wh_3', 5)).places).toHaveLength(5);
  });

  it('is exact across all workers that ask at once', async () => {
    const responses = await Promise.all(Array.from({ length: 100 }, () => rate(100).take('wh_4', 3)));
    expect(responses.flatMap(({ places }) => places)).toHaveLength(100);
  });

  it('releases a slot one window after its request has ended, not earlier', async () => {
    const window = rate(1, 2_000);
    const { places } = await window.take('wh_5', 1);
    await pause(2_100);
    expect((await window.take('wh_5', 1)).places).toEqual([]);
    await window.settle('wh_5', places);
    const { waitMilliseconds } = await window.take('wh_5', 1);
    expect(waitMilliseconds).toBeGreaterThan(500);
    await pause(waitMilliseconds);
    expect((await window.take('wh_5', 1)).places).toHaveLength(1);
  });

  it('never lets a target receive more than the limit in any window, whenever its requests arrive', async () => {
    const window = rate(20, 250);
    const arrivals: number[] = [];
    const work = async (): Promise<void> => {
      while (arrivals.length < 100) {
        const { places, waitMilliseconds } = await window.take('wh_6', 3);
        await Promise.all(
          places.map(async (place) => {
            await pause(Math.random() * 40);
            arrivals.push(performance.now());
            await pause(Math.random() * 20);
            await window.settle('wh_6', [place]);
          }),
        );
        await pause(Math.min(waitMilliseconds, 20));
      }
    };
    await Promise.all([work(), work(), work(), work()]);
    arrivals.sort((left, right) => left - right);
    arrivals.forEach((at, index) => {
      expect(arrivals.slice(index).filter((other) => other - at < 249).length).toBeLessThanOrEqual(20);
    });
  });

  it('drops everything that is no longer counted, and stores nothing forever', async () => {
    const window = rate(1, 50);
    const { places } = await window.take('wh_7', 1);
    await window.settle('wh_7', places);
    await pause(80);
    await window.take('wh_7', 1);
    await window.settle('wh_7', places);
    expect(await redis.zcard(`${redisKeyPrefix}:webhook-rate:wh_7`)).toBe(1);
    expect(await redis.pttl(`${redisKeyPrefix}:webhook-rate:wh_7`)).toBeGreaterThan(0);
  });
});

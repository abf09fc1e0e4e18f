import { describe, expect, it } from '@jest/globals';

import { createTtlCache } from './ttl-cache.js';

/** A cache of 500 ms whose values are numbered, with a clock that the test moves. */
function createCache(lookUp?: (key: string) => Promise<string>) {
  let time = 0;
  const asked: string[] = [];
  const cache = createTtlCache(500, { now: () => time }, async (key) => {
    asked.push(key);
    return await (lookUp?.(key) ?? Promise.resolve(`${key} ${asked.length}`));
  });
  return { cache, asked, pass: (milliseconds: number) => (time += milliseconds) };
}

describe('createTtlCache', () => {
  it('believes a value until its time is over, and not at that moment', async () => {
    const { cache, pass } = createCache();
    expect(await cache.get('a')).toBe('a 1');
    pass(499);
    expect(await cache.get('a')).toBe('a 1');
    pass(1);
    expect(await cache.get('a')).toBe('a 2');
  });

  it('counts the time from the look-up, and not from the last use', async () => {
    const { cache, pass } = createCache();
    await cache.get('a');
    pass(400);
    await cache.get('a');
    pass(400);
    expect(await cache.get('a')).toBe('a 2');
  });

  it('looks up once for requests at the same moment', async () => {
    const { cache, asked } = createCache();
    expect(await Promise.all([cache.get('a'), cache.get('a'), cache.get('b')])).toEqual([
      'a 1',
      'a 1',
      'b 2',
    ]);
    expect(asked).toEqual(['a', 'b']);
  });

  it('tells everybody who waits of a failure, and does not keep it', async () => {
    let fails = true;
    const { cache, asked } = createCache(async (key) =>
      fails ? Promise.reject(new Error('the database is away')) : Promise.resolve(key),
    );
    const responses = await Promise.allSettled([cache.get('a'), cache.get('a')]);
    expect(responses.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    fails = false;
    expect(await cache.get('a')).toBe('a');
    expect(asked).toHaveLength(2);
  });

  it('does not drop a newer value where an older look-up fails late', async () => {
    const rejects: ((error: Error) => void)[] = [];
    const { cache, asked, pass } = createCache(
      async (key) =>
        await (asked.length === 1
          ? new Promise<string>((_resolve, reject) => rejects.push(reject))
          : Promise.resolve(key)),
    );
    const first = cache.get('a');
    pass(500);
    expect(await cache.get('a')).toBe('a');
    rejects.forEach((reject) => {
      reject(new Error('too late'));
    });
    await expect(first).rejects.toThrow('too late');
    await cache.get('a');
    expect(asked).toHaveLength(2);
  });

  it('forgets everything when told so', async () => {
    const { cache } = createCache();
    await cache.get('a');
    cache.forget();
    expect(await cache.get('a')).toBe('a 2');
  });

  it('keeps 10,000 values, and drops the oldest for the next', async () => {
    const { cache, asked } = createCache();
    for (let number = 0; number < 10_000; number += 1) {
      await cache.get(`key ${number}`);
    }
    await cache.get('key 0');
    expect(asked).toHaveLength(10_000);
    await cache.get('one more');
    await cache.get('key 1');
    expect(asked).toHaveLength(10_001);
    await cache.get('key 0');
    expect(asked).toHaveLength(10_002);
  });
});

import { describe, expect, it } from '@jest/globals';

import { PsaBudgetError } from '../ports/psa-errors.js';
import type { PsaPage } from '../ports/psa.js';
import { createPsaCache, type PsaCache } from './psa-cache.js';

interface Person {
  readonly id: number;
  readonly email: string;
}

/** A PSA with people that counts its requests. */
class Directory {
  people: Person[] = [];
  requests = 0;
  total: 'told' | 'untold' = 'told';
  /** How many are counted but never listed. */
  hidden = 0;
  isSteady = true;
  betweenPages: (page: number) => void | Promise<void> = () => undefined;

  constructor(count: number) {
    this.people = Array.from({ length: count }, (_, index) => ({
      id: index + 1,
      email: `person${index + 1}@example.com`,
    }));
  }

  async *pages(): AsyncIterable<PsaPage<Person>> {
    for (let start = 0; start === 0 || start < this.people.length; start += 100) {
      this.requests += 1;
      const items = this.people.slice(start, start + 100);
      yield await Promise.resolve({
        items,
        rowCount: items.length,
        total: this.total === 'told' ? this.people.length + this.hidden : null,
        isSteady: this.isSteady || start === 0,
      });
      await this.betweenPages(start / 100 + 1);
    }
  }

  search(term: string): Promise<readonly Person[]> {
    this.requests += 1;
    // Loose, as PSAs search: everything that contains the term.
    return Promise.resolve(this.people.filter(({ email }) => email.includes(term)));
  }
}

function cacheOf(directory: Directory, clock: { now: number }): PsaCache<null, Person> {
  return createPsaCache<null, Person>(
    {
      pages: () => directory.pages(),
      search: async (_, { term }) => directory.search(term),
      id: ({ id }) => id,
      keys: ({ email }) => [email],
    },
    () => clock.now,
  );
}

function wanted(...numbers: number[]): { key: string; term: string }[] {
  return numbers.map((number) => ({
    key: `person${number}@example.com`,
    term: `person${number}@example.com`,
  }));
}

const everyone = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

describe('a cache', () => {
  it('searches for a few keys, and takes only exact matches of a loose search', async () => {
    const directory = new Directory(1_000);
    directory.people.push({ id: 5_000, email: 'not-person7@example.com' });
    const cache = cacheOf(directory, { now: 1 });

    const found = await cache.find(null, wanted(7), { notBefore: 0, upcoming: 0 });

    expect(found.get('person7@example.com')).toEqual([{ id: 7, email: 'person7@example.com' }]);
    expect(directory.requests).toBe(1);
  });

  it('reads pages if that takes fewer requests than searching', async () => {
    const directory = new Directory(1_000);
    const cache = cacheOf(directory, { now: 1 });

    const found = await cache.find(null, wanted(...everyone(50), 2_000), { notBefore: 0, upcoming: 0 });

    expect(directory.requests).toBe(10);
    expect(found.get('person50@example.com')).toHaveLength(1);
    expect(found.get('person2000@example.com')).toEqual([]);
  });

  it('takes the keys still to come into account', async () => {
    const directory = new Directory(1_000);
    const cache = cacheOf(directory, { now: 1 });

    await cache.find(null, wanted(1, 2), { notBefore: 0, upcoming: 900 });

    expect(directory.requests).toBe(10);
  });

  it('stops after one page if the PSA has more pages than there are searches', async () => {
    const directory = new Directory(5_000);
    const cache = cacheOf(directory, { now: 1 });

    const found = await cache.find(null, wanted(...everyone(10)), { notBefore: 0, upcoming: 0 });

    expect(found.get('person10@example.com')).toHaveLength(1);
    expect(directory.requests).toBe(1 + 10);

    await cache.find(null, wanted(...everyone(10)), { notBefore: 0, upcoming: 0 });
    // It remembers how many there are, and does not even read the first page again.
    expect(directory.requests).toBe(1 + 10 + 10);
  });

  it('serves no request from a reading that began before the request arrived', async () => {
    const directory = new Directory(300);
    const clock = { now: 1_000 };
    const cache = cacheOf(directory, clock);
    await cache.find(null, wanted(...everyone(50)), { notBefore: 1_000, upcoming: 0 });
    const before = directory.requests;

    await cache.find(null, wanted(...everyone(50)), { notBefore: 1_000, upcoming: 0 });
    expect(directory.requests).toBe(before);

    clock.now = 1_500;
    directory.people.push({ id: 900, email: 'person900@example.com' });
    const found = await cache.find(null, wanted(900, ...everyone(50)), { notBefore: 1_400, upcoming: 0 });
    expect(found.get('person900@example.com')).toHaveLength(1);
    expect(directory.requests).toBeGreaterThan(before);
  });

  it('trusts a reading for only a minute', async () => {
    const directory = new Directory(300);
    const clock = { now: 1_000 };
    const cache = cacheOf(directory, clock);
    await cache.find(null, wanted(...everyone(50)), { notBefore: 0, upcoming: 0 });
    expect(cache.readAt(0)).toBe(1_000);

    clock.now += 60_000;
    expect(cache.readAt(0)).toBeNull();
  });

  it('does not trust a reading during which entities were deleted between two pages', async () => {
    const directory = new Directory(300);
    directory.betweenPages = (page) => {
      if (page === 1) {
        // Person 101 moves to the first page, which was already read.
        directory.people.splice(0, 1);
      }
    };
    const cache = cacheOf(directory, { now: 1 });

    const found = await cache.find(null, wanted(101, ...everyone(50)), { notBefore: 0, upcoming: 0 });

    expect(found.get('person101@example.com')).toHaveLength(1);
  });

  it('detects with a second reading what the PSA counts but never lists', async () => {
    const directory = new Directory(300);
    directory.hidden = 7;
    const clock = { now: 1 };
    const cache = cacheOf(directory, clock);

    await cache.find(null, wanted(...everyone(200)), { notBefore: 0, upcoming: 0 });
    expect(directory.requests).toBe(3 + 3);

    clock.now = 1_000;
    const found = await cache.find(null, wanted(...everyone(200)), { notBefore: 1_000, upcoming: 0 });
    expect(found.get('person200@example.com')).toHaveLength(1);
    expect(directory.requests).toBe(3 + 3 + 3);
  });

  it('searches, and reads nothing for a minute, if rows move between pages', async () => {
    const directory = new Directory(300);
    directory.isSteady = false;
    const clock = { now: 1 };
    const cache = cacheOf(directory, clock);

    await cache.find(null, wanted(...everyone(50)), { notBefore: 0, upcoming: 0 });
    expect(directory.requests).toBe(3 + 50);

    await cache.find(null, wanted(...everyone(50)), { notBefore: 0, upcoming: 0 });
    expect(directory.requests).toBe(3 + 50 + 50);

    clock.now += 60_000;
    directory.isSteady = true;
    await cache.find(null, wanted(...everyone(50)), { notBefore: 0, upcoming: 0 });
    expect(directory.requests).toBe(3 + 50 + 50 + 3);
  });

  it('does not keep reading a PSA that counts far more than it lists', async () => {
    const directory = new Directory(1_000);
    directory.hidden = 100;
    const clock = { now: 1 };
    const cache = cacheOf(directory, clock);
    for (let minute = 0; minute < 22; minute += 1) {
      await cache.find(null, wanted(...everyone(60)), { notBefore: 0, upcoming: 900 });
      clock.now += 60_000;
    }
    // Twice at first, to tell those that are hidden from those deleted meanwhile, then once in two minutes of twelve.
    expect(directory.requests).toBe(22 * 60 + 20 + 10 + 10 + 10);
  });

  it('does not keep reading a PSA without a count if searches would have cost less', async () => {
    const directory = new Directory(5_000);
    directory.total = 'untold';
    const cache = cacheOf(directory, { now: 1 });

    await cache.find(null, wanted(...everyone(10)), { notBefore: 0, upcoming: 0 });
    expect(directory.requests).toBe(11 + 10);

    await cache.find(null, wanted(...everyone(10)), { notBefore: 0, upcoming: 0 });
    expect(directory.requests).toBe(11 + 10 + 10);
  });

  it('returns the entities of a key in a reading, and nothing if it searches', async () => {
    const directory = new Directory(300);
    const cache = cacheOf(directory, { now: 1 });

    await cache.find(null, wanted(1), { notBefore: 0, upcoming: 0 });
    expect(cache.peek('person1@example.com', 0)).toEqual([]);

    await cache.find(null, wanted(...everyone(50)), { notBefore: 0, upcoming: 0 });
    expect(cache.peek('person120@example.com', 0)).toEqual([{ id: 120, email: 'person120@example.com' }]);
    expect(cache.peek('person120@example.com', 2)).toEqual([]);
  });

  it('reads a PSA without a count', async () => {
    const directory = new Directory(250);
    directory.total = 'untold';
    const cache = cacheOf(directory, { now: 1 });

    const found = await cache.find(null, wanted(...everyone(200)), { notBefore: 0, upcoming: 0 });

    expect(found.get('person200@example.com')).toHaveLength(1);
    expect(directory.requests).toBe(3);
  });

  it('reads once for several concurrent batches', async () => {
    const directory = new Directory(1_000);
    const cache = cacheOf(directory, { now: 1 });

    await Promise.all(
      [1, 2, 3].map(async () => cache.find(null, wanted(...everyone(60)), { notBefore: 0, upcoming: 0 })),
    );

    expect(directory.requests).toBe(10);
  });

  it('knows what this process has written since', async () => {
    const directory = new Directory(300);
    const cache = cacheOf(directory, { now: 1 });
    await cache.find(null, wanted(...everyone(50)), { notBefore: 0, upcoming: 0 });

    cache.add({ id: 777, email: 'new@example.com' });

    const found = await cache.find(null, [{ key: 'new@example.com', term: 'new@example.com' }], {
      notBefore: 0,
      upcoming: 0,
    });
    expect(found.get('new@example.com')).toEqual([{ id: 777, email: 'new@example.com' }]);
  });

  it('does not make a caller that only searches wait for a reading', async () => {
    const directory = new Directory(1_000);
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const cache = cacheOf(directory, { now: 1 });
    directory.betweenPages = () => held;

    const bulk = cache.find(null, wanted(...everyone(60)), { notBefore: 0, upcoming: 900 });
    const single = await cache.find(null, wanted(7), { notBefore: 0, upcoming: 0 });

    expect(single.get('person7@example.com')).toHaveLength(1);
    expect(directory.requests).toBe(1 + 1);
    goOn();
    expect((await bulk).get('person60@example.com')).toHaveLength(1);
  });

  it('does not fail others with the reading of a caller whose budget is spent', async () => {
    const directory = new Directory(1_000);
    const cache = cacheOf(directory, { now: 1 });
    directory.betweenPages = () => {
      throw new PsaBudgetError(5_000);
    };

    const all = wanted(...everyone(60));
    const [reader, other] = await Promise.allSettled([
      cache.find(null, all, { notBefore: 0, upcoming: 0 }),
      cache.find(null, all, { notBefore: 0, upcoming: 0 }),
    ]);

    expect(reader).toMatchObject({ status: 'rejected', reason: { retryAt: 5_000 } });
    expect(other).toMatchObject({ status: 'fulfilled' });
  });

  it.each([
    [
      'breaks off',
      (clock: { now: number }) => {
        clock.now += 1;
        throw new PsaBudgetError(clock.now);
      },
    ],
    [
      'takes longer than it is trusted',
      (clock: { now: number }) => {
        clock.now += 60_000;
      },
    ],
  ])('continues by searching for a while if reading %s repeatedly', async (_how, trouble) => {
    const directory = new Directory(1_000);
    const clock = { now: 1 };
    const cache = cacheOf(directory, clock);
    directory.betweenPages = () => trouble(clock);
    const read = async () =>
      cache.find(null, wanted(...everyone(60)), { notBefore: 0, upcoming: 900 }).catch(() => null);
    await read();
    await read();

    directory.requests = 0;
    expect((await read())?.get('person60@example.com')).toHaveLength(1);
    expect(directory.requests).toBe(60);

    clock.now += 600_000;
    directory.betweenPages = () => undefined;
    directory.requests = 0;
    expect(await read()).not.toBeNull();
    expect(directory.requests).toBe(10);
  });
});

import { describe, expect, it } from '@jest/globals';

import { createPsaCache } from '../psa/psa-cache.js';
import { recordedCache } from './look-ahead.js';

interface Person {
  readonly id: number;
  readonly name: string;
}

/** A PSA that counts its searches, and fails while `fault` is set. */
function directory() {
  const psa = { searches: 0, fault: null as Error | null };
  const cache = createPsaCache<null, Person>(
    {
      async *pages() {
        throw new Error('Nobody reads pages for one person');
      },
      search: (_session, { term }) => {
        psa.searches += 1;
        return psa.fault === null ? Promise.resolve([{ id: 1, name: term }]) : Promise.reject(psa.fault);
      },
      id: ({ id }) => id,
      keys: ({ name }) => [`name:${name}`],
    },
    () => 1_000,
  );
  return { psa, asked: recordedCache(cache) };
}

const ada = { key: 'name:Ada', term: 'Ada' };
const at = (notBefore: number) => ({ notBefore, upcoming: 0 });

describe('a query sent in advance', () => {
  it('is not repeated unless a later reading is needed', async () => {
    const { psa, asked } = directory();
    asked.ask(null, [ada], at(500));
    const found = await asked.find(null, [ada, { key: 'name:Bob', term: 'Bob' }], at(500));
    expect([...found]).toEqual([
      ['name:Bob', [{ id: 1, name: 'Bob' }]],
      ['name:Ada', [{ id: 1, name: 'Ada' }]],
    ]);
    expect(psa.searches).toBe(2);
    await asked.find(null, [ada], at(501));
    expect(psa.searches).toBe(3);
  });

  it('reports its error only to callers that need the result', async () => {
    const { psa, asked } = directory();
    psa.fault = new Error('The PSA is away');
    asked.ask(null, [ada], at(500));
    await new Promise((resolve) => setImmediate(resolve));
    psa.fault = null;
    await expect(asked.find(null, [{ key: 'name:Bob', term: 'Bob' }], at(500))).resolves.toHaveProperty(
      'size',
      1,
    );
    await expect(asked.find(null, [ada], at(500))).rejects.toThrow('The PSA is away');
  });
});

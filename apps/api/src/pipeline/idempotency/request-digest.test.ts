import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { digestOf, jsonPieces, requestDigest } from './request-digest.js';

describe('the digest of a request', () => {
  it('is that of its JSON, whatever the body is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), async (body) => {
        expect([...jsonPieces(body)].join('')).toBe(JSON.stringify(body));
        expect(await requestDigest('post /', body)).toBe(digestOf('post /', JSON.stringify(body)));
      }),
      { numRuns: 200 },
    );
  });

  it('is that of its JSON, even if it is large', async () => {
    const notes = '\u{1f600}é'.repeat(60_000);
    const body = {
      leads: Array.from({ length: 9 }, (_, index) => ({ index, notes })),
      options: undefined,
    };
    expect(await requestDigest('post /', body)).toBe(digestOf('post /', JSON.stringify(body)));
    expect(await requestDigest('post /', undefined)).toBe(digestOf('post /', 'null'));
  });

  it.each([
    ['many rows', Array.from({ length: 10_000 }, () => ({ notes: 'x'.repeat(900) }))],
    ['one long text', [{ notes: 'x'.repeat(9_000_000) }]],
  ])('yields to other work with %s', async (_, leads) => {
    let turns = 0;
    const count = (): void => {
      turns += 1;
      counting = setImmediate(count);
    };
    let counting = setImmediate(count);
    await requestDigest('post /', { leads });
    clearImmediate(counting);
    expect(turns).toBeGreaterThan(30);
  });
});

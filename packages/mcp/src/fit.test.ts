import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { untrustedData } from './cut.js';
import { fitPage } from './fit.js';
import { jsonBytes } from './json-bytes.js';
import { maxJsonBytes } from './result.js';

/** A list of the API with opaque cursors. */
function listOf(texts: readonly string[], after: string | null) {
  const start = after === null ? 0 : Number(after);
  return async (limit: number) => {
    const items = texts.slice(start, start + limit);
    const next = start + limit < texts.length ? String(start + limit) : null;
    return Promise.resolve({ items, next });
  };
}

describe('a page of a list', () => {
  it('fits, and all pages together have each item once, whatever the items and what stands beside them', async () => {
    const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 900 }), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 0, max: 5_000 }), async (list, besideBytes) => {
        const seen: number[] = [];
        let after: string | null = null;
        do {
          const page: { items: readonly object[]; next: string | null } = await fitPage({
            read: listOf(list, after),
            item: (text, level) => ({ untrusted: untrustedData({ text }, level) }),
            besideBytes,
          });
          const beside = 'b'.repeat(Math.max(0, besideBytes - 40));
          expect(jsonBytes({ beside, list: page.items, next_cursor: page.next })).toBeLessThanOrEqual(
            maxJsonBytes,
          );
          seen.push(page.items.length);
          after = page.next;
        } while (after !== null);
        expect(seen.reduce((sum, count) => sum + count, 0)).toBe(list.length);
      }),
      { numRuns: 60 },
    );
  });
});

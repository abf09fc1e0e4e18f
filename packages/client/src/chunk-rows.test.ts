import { describe, expect, it } from '@jest/globals';

import { chunkRows, type Chunk } from './chunk-rows.js';

async function chunksOf(limits: { rows: number; bytes: number }, ...rows: unknown[]) {
  const chunks: Chunk<unknown>[] = [];
  for await (const chunk of chunkRows(rows, limits)) {
    chunks.push(chunk);
  }
  return chunks;
}

const sizes = async (limits: { rows: number; bytes: number }, ...emails: string[]): Promise<number[]> =>
  (await chunksOf(limits, ...emails.map((email) => ({ email })))).map(({ json }) => json.length);

describe('the chunks of an import', () => {
  it('hold as many rows as a request may', async () => {
    expect(await sizes({ rows: 2, bytes: 1000 }, 'a', 'b', 'c', 'd', 'e')).toEqual([2, 2, 1]);
    expect(await sizes({ rows: 2, bytes: 1000 })).toEqual([]);
  });

  it('hold no more bytes than a request may, unless one row does', async () => {
    const long = 'x'.repeat(100);
    expect(await sizes({ rows: 10, bytes: 40 }, 'a', 'b', 'c', long, 'd')).toEqual([2, 1, 1, 1]);
    const [chunk] = await chunksOf({ rows: 10, bytes: 30 }, { email: 'é' }, { email: 'é' });
    expect(new TextEncoder().encode(chunk?.json.join(',')).length).toBeLessThanOrEqual(30);
  });

  it('keep the place of what is no JSON', async () => {
    const [chunk] = await chunksOf({ rows: 10, bytes: 100 }, undefined, { email: 'a' });
    expect(chunk?.json).toEqual(['null', '{"email":"a"}']);
  });
});

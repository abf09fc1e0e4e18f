import { describe, expect, it } from '@jest/globals';

import { csvTable } from './csv-table.js';

interface View {
  readonly name?: string;
  readonly tags?: readonly string[];
  readonly plan?: object | null;
  readonly count?: number;
  readonly secret?: string;
}

async function piecesOf(views: readonly View[]): Promise<readonly string[]> {
  async function* each(): AsyncIterable<View> {
    yield* views;
    await Promise.resolve();
  }
  const pieces: string[] = [];
  for await (const piece of csvTable<View>(['name', 'tags', 'plan', 'count'], each())) {
    pieces.push(piece);
  }
  return pieces;
}

describe('a table as CSV', () => {
  it('is only its header without rows', async () => {
    expect(await piecesOf([])).toEqual(['\uFEFFname,tags,plan,count\r\n']);
  });

  it('joins lists, writes objects as JSON, and leaves null or missing values empty', async () => {
    const [text] = await piecesOf([
      { name: 'One, "two"', tags: ['a', 'b'], plan: { id: 1 }, count: 0 },
      { tags: [], plan: null },
    ]);
    expect(text).toBe('\uFEFFname,tags,plan,count\r\n"One, ""two""","a; b","{""id"":1}",0\r\n,,,\r\n');
  });

  it('contains only its columns', async () => {
    expect((await piecesOf([{ name: 'One', secret: 'hidden' }])).join('')).not.toContain('hidden');
  });

  it('is sent in pieces of whole rows, and loses none', async () => {
    const views = Array.from({ length: 450 }, (_, count) => ({ count }));
    const pieces = await piecesOf(views);
    expect(pieces.length).toBeGreaterThan(2);
    expect(pieces.every((piece) => piece.endsWith('\r\n'))).toBe(true);
    const counts = pieces.join('').trimEnd().split('\r\n').slice(1);
    expect(counts).toEqual(views.map(({ count }) => `,,,${count}`));
  });
});

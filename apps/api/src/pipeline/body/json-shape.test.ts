import { describe, expect, it } from '@jest/globals';
import { AppError } from '@leadbridge/platform';
import fc from 'fast-check';

import { ShapeScanner, skipBlanks, type ShapeLimits } from './json-shape.js';

const wide: ShapeLimits = { maxValues: 1_000, maxKeys: 100 };

function scanned(text: string, { limits = wide, listDepth = 0, piece = Number.MAX_SAFE_INTEGER } = {}) {
  const bytes = Buffer.from(text);
  const scanner = new ShapeScanner(bytes, limits, listDepth);
  for (let from = 0; from < bytes.length; from += piece) {
    scanner.scan(from, Math.min(bytes.length, from + piece));
  }
  return scanner;
}

function refusalOf(text: string, limits: Partial<ShapeLimits> = {}): string {
  try {
    scanned(text, { limits: { ...wide, ...limits } });
  } catch (error) {
    if (error instanceof AppError) {
      return `${error.status ?? 400} ${error.message}`;
    }
    throw error;
  }
  return 'accepted';
}

describe('skipBlanks', () => {
  it.each([
    ['spaces, tabs and line ends', ' \t\r\n x', 5],
    ['nothing', 'x', 0],
    ['everything if there is only white space', '  ', 2],
    ['nothing of an empty body', '', 0],
  ])('skips %s', (_, text, index) => {
    expect(skipBlanks(Buffer.from(text), 0)).toBe(index);
  });

  it('stops where it is told to', () => {
    expect(skipBlanks(Buffer.from('    x'), 1, 3)).toBe(3);
  });
});

describe('the limit of nesting', () => {
  const nested = (depth: number, open: string, close: string): string =>
    open.repeat(depth) + close.repeat(depth);

  it.each([
    ['lists', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('accepts 32 nested %s, and no more', (_, open, close) => {
    expect(refusalOf(nested(32, open, close))).toBe('accepted');
    expect(refusalOf(nested(33, open, close))).toBe('400 The body is nested more than 32 deep');
  });

  it('does not count brackets in texts', () => {
    expect(
      refusalOf(JSON.stringify(['['.repeat(100), '{'.repeat(100), '"['.repeat(50), '\\"[['.repeat(40)])),
    ).toBe('accepted');
  });

  it('does not go below zero when brackets are closed that were never opened', () => {
    expect(refusalOf(`${']'.repeat(50)}${nested(32, '[', ']')}`)).toBe('accepted');
  });
});

describe('the limit of values', () => {
  it.each([
    ['a list', (count: number) => `[${Array.from({ length: count - 1 }, () => '1').join(',')}]`],
    ['only commas', (count: number) => `[${','.repeat(count - 2)}]`],
    ['opening brackets in a row', (count: number) => Array.from({ length: count - 1 }, () => '[]').join('')],
  ])('holds for %s', (_, bodyOf) => {
    expect(refusalOf(bodyOf(20), { maxValues: 20 })).toBe('accepted');
    expect(refusalOf(bodyOf(21), { maxValues: 20 })).toBe('413 The body holds more than 20 values');
  });
});

describe('the limit of keys', () => {
  const objectOf = (keys: number): string =>
    `{${Array.from({ length: keys }, (_, index) => `"k${index}":0`).join(',')}}`;

  it('holds for each object', () => {
    expect(refusalOf(objectOf(5), { maxKeys: 5 })).toBe('accepted');
    expect(refusalOf(objectOf(6), { maxKeys: 5 })).toBe('413 An object of the body has more than 5 keys');
  });

  it('counts each object by itself', () => {
    expect(refusalOf(`[${objectOf(5)},${objectOf(5)}]`, { maxKeys: 5 })).toBe('accepted');
    expect(refusalOf(`{"a":${objectOf(5)},"b":${objectOf(5)}}`, { maxKeys: 5 })).toBe('accepted');
  });

  it('does not hold for lists', () => {
    expect(refusalOf(`[${'0,'.repeat(50)}0]`, { maxKeys: 5 })).toBe('accepted');
  });

  it('continues to count an object after a list in it', () => {
    expect(refusalOf('{"a":[1,2,3],"b":0,"c":0}', { maxKeys: 2 })).toMatch(/^413/u);
  });
});

describe('the lists of a body', () => {
  const textsOf = (text: string, listDepth: number): string[][] =>
    scanned(text, { listDepth }).lists.map(({ start, end, commas }) => {
      const edges = [start - 1, ...commas, end];
      return edges.slice(1).map((edge, index) => text.slice((edges[index] ?? 0) + 1, edge));
    });

  it('are reported by their items, if the body is a list', () => {
    expect(textsOf('[1, {"a":[2,3]} ,"x,]"]', 1)).toEqual([['1', ' {"a":[2,3]} ', '"x,]"']]);
  });

  it('are reported if they are in the object that the body is', () => {
    expect(textsOf('{"leads":[{"a":1},{}],"other":[2],"deep":{"leads":[3]}}', 2)).toEqual([
      ['{"a":1}', '{}'],
      ['2'],
    ]);
  });

  it('are not reported if they are empty', () => {
    expect(textsOf('{"leads":[ \n ]}', 2)).toEqual([]);
  });

  it('have the number of values of each item', () => {
    const [list] = scanned('[1,[2,3],{"a":4,"b":[5]}]', { listDepth: 1 }).lists;
    expect(list?.values).toEqual([1, 3, 4]);
  });
});

it('finds the same in pieces of any size', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), fc.integer({ min: 1, max: 9 }), (text, piece) => {
      for (const listDepth of [1, 2]) {
        expect(scanned(text, { listDepth, piece }).lists).toEqual(scanned(text, { listDepth }).lists);
      }
    }),
  );
});

it('reports as many items as the parser finds', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue({ maxDepth: 3 }), { minLength: 1, maxLength: 8 }), (items) => {
      const [list] = scanned(JSON.stringify(items, null, 1), { listDepth: 1 }).lists;
      expect(list?.commas).toHaveLength(items.length - 1);
    }),
  );
});

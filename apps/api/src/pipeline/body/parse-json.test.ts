import { describe, expect, it } from '@jest/globals';
import { AppError } from '@leadbridge/platform';
import fc from 'fast-check';

import { parseJson } from './parse-json.js';

const read = async (text: string, size: 'single' | 'bulk' = 'bulk'): Promise<unknown> =>
  await parseJson(Buffer.from(text), size);

async function refusalOf(text: string, size: 'single' | 'bulk' = 'bulk'): Promise<string> {
  try {
    await read(text, size);
  } catch (error) {
    if (error instanceof AppError) {
      return `${error.status ?? 400} ${error.message}`;
    }
    throw error;
  }
  return 'taken';
}

function builtIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return refused;
  }
}
const refused = Symbol('refused');

const json = fc.json({ maxDepth: 3 });
const bodies = fc.oneof(
  json,
  fc.array(json, { maxLength: 5 }).map((items) => `[ ${items.join(' ,\n')} ]`),
  fc
    .array(fc.tuple(fc.constantFrom('leads', 'source', 'options', '', 'a"b', '0'), fc.array(json)))
    .map(
      (lists) =>
        `{${lists.map(([key, items]) => `${JSON.stringify(key)}: [${items.join(',')}]`).join(', ')}}`,
    ),
);
/** The same with a few characters removed, doubled or replaced. */
const damaged = fc
  .tuple(
    bodies,
    fc.array(fc.tuple(fc.nat(), fc.constantFrom('', ',', '[', ']', '{', '}', '"', '\\', ':', ' ', '1'))),
  )
  .map(([text, changes]) =>
    changes.reduce((body, [at, character]) => {
      const index = at % (body.length + 1);
      return body.slice(0, index) + character + body.slice(index + (at % 2));
    }, text),
  );

describe('parseJson', () => {
  it.each(['single', 'bulk'] as const)(
    'parses a %s body like the engine, and rejects what it rejects',
    async (size) => {
      await fc.assert(
        fc.asyncProperty(fc.oneof(bodies, damaged), async (made) => {
          // Characters that UTF-8 cannot represent are converted as in a request.
          const text = Buffer.from(made).toString('utf8');
          const expected = builtIn(text);
          const isForbidden = /__proto__|constructor|prototype|_bsontype|\\u0000|\0/.test(text);
          fc.pre(!isForbidden);
          const found = await read(text, size).catch(() => refused);
          expect(found).toEqual(expected);
          expect(JSON.stringify(found)).toBe(JSON.stringify(expected));
        }),
        { numRuns: 300 },
      );
    },
  );

  it.each([
    ['a list that is cut off', '{"leads":[1,2'],
    ['a list that the wrong bracket closes', '{"leads":[1,2}}'],
    ['a list without an item', '{"leads":[1,,2]}'],
    ['a list that ends in a comma', '{"leads":[1,2,]}'],
    ['a fault in a list that comes again', '{"leads":[1,x],"leads":[1,2]}'],
    ['a fault in a list that a number replaces', '{"leads":[x],"leads":0}'],
    ['two bodies', '{"leads":[1]}{"leads":[2]}'],
    ['a forbidden key in an item', '{"leads":[{"__proto__":1}]}'],
    ['a forbidden key of a list', '{"__proto__":[1,2]}'],
  ])('rejects %s', async (_, text) => {
    expect(await refusalOf(text)).toMatch(/^400 /);
  });

  it.each([
    ['the last of two lists with one key', '{"leads":[1,2],"leads":[3]}', { leads: [3] }],
    ['a list of one item', '{"leads":[{"a":[1]}]}', { leads: [{ a: [1] }] }],
    ['lists without items', '{"leads":[ \n],"more":[[]]}', { leads: [], more: [[]] }],
    ['numbers in lists as they are', '{"leads":[0],"more":[7]}', { leads: [0], more: [7] }],
    ['brackets in texts', '{"leads":["]","\\"[,",{"a":"}"}]}', { leads: [']', '"[,', { a: '}' }] }],
  ])('accepts %s', async (_, text, expected) => {
    expect(await read(text)).toEqual(expected);
  });

  const items = (count: number, item: (index: number) => string): string =>
    Array.from({ length: count }, (__, index) => item(index)).join(',');

  it.each([
    ['single', `[${items(30_000, () => '{}')}]`, /^413 The body holds more than 25000 values$/],
    ['bulk', `{"leads":[${items(1_100_000, () => '1')}]}`, /^413 The body holds more than 1000000 values$/],
    [
      'single',
      `{${items(3_000, (index) => `"k${index}":1`)}}`,
      /^413 An object of the body has more than 2000 keys$/,
    ],
    [
      'bulk',
      `{"leads":[{${items(3_000, (index) => `"k${index}":1`)}}]}`,
      /^413 An object of the body has more than 2000 keys$/,
    ],
    ['bulk', `{"leads":[1,[${items(30_000, () => '1')}]]}`, /^413 leads\.1 holds more than 20000 values$/],
    [
      'bulk',
      `{"leads":[1],"options":{"a":"${'x'.repeat(1_100_000)}"}}`,
      /^413 The body is too large apart from/,
    ],
    [
      'bulk',
      `{"leads":[1],"options":{"a":[${items(30_000, () => '1')}]}}`,
      /^413 The body holds more than 25000 values$/,
    ],
    ['single', '['.repeat(40), /^400 The body is nested more than 32 deep$/],
  ] as const)('rejects a %s body with too many values (%#)', async (size, text, refusal) => {
    expect(await refusalOf(text, size)).toMatch(refusal);
  });

  it('yields again and again while it parses a large body', async () => {
    const lead = (index: number): string =>
      `{${items(20, (key) => `"key${index}_${key}":"some text of the value"`)}}`;
    const text = `{"source":"manual","leads":[${items(10_000, lead)}]}`;
    let turns = 0;
    let isReading = true;
    const count = (): void => {
      turns += 1;
      if (isReading) {
        setImmediate(count);
      }
    };
    setImmediate(count);
    const body = (await read(text)) as { leads: unknown[] };
    isReading = false;
    expect(body.leads).toHaveLength(10_000);
    expect(turns).toBeGreaterThan(text.length / (256 * 1_024));
  });

  it('does not list the characters of a body that is a long text', async () => {
    const text = 'x'.repeat(1_000_000);
    const before = process.cpuUsage();
    expect(await read(JSON.stringify(text))).toBe(text);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(400);
  });
});

import { describe, expect, it } from '@jest/globals';

const { unwantedWords } = (await import(new URL('./lib/unwanted-words.mjs', import.meta.url).href)) as {
  unwantedWords(path: string, text: string): string[];
};

// Put together, so that the check does not find this file.
const unwanted = `answ${'er'}`;

describe('unwantedWords', () => {
  it.each([
    ['a name', `const last${unwanted.replace('a', 'A')} = null;`],
    ['a comment', `// The ${unwanted} of the PSA.`],
    ['a verb', `it('${unwanted}s with 404', () => {`],
    ['a code that nobody knows', `'unknown_${unwanted}'`],
  ])('finds it in %s', (_where, line) => {
    expect(unwantedWords('apps/api/src/a.ts', `\n${line}\n`)).toEqual([
      expect.stringMatching(/^apps\/api\/src\/a\.ts:2: answ.r → response$/iu),
    ]);
  });

  it('finds it in the path of a file', () => {
    expect(unwantedWords(`docs/${unwanted}s.md`, '')).toHaveLength(1);
  });

  it.each([
    ['apps/api/src/a.ts', `'unreadable_${unwanted}'`],
    [
      'packages/client/src/index.ts',
      `export type { ${unwanted.replace('a', 'A')} } from './api-methods.js';`,
    ],
    ['docs/operator/watch.md', `\`leadbridge_psa_last_${unwanted}_timestamp_seconds\``],
  ])('leaves what is public or stored in %s', (path, line) => {
    expect(unwantedWords(path, line)).toEqual([]);
    expect(unwantedWords(path, `${line} // ${unwanted}`)).toHaveLength(1);
  });
});

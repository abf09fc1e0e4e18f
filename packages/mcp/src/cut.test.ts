import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { cutText, untrustedData } from './cut.js';
import { jsonBytes } from './json-bytes.js';

const level = { textBytes: 20, items: 2 };

describe('a text that is cut', () => {
  it('has at most so many bytes as JSON, and is a beginning of the text', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('a', 'ü', '\u{1F600}', '"', '\n', '\u0000', '\uD800'),
          maxLength: 300,
        }),
        fc.integer({ min: 8, max: 200 }),
        (text, maxBytes) => {
          const cut = cutText(text, maxBytes);
          expect(jsonBytes(cut)).toBeLessThanOrEqual(maxBytes);
          expect(cut === text || text.startsWith(cut.slice(0, -1))).toBe(true);
          expect(cut === text).toBe(jsonBytes(text) <= maxBytes);
        },
      ),
    );
  });

  it('never ends with half of a character', () => {
    expect(cutText('\u{1F600}'.repeat(10), 20)).toMatch(/^(?:\u{1F600})+…$/u);
  });
});

describe('untrusted data', () => {
  it('names what was cut by its path, and leaves out what is null', () => {
    const long = 'x'.repeat(100);
    const data = {
      name: 'Ada',
      email: null,
      note: long,
      fields: { CF_102: long, CF_106: 7 },
      list: [1, 2, 3],
    };
    expect(untrustedData(data, level)).toEqual({
      name: 'Ada',
      note: expect.stringMatching(/^x+…$/),
      fields: { CF_102: expect.stringMatching(/^x+…$/), CF_106: 7 },
      list: [1, 2],
      truncated: ['note', 'fields.CF_102', 'list'],
    });
  });

  it('names nothing where nothing was cut', () => {
    expect(untrustedData({ name: 'Ada' }, level)).toEqual({ name: 'Ada' });
  });
});

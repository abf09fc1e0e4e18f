import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { SearchIndex } from './search-index.js';

const localPart = fc.string({ unit: fc.constantFrom('a', 'b', '.', '1'), minLength: 0, maxLength: 6 });
const domain = fc.constantFrom('one.test', 'one.test.example.com', 'two.test', 'local');
const email = fc.tuple(localPart, domain).map(([local, host]) => `${local}@${host}`);
const text = fc.oneof(fc.constantFrom('', 'Plain', 'write to aab@one.test', 'two@signs@one.test'), email);

describe('SearchIndex', () => {
  it('finds by a part of any text, whatever the case', () => {
    const index = new SearchIndex();
    index.set(1, { emails: ['Joann@Example.com'], texts: ['Jo Ann - Example'] });
    expect(index.matches(1, 'ann@example.co')).toBe(true);
    expect(index.matches(1, 'jo ann')).toBe(true);
    expect(index.matches(1, 'joe')).toBe(false);
  });

  it('finds looser by words, each of them anywhere', () => {
    const index = new SearchIndex();
    index.set(1, { emails: ['joann@example.com'], texts: ['Jo Ann - Example'] });
    expect(index.matches(1, 'example@joann.com', 'words')).toBe(true);
    expect(index.matches(1, 'example@joann.com')).toBe(false);
    expect(index.matches(1, 'joann@other.com', 'words')).toBe(false);
  });

  it('forgets the texts that a row had before', () => {
    const index = new SearchIndex();
    index.set(1, { emails: ['before@example.com'], texts: [] });
    index.set(1, { emails: ['after@example.com'], texts: [] });
    expect(index.candidates('before@example.com')).toEqual([]);
    expect(index.candidates('after@example.com')).toEqual([1]);
    index.delete(1);
    expect(index.candidates('after@example.com')).toEqual([]);
  });

  it('loses no row that a scan would find', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(email, text), { maxLength: 30 }), email, (rows, searched) => {
        const index = new SearchIndex();
        rows.forEach(([address, other], id) => {
          index.set(id, { emails: [address], texts: [other] });
        });
        const ids = rows.map((_, id) => id);
        const scanned = ids.filter((id) => index.matches(id, searched));
        const looked = (index.candidates(searched) ?? ids).filter((id) => index.matches(id, searched));
        expect(looked).toEqual(scanned);
      }),
    );
  });
});

import { describe, expect, it } from '@jest/globals';

import { createPasswordHasher } from './password-hash.js';

/** The cheapest parameters that scrypt permits. */
const cheap = createPasswordHasher({ logCost: 4, blockSize: 1, parallelism: 1 });

describe('the password hasher', () => {
  it('creates a different hash each time, including its parameters, and verifies the password', async () => {
    const [first, second] = [await cheap.hash('a pass phrase'), await cheap.hash('a pass phrase')];
    expect(first).toMatch(/^\$scrypt\$ln=4,r=1,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(first).not.toBe(second);
    expect(await cheap.verify('a pass phrase', first)).toBe('right');
    expect(await cheap.verify('a pass phrase ', first)).toBe('wrong');
    expect(await cheap.verify('A pass phrase', first)).toBe('wrong');
  });

  it('treats differently composed characters as equal', async () => {
    const stored = await cheap.hash('caf\u00e9 au lait');
    expect(await cheap.verify('cafe\u0301 au lait', stored)).toBe('right');
  });

  it('reports a hash that is weaker than the current parameters', async () => {
    const stored = await cheap.hash('a pass phrase');
    const stronger = createPasswordHasher({ logCost: 5, blockSize: 1, parallelism: 1 });
    expect(await stronger.verify('a pass phrase', stored)).toBe('outdated');
    expect(await stronger.verify('another', stored)).toBe('wrong');
  });

  it('rejects an unknown user after the same work', async () => {
    expect(await cheap.verify('a pass phrase', null)).toBe('wrong');
  });

  it.each(['', 'plain', '$2b$10$abcdefghijklmnopqrstuv', '$scrypt$ln=4,r=1,p=1$$'])(
    'does not accept %j as a hash',
    async (stored) => {
      await expect(cheap.verify('a pass phrase', stored)).rejects.toThrow('unknown form');
    },
  );

  it('uses 32 MiB of memory and three passes by default', async () => {
    expect(await createPasswordHasher().hash('a pass phrase')).toContain('$ln=15,r=8,p=3$');
  });

  it('handles many requests concurrently', async () => {
    const stored = await cheap.hash('a pass phrase');
    const verdicts = await Promise.all(
      Array.from({ length: 20 }, (_, index) => cheap.verify(index % 2 === 0 ? 'a pass phrase' : 'x', stored)),
    );
    expect(verdicts.filter((verdict) => verdict === 'right')).toHaveLength(10);
  });

  it.each([
    '$scrypt$ln=4,r=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA$x',
    '$scrypt$ln=444,r=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    ' $scrypt$ln=4,r=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    '$scrypt$ln=4,r=1,p=1$AAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  ])('does not accept %j, which resembles one', async (stored) => {
    await expect(cheap.verify('a pass phrase', stored)).rejects.toThrow('unknown form');
  });

  it.each(['', ' ', '\u0000', 'ß', '😀'.repeat(100), 'a'.repeat(10_000)])('hashes %j', async (password) => {
    const stored = await cheap.hash(password);
    expect(await cheap.verify(password, stored)).toBe('right');
    expect(await cheap.verify(`${password}x`, stored)).toBe('wrong');
  });

  it('accepts a hash that is stronger than the current parameters', async () => {
    const stronger = createPasswordHasher({ logCost: 5, blockSize: 1, parallelism: 1 });
    expect(await cheap.verify('a pass phrase', await stronger.hash('a pass phrase'))).toBe('right');
  });

  it('goes on after hashes that fail, however many there are', async () => {
    const stored = await cheap.hash('a pass phrase');
    const impossible = stored.replace('ln=4', 'ln=0');
    const failing = Array.from({ length: 5 }, () => cheap.verify('a pass phrase', impossible));
    const ends = await Promise.allSettled([...failing, cheap.verify('a pass phrase', stored)]);
    expect(ends.map(({ status }) => status)).toEqual([...failing.map(() => 'rejected'), 'fulfilled']);
    expect(await cheap.verify('a pass phrase', stored)).toBe('right');
  });
});

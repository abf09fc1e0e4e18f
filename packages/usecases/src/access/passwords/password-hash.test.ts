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
});

import { describe, expect, it } from '@jest/globals';

import { createPasswordHasher } from './password-hash.js';

/** As cheap as scrypt may be. */
const cheap = createPasswordHasher({ logCost: 4, blockSize: 1, parallelism: 1 });

describe('the password hasher', () => {
  it('makes another hash each time, with its parameters in it, and knows the password again', async () => {
    const [first, second] = [await cheap.hash('a pass phrase'), await cheap.hash('a pass phrase')];
    expect(first).toMatch(/^\$scrypt\$ln=4,r=1,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(first).not.toBe(second);
    expect(await cheap.verify('a pass phrase', first)).toBe('right');
    expect(await cheap.verify('a pass phrase ', first)).toBe('wrong');
    expect(await cheap.verify('A pass phrase', first)).toBe('wrong');
  });

  it('takes one character for the same however it is composed', async () => {
    const stored = await cheap.hash('caf\u00e9 au lait');
    expect(await cheap.verify('cafe\u0301 au lait', stored)).toBe('right');
  });

  it('says when a hash is weaker than today', async () => {
    const stored = await cheap.hash('a pass phrase');
    const stronger = createPasswordHasher({ logCost: 5, blockSize: 1, parallelism: 1 });
    expect(await stronger.verify('a pass phrase', stored)).toBe('outdated');
    expect(await stronger.verify('another', stored)).toBe('wrong');
  });

  it('is wrong for nobody, after the same work', async () => {
    expect(await cheap.verify('a pass phrase', null)).toBe('wrong');
  });

  it.each(['', 'plain', '$2b$10$abcdefghijklmnopqrstuv', '$scrypt$ln=4,r=1,p=1$$'])(
    'does not take %j for a hash',
    async (stored) => {
      await expect(cheap.verify('a pass phrase', stored)).rejects.toThrow('unknown form');
    },
  );

  it('costs memory: 32 MiB and three passes unless said otherwise', async () => {
    expect(await createPasswordHasher().hash('a pass phrase')).toContain('$ln=15,r=8,p=3$');
  });

  it('works on many at a time', async () => {
    const stored = await cheap.hash('a pass phrase');
    const verdicts = await Promise.all(
      Array.from({ length: 20 }, (_, index) => cheap.verify(index % 2 === 0 ? 'a pass phrase' : 'x', stored)),
    );
    expect(verdicts.filter((verdict) => verdict === 'right')).toHaveLength(10);
  });
});

import { describe, expect, it } from '@jest/globals';

import { createGroupCommit } from './group-commit.js';

describe('a group commit', () => {
  it('writes a single item at once, and collects those that arrive meanwhile', async () => {
    const groups: number[][] = [];
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const commit = createGroupCommit<number>(async (items) => {
      groups.push([...items]);
      if (groups.length === 1) {
        await gate;
      }
    }, 3);

    const first = commit.submit(1);
    const others = [2, 3, 4, 5].map(async (item) => commit.submit(item));
    expect(groups).toEqual([[1]]);
    release();
    await Promise.all([first, ...others]);

    expect(groups).toEqual([[1], [2, 3, 4], [5]]);
  });

  it('rejects all callers of a failed group, and continues with the next', async () => {
    let failing = true;
    const commit = createGroupCommit<string>(async () => {
      await Promise.resolve();
      if (failing) {
        throw new Error('away');
      }
    });
    const results = await Promise.allSettled([commit.submit('a'), commit.submit('b')]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);

    failing = false;
    await expect(commit.submit('c')).resolves.toBeUndefined();
  });
});

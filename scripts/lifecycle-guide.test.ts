import { readFileSync } from 'node:fs';

import { describe, expect, it } from '@jest/globals';

import { STATUSES, transitions } from '../packages/domain/src/lifecycle.js';

const guide = readFileSync(new URL('../docs/lifecycle.md', import.meta.url), 'utf8');

describe('the guide to the lifecycle', () => {
  it('draws the arrows of the transition table, and no other', () => {
    const drawn = [...guide.matchAll(/^ +(\w+) --> (\w+): (.+)$/gm)].map(([, ...arrow]) => arrow);
    const table = transitions.map(({ from, to, trigger }) => [from, to, trigger]);
    expect(drawn.sort()).toEqual(table.sort());
  });

  it('names every status', () => {
    for (const [record, statuses] of Object.entries(STATUSES)) {
      const row = guide.split('\n').find((line) => line.toLowerCase().startsWith(`- ${record}:`)) ?? '';
      expect([...row.matchAll(/`(\w+)`/g)].map(([, status]) => status)).toEqual([...statuses]);
    }
  });
});

import { describe, expect, it } from '@jest/globals';

import { pushDueSuppressions } from './push-due-suppressions.js';
import { createSuppressionWorld } from './testing/suppression-world.js';

function begin(count: number) {
  const world = createSuppressionWorld();
  const ids = Array.from({ length: count }, () => world.add().suppressionId);
  const hold = (held: readonly string[]): void => {
    held.forEach((id) => world.store.holders.set(`suppression:${id}`, 'another'));
  };
  return { ...world, ids, hold, references: () => world.pushes.map(({ reference }) => reference) };
}

describe('the processing of due opt-outs', () => {
  it('handles a hundred, the first ones first, and returns how many', async () => {
    const { deps, ids, references } = begin(130);
    expect(await pushDueSuppressions(deps)).toBe(100);
    expect(references()).toEqual(ids.slice(0, 100));
    expect(await pushDueSuppressions(deps)).toBe(30);
    expect(await pushDueSuppressions(deps)).toBe(0);
  });

  it('continues after those that another worker holds', async () => {
    const { deps, ids, hold, references } = begin(130);
    hold(ids.slice(0, 100));
    expect(await pushDueSuppressions(deps)).toBe(30);
    expect(references()).toEqual(ids.slice(100));
  });

  it('finds nothing if others hold all, or nothing is due yet', async () => {
    const { deps, ids, hold, add, references } = begin(2);
    hold(ids);
    add({ pushAt: '2026-01-31T09:00:01.000Z' });
    expect(await pushDueSuppressions(deps)).toBe(0);
    expect(references()).toEqual([]);
  });
});

import { expect, it } from '@jest/globals';
import fc from 'fast-check';

import { addSorted, removeSorted } from './sorted-ids.js';

it('a list stays ascending and without duplicates, whatever is added and removed', () => {
  const step = fc.record({ isAdded: fc.boolean(), id: fc.integer({ min: 1, max: 30 }) });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const ids: number[] = [];
      const model = new Set<number>();
      for (const { isAdded, id } of steps) {
        if (isAdded) {
          addSorted(ids, id);
          model.add(id);
        } else {
          removeSorted(ids, id);
          model.delete(id);
        }
        expect(ids).toEqual([...model].sort((one, other) => one - other));
      }
    }),
  );
});

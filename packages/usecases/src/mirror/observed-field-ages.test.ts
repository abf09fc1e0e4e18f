import { describe, expect, it } from '@jest/globals';

import { fieldsObservedAtOf } from './observed-field-ages.js';
import { withObservedFields } from './testing/observed-fields.js';
import { knownTicket, observationsOf, rowCases } from './testing/row-cases.js';
import { createMemoryMirror } from './testing/memory-mirror.js';

describe('a list row without custom fields', () => {
  it.each(rowCases)('that $says: keeps the known fields: $keeps', async ({ keeps, ...rest }) => {
    const { known, seen } = observationsOf({ keeps, ...rest });
    const merged = withObservedFields(known, seen);
    expect(merged.item.lacksCustomFields !== true).toBe(keeps);
    expect(merged.item.customFields).toEqual(keeps ? known.item.customFields : {});
    expect(merged.observedAt).toBe(seen.observedAt);
    expect(fieldsObservedAtOf(merged)).toBe(keeps ? known.observedAt : seen.observedAt);
    const store = createMemoryMirror();
    await store.put('tickets', [known]);
    await store.put('tickets', [seen]);
    expect(await store.byIds('tickets', [known.id])).toEqual([merged]);
  });

  it('takes everything else from the list, and no unproven stamp', () => {
    const [shown] = rowCases;
    const after = rowCases.find(({ isUnstamped }) => isUnstamped);
    if (shown === undefined || after === undefined) throw new Error('The cases are gone');
    const { known, seen } = observationsOf(shown);
    expect(withObservedFields(known, seen)).toMatchObject({
      keys: seen.keys,
      item: { lacksEmail: true, email: null, lastUpdatedBy: 9, stamp: knownTicket.item.stamp },
    });
    const unstamped = observationsOf(after);
    expect(withObservedFields(unstamped.known, unstamped.seen).item).not.toHaveProperty('stamp');
  });

  it('does not change the age of the fields, however often the ticket is seen', () => {
    const [shown] = rowCases;
    if (shown === undefined) throw new Error('The cases are gone');
    const { known, seen } = observationsOf(shown);
    const twice = withObservedFields(withObservedFields(known, seen), { ...seen, observedAt: 300 });
    expect([twice.observedAt, fieldsObservedAtOf(twice)]).toEqual([300, known.observedAt]);
  });
});

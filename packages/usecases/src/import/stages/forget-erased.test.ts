import { describe, expect, it } from '@jest/globals';

import type { FailedOutcome } from '../../ports/import-store.js';
import { createMemoryImportStore } from '../../testing/memory-import-store.js';
import { erasedRow } from '../../work/erased-row.js';
import { importRow } from '../testing/import-rows.js';
import { createImportWorld } from '../testing/stage-context.js';
import { forgetErased } from './forget-erased.js';

describe('a rejected row of a person who had opted out before they were erased', () => {
  const failed: FailedOutcome = { status: 'failed', code: 'VALIDATION_ERROR', error: 'Alex is no number' };
  const entries = {
    'was erased': { suppressionId: null },
    'opted out': { suppressionId: 'sup_1' },
  };

  it.each<[string, object, keyof typeof entries, boolean]>([
    ['repeats another row', { email: 'alex@example.com' }, 'was erased', true],
    ['cannot be read', { email: 'ALEX@example.com', employees: {}, phone: 7 }, 'was erased', true],
    ['has a further address of theirs', { email: 'a@b@c', email_2: 'alex@example.com' }, 'was erased', true],
    ['is of another person', { email: 'robin@example.com' }, 'was erased', false],
    ['is of a person who has opted out', { email: 'alex@example.com' }, 'opted out', false],
    ['has no person', {}, 'was erased', false],
  ])('is forgotten: %s', async (_why, data, entry, isForgotten) => {
    const store = createMemoryImportStore();
    store.optedOut.set('email:alex@example.com', entries[entry]);
    const row = importRow(data);
    const { settings } = createImportWorld().deps;
    const [decided] = await forgetErased([{ row, outcome: failed }], { store, settings });
    expect(decided).toEqual({ row, outcome: isForgotten ? erasedRow : failed });
  });
});

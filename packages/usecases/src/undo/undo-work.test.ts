import { describe, expect, it } from '@jest/globals';

import { undoLead } from './testing/undo-world.js';
import { plannedUndo, type UndoPlan, type UndoWork } from './undo-work.js';

const close: UndoPlan = { kind: 'close' };
const restore: UndoPlan = {
  kind: 'restore',
  restoration: { customFields: {}, contact: {}, fieldsRestored: [], fieldsKept: [] },
};

function rowWith(changes: Partial<UndoWork> = {}): UndoWork {
  return {
    ...{ index: 0, imported: null, lead: undoLead(0), intent: null, ticket: null },
    ...{ plan: close, isDeleted: false, outcome: null, fault: null },
    ...changes,
  };
}

describe('the rows of an undo with a plan', () => {
  it('are those of the kind, in their order', () => {
    const rows = [
      rowWith({ index: 2 }),
      rowWith({ index: 1, plan: null }),
      rowWith({ index: 0 }),
      rowWith({ index: 3, plan: restore }),
    ];
    expect(plannedUndo(rows, 'close').map(({ index }) => index)).toEqual([2, 0]);
    expect(plannedUndo(rows, 'restore').map(({ index }) => index)).toEqual([3]);
    expect(plannedUndo([], 'close')).toEqual([]);
  });

  it.each<[string, Partial<UndoWork>]>([
    ['has an outcome', { outcome: { status: 'failed', code: 'EXTERNAL_API_ERROR', error: 'no' } }],
    ['has a fault', { fault: new Error('away') }],
    ['has no lead', { lead: null }],
  ])('do not include one that %s', (_what, changes) => {
    expect(plannedUndo([rowWith(changes)], 'close')).toEqual([]);
  });

  it('include a ticket that the PSA has deleted, which others decide about', () => {
    expect(plannedUndo([rowWith({ isDeleted: true })], 'close')).toHaveLength(1);
  });
});

import { describe, expect, it } from '@jest/globals';

import type { RowPlace } from '../../ports/row-outcome.js';
import type { CleanOptions } from '../batch.js';
import { alex, importRow, robin } from '../testing/import-rows.js';
import { createImportWorld } from '../testing/stage-context.js';
import { readRows } from './read-rows.js';

const erasedAt = 5_000;
/** Accepted before the erasure that is coming. */
const older = importRow(alex, { index: 0, dataFrom: erasedAt - 1 });
const other = importRow(robin, { index: 1 });
const unreadable = importRow({ email: 'a@b@c' }, { index: 2 });

async function read(
  rows: readonly ReturnType<typeof importRow>[],
  cleaning: Partial<CleanOptions> = {},
  isErasureComing = true,
) {
  const { deps, store } = createImportWorld();
  if (isErasureComing) {
    store.comingErasures.push(erasedAt);
  }
  const found = await readRows(
    { rows, cleaning: { seen: null, stopAtFirstFailure: false, ...cleaning } },
    deps,
  );
  return {
    valid: found.valid.map(({ row }) => row),
    waiting: [...found.waiting],
    repeated: found.repeated,
    rejected: found.rejected.map(({ row }) => row),
  };
}

describe('the rows of a batch', () => {
  it('are valid, or rejected with a reason', async () => {
    expect(await read([older, other, unreadable], {}, false)).toEqual({
      valid: [older, other],
      waiting: [],
      repeated: [],
      rejected: [unreadable],
    });
  });

  it('wait while an erasure does not know its person yet, if their data is older than it', async () => {
    expect(await read([older, other, unreadable])).toEqual({
      valid: [other],
      waiting: [older],
      repeated: [],
      rejected: [unreadable],
    });
  });

  it('that are rejected behind one that waits are not reached, where a failure stops the import', async () => {
    expect(await read([older, other, unreadable], { stopAtFirstFailure: true })).toEqual({
      valid: [other],
      waiting: [older],
      repeated: [],
      rejected: [],
    });
  });

  it('of one person come one after the other', async () => {
    const again = importRow({ ...alex, title: 'CTO' }, { index: 1 });
    const { valid, repeated } = await read([older, again], {}, false);
    expect([valid, repeated]).toEqual([[older], [again]]);
  });

  it('of one person count once in a request', async () => {
    const again = importRow({ ...alex, title: 'CTO' }, { index: 1 });
    const seen = new Map<string, RowPlace>();
    const { valid, rejected } = await read([older, again], { seen }, false);
    expect([valid, rejected]).toEqual([[older], [again]]);
    expect([...seen.values()]).toEqual([{ index: 0, row: 1 }]);
  });
});

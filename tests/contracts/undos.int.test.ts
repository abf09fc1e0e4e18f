import { describe, expect, it } from '@jest/globals';
import { completeBatchOptions, completeImportOptions } from '@leadbridge/contracts';
import { newId } from '@leadbridge/platform';
import { createJobStore, createUndoStore } from '@leadbridge/store';
import { StaleClaimError, type ImportedRow, type UndoOutcome, type UndoRecord } from '@leadbridge/usecases';

import { createMemoryUndoStore } from '../../packages/usecases/src/undo/testing/memory-undo-store.js';
import { twins } from '../support/twins.js';

const at = '2026-01-31T09:00:00.000Z';
const actor = { id: 'key_1', name: 'Example' };

/** The undo of an import of three rows, of which none was carried out. */
const stores = twins(
  () => {
    const memory = createMemoryUndoStore();
    return {
      store: memory.store,
      async addUndo() {
        const row = { outcome: null, intent: null, fence: null, decidedAt: null, undoneBy: null };
        [0, 1, 2].forEach((index) => memory.imported.set(index, { index, ...row } satisfies ImportedRow));
        return Promise.resolve({ jobId: newId('job'), parentJobId: newId('job') });
      },
      async cancel(_jobId: string) {
        memory.race.isCancelled = true;
        return Promise.resolve();
      },
    };
  },
  (connection) => {
    const jobs = createJobStore(connection);
    return {
      store: createUndoStore(connection),
      async addUndo() {
        const [jobId, parentJobId] = [newId('job'), newId('job')];
        const common = { requestId: 'req_1', actor, total: 3, createdAt: at };
        const input = {
          source: 'csv',
          options: completeImportOptions(),
          batch_options: completeBatchOptions(),
        };
        const rows = [0, 1, 2].map((index) => ({ index, data: {} }));
        await jobs.createWithRows({ ...common, jobId: parentJobId, type: 'bulk_import', input }, rows);
        const undo = { parent_job_id: parentJobId, source: 'csv', dry_run: false };
        await jobs.createUndo({ ...common, jobId, type: 'undo_import', input: undo });
        return { jobId, parentJobId };
      },
      async cancel(jobId: string) {
        await jobs.requestCancel(jobId);
      },
    };
  },
);

describe.each(stores)('the contract of undos, $name', ({ open }) => {
  const intent = { at, closedStatusId: 11, mayHaveNote: false };

  function recordOf(jobId: string, parentJobId: string, fence: number, rows: UndoRecord['rows']): UndoRecord {
    return {
      ...{ jobId, parentJobId, isDryRun: false, fence, at, rows, leads: [], patches: [], uncounted: [] },
      ...{ transitions: [], events: [], errorLogEntries: [] },
    };
  }

  it('lists the rows without an outcome from an index on, with their intents', async () => {
    const { store, addUndo } = open();
    const { jobId } = await addUndo();
    await store.saveIntents(jobId, [{ index: 1, intent }]);
    expect(await store.pendingRows(jobId, 1, 10)).toEqual([
      { index: 1, row: 2, intent },
      { index: 2, row: 3, intent: null },
    ]);
    await store.expectNotes(jobId, [1]);
    expect(await store.pendingRows(jobId, 1, 1)).toEqual([
      { index: 1, row: 2, intent: { ...intent, mayHaveNote: true } },
    ]);
  });

  it('takes no intent once it is to be cancelled', async () => {
    const { store, addUndo, cancel } = open();
    const { jobId } = await addUndo();
    await cancel(jobId);
    await expect(store.saveIntents(jobId, [{ index: 0, intent }])).rejects.toThrow(StaleClaimError);
  });

  it('records each row once, and counts what came of them', async () => {
    const { store, addUndo } = open();
    const { jobId, parentJobId } = await addUndo();
    const { fence } = await store.claim([`undo:${jobId}`], 10_000);
    const outcome = (result: UndoOutcome['result']): UndoOutcome => ({
      status: 'succeeded',
      result,
      leadId: null,
      psaTicketId: null,
    });
    const rows = [
      { index: 0, outcome: outcome('kept') },
      { index: 1, outcome: outcome('nothing_to_undo') },
    ];
    await store.record(recordOf(jobId, parentJobId, fence, rows));
    expect(await store.counts(jobId)).toEqual({ undone: 0, kept: 1, nothingToUndo: 1 });
    expect((await store.pendingRows(jobId, 0, 10)).map(({ index }) => index)).toEqual([2]);
    await expect(store.record(recordOf(jobId, parentJobId, fence, rows))).rejects.toThrow(StaleClaimError);
    expect(await store.counts(jobId)).toEqual({ undone: 0, kept: 1, nothingToUndo: 1 });
  });
});

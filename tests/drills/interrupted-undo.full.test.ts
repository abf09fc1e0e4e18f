import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@leadbridge/devkit';
import { createImportStore } from '@leadbridge/store';

import { openImportHarness, type ImportHarness } from '../support/import-harness.js';
import { flatLead } from '../support/caller.js';

const statusInvalidData = 7;
let harness: ImportHarness;

beforeAll(async () => {
  harness = await openImportHarness();
});

afterAll(async () => {
  await harness.close();
});

async function imported(from: number, count: number): Promise<{ jobId: string; ticketIds: number[] }> {
  const leads = Array.from({ length: count }, (_, index) => flatLead(from + index));
  const jobId = await harness.bulkJob(leads);
  await harness.worker().finishBulk(jobId);
  const ticketIds = leads.map(
    ({ email }) => harness.simulator.tickets().find(({ user_email: of }) => of === email)?.id ?? 0,
  );
  return { jobId, ticketIds };
}

const notesOf = (ticketId: number) =>
  harness.simulator.actions(ticketId).filter(({ note }) => note.includes('was undone by'));

describe('an undo', () => {
  it("that is interrupted before its record continues, writes nothing twice, and keeps people's changes", async () => {
    const { jobId, ticketIds } = await imported(9_000, 4);
    const undoId = await harness.undoJob(jobId);
    const killed = harness.worker().finishUndo(undoId, () => ({
      record: async () => Promise.reject(new Error('killed')),
    }));
    await expect(killed).rejects.toThrow('killed');
    expect(harness.simulator.ticket(ticketIds[0] ?? 0)?.status_id).toBe(statusInvalidData);
    harness.simulator.actAsAgent(ticketIds[3] ?? 0, { status_id: 2 });

    await harness.worker().finishUndo(undoId);

    const { result, progress } = await harness.job(undoId);
    expect(result).toMatchObject({ undone: 3, kept: 1, failed: 0 });
    expect(progress).toMatchObject({ total: 4, processed: 4, successful: 4 });
    for (const ticketId of ticketIds.slice(0, 3)) {
      expect(harness.simulator.ticket(ticketId)?.status_id).toBe(statusInvalidData);
      expect(harness.simulator.listNames(ticketId)).toEqual([]);
      expect(notesOf(ticketId)).toHaveLength(1);
    }
    expect(harness.simulator.ticket(ticketIds[3] ?? 0)?.status_id).toBe(2);
  });

  it('that is interrupted before its notes does not look for them, and knows the cost of a row', async () => {
    const { jobId, ticketIds } = await imported(9_050, 4);
    const undoId = await harness.undoJob(jobId);
    const killed = harness.worker().finishUndo(undoId, () => ({
      expectNotes: async () => Promise.reject(new Error('killed')),
    }));
    await expect(killed).rejects.toThrow('killed');
    harness.simulator.requests.clear();

    await harness.worker().finishUndo(undoId);

    expect(harness.simulator.requests.count({ method: 'GET', path: '/api/Actions' })).toBe(0);
    expect(ticketIds.map((ticketId) => notesOf(ticketId).length)).toEqual([1, 1, 1, 1]);
    const stored = await harness.mongo.collection<{ _id: string }>('jobs').findOne({ _id: undoId });
    expect(stored).toMatchObject({ pace: { callsPerRow: harness.simulator.requests.total / 4 } });
  });

  it('of one import is begun once, and needs few requests', async () => {
    const { jobId } = await imported(9_100, 40);
    const [first, second] = await Promise.all([harness.undoJob(jobId), harness.undoJob(jobId)]);
    const stored = await harness.mongo.collection('jobs').countDocuments({ parentJobId: jobId });
    expect(stored).toBe(1);
    const undoId =
      (await harness.mongo.collection<{ _id: string }>('jobs').findOne({ _id: first })) === null
        ? second
        : first;
    harness.simulator.requests.clear();
    await harness.worker().finishUndo(undoId);

    expect((await harness.job(undoId)).result).toMatchObject({ undone: 40 });
    const removals = harness.simulator.requests.list().filter(({ method }) => method === 'DELETE').length;
    const others = harness.simulator.requests.list().length - removals;
    // The ticket, plus shared requests; one more request per list.
    expect(others / 40).toBeLessThanOrEqual(1.3);
  });

  it('does not touch a person who is being imported, and undoes the import once that has ended', async () => {
    const { jobId, ticketIds } = await imported(9_200, 2);
    const [first = 0, second = 0] = ticketIds;
    const store = createImportStore(harness.mongo);
    const { email } = flatLead(9_200);
    const claims = await store.claim([`email:${email}`], 60_000);
    expect(claims.held.size).toBe(1);
    const undoId = await harness.undoJob(jobId);

    const undone = harness.worker().finishUndo(undoId);
    await until(() => harness.simulator.ticket(second)?.status_id === statusInvalidData);
    expect(harness.simulator.ticket(first)?.status_id).toBe(1);
    await store.releaseClaims(claims);
    await undone;

    expect(harness.simulator.ticket(first)?.status_id).toBe(statusInvalidData);
    expect((await harness.job(undoId)).result).toMatchObject({ undone: 2, kept: 0 });
  });
});

import { describe, expect, it } from '@jest/globals';

import { importBatch } from '../import-batch.js';
import { alex, importRow, robin } from '../testing/import-rows.js';
import { createImportWorld, importBatchOf } from '../testing/stage-context.js';
import { asDryRun } from './as-dry-run.js';

async function dryRun(world: ReturnType<typeof createImportWorld>, leads: readonly unknown[]) {
  const deps = asDryRun(world.deps);
  const rows = leads.map((data, index) => importRow(data, { index }));
  return await importBatch(deps, importBatchOf({ rows }));
}

describe('a dry run', () => {
  it('writes nothing to the PSA, and only the outcomes of its rows to the store', async () => {
    const world = createImportWorld();
    world.psa.addList('Source: CSV');
    await dryRun(world, [alex, { ...robin, do_not_contact: true }]);
    expect(world.psa.writes).toEqual([]);
    expect(world.store.records).toMatchObject([
      { leads: [], events: [], listGroups: [], errorLogEntries: [], rows: [{}, {}], dryRun: { writes: 4 } },
    ]);
    const { leads, optedOut, companies, intents, holders } = world.store;
    expect([leads, optedOut, companies, intents, holders].map(({ size }) => size)).toEqual([0, 0, 0, 0, 0]);
  });

  it('predicts what the import then does', async () => {
    const leads = [alex, { ...alex, email: 'sam@example.com' }, robin];
    const { decided } = await dryRun(createImportWorld(), leads);
    const real = createImportWorld();
    const rows = leads.map((data, index) => importRow(data, { index }));
    const done = await importBatch(real.deps, importBatchOf({ rows }));
    const resultOf = ({ outcome }: (typeof decided)[number]) =>
      outcome.status === 'succeeded' ? [outcome.result, outcome.actionsTaken] : [outcome.code];
    expect(decided.map(resultOf)).toEqual(done.decided.map(resultOf));
    const clients = decided.map(({ outcome }) => outcome.plan?.client?.action);
    expect(clients).toEqual(['create', 'reuse', 'create']);
    expect(real.psa.clients.size).toBe(clients.filter((action) => action === 'create').length);
  });

  it('returns no id for entities that do not exist yet', async () => {
    const { decided } = await dryRun(createImportWorld(), [alex]);
    expect(decided[0]?.outcome).toMatchObject({
      leadId: null,
      psaTicketId: null,
      plan: {
        client: { id: null },
        contact: { action: 'create', id: null },
        ticket: { action: 'create', id: null },
      },
    });
  });

  it('caches nothing that was not really written', async () => {
    const world = createImportWorld();
    await dryRun(world, [alex, robin, { ...alex, email: 'sam@example.com' }]);
    const real = importRow(alex, { ref: { jobId: 'job_b2', index: 0 } });
    const { decided } = await importBatch(world.deps, importBatchOf({ rows: [real] }));
    expect(decided).toMatchObject([{ outcome: { result: 'created' } }]);
    expect([...world.psa.tickets.keys()].every((id) => id > 0)).toBe(true);
    expect(world.psa.writes).toEqual(['createClients', 'createSites', 'createUsers', 'createTickets']);
  });
});

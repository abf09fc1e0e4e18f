import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { importBatch } from './import-batch.js';
import { createCompleteMirror } from './testing/complete-mirror.js';
import { alex, importRow, leadTicket, robin } from './testing/import-rows.js';
import { createImportWorld, importBatchOf } from './testing/stage-context.js';

const sam = { ...alex, email: 'sam@example.com' };
const malformed = { email: 'no address', company: 'Example' };

describe('a batch', () => {
  it('decides each row exactly once, and releases its claims', async () => {
    const fault = fc.constantFrom(
      'ok' as const,
      'refused' as const,
      'response_lost' as const,
      'request_lost' as const,
    );
    const given = fc.record({
      leads: fc.array(fc.constantFrom<unknown>(alex, robin, sam, malformed), { minLength: 1, maxLength: 5 }),
      users: fc.array(fault, { maxLength: 3 }),
      tickets: fc.array(fault, { maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(given, async ({ leads, users, tickets }) => {
        const world = createImportWorld();
        world.psa.faults.plan('createUsers', ...users);
        world.psa.faults.plan('createTickets', ...tickets);
        const rows = leads.map((data, index) => importRow(data, { index }));
        const { decided, deferred, faulty } = await importBatch(world.deps, importBatchOf({ rows }));
        const buckets = [...decided.map(({ row }) => row), ...deferred, ...faulty.map(({ row }) => row)];
        expect(buckets.map(({ ref }) => ref.index).sort()).toEqual(rows.map(({ ref }) => ref.index));
        expect(world.store.holders.size).toBe(0);
        expect(world.store.leads.size).toBe(world.psa.tickets.size);
      }),
      { numRuns: 25 },
    );
  });

  it('adds no ticket, contact or client when it is repeated', async () => {
    const world = createImportWorld();
    const run = async (jobId: string) =>
      importBatch(
        world.deps,
        importBatchOf({
          rows: [alex, robin].map((data, index) => importRow(data, { ref: { jobId, index } })),
        }),
      );
    await run('job_a1');
    const sizes = () =>
      [world.psa.tickets, world.psa.users, world.psa.clients, world.psa.sites].map(({ size }) => size);
    const before = sizes();
    world.clock.pass(120_000);
    const { decided } = await run('job_b2');
    expect(decided.map(({ outcome }) => outcome.status === 'succeeded' && outcome.result)).toEqual([
      'skipped',
      'skipped',
    ]);
    expect(sizes()).toEqual(before);
  });

  it('finds the ticket of a killed run, and records it as created', async () => {
    const world = createImportWorld();
    const row = importRow(alex);
    const { record } = world.store;
    world.store.record = async () => Promise.reject(new Error('killed'));
    await expect(importBatch(world.deps, importBatchOf({ rows: [row] }))).rejects.toThrow('killed');
    world.store.record = record;
    const intent = world.store.intents.get('job_a1#0') ?? null;
    const { decided } = await importBatch(world.deps, importBatchOf({ rows: [{ ...row, intent }] }));
    expect(decided).toMatchObject([
      { outcome: { result: 'created', psaTicketId: [...world.psa.tickets.keys()][0] } },
    ]);
    expect(world.psa.tickets.size).toBe(1);
  });

  it('defers rows with busy keys', async () => {
    const world = createImportWorld();
    await world.store.claim(['email:alex@example.com'], 1_000);
    const rows = [importRow(alex), importRow(robin, { index: 1 })];
    const { decided, deferred } = await importBatch(world.deps, importBatchOf({ rows }));
    expect([decided.map(({ row }) => row.ref.index), deferred.map(({ ref }) => ref.index)]).toEqual([
      [1],
      [0],
    ]);
  });

  it('adds new tickets to their lists', async () => {
    const world = createImportWorld();
    world.psa.addList('Source: CSV');
    await importBatch(world.deps, importBatchOf({ rows: [importRow(alex)] }));
    expect(world.psa.ticketsOn('Source: CSV')).toEqual([...world.psa.tickets.keys()]);
    expect(world.store.records.flatMap(({ rows }) => rows.flatMap(({ lists = [] }) => lists))).toHaveLength(
      1,
    );
  });

  it('updates a lead known from another source, with exactly one note', async () => {
    const world = createImportWorld();
    await importBatch(world.deps, importBatchOf({ rows: [importRow(alex)] }));
    world.clock.pass(120_000);
    const [ticketId = 0] = [...world.psa.tickets.keys()];
    world.psa.faults.plan('createActions', 'response_lost');
    const news = importRow(
      { ...alex, technologies: 'AWS' },
      { source: 'manual', ref: { jobId: 'job_b2', index: 0 } },
    );
    const { decided } = await importBatch(world.deps, importBatchOf({ rows: [news] }));
    expect(decided).toMatchObject([{ outcome: { result: 'updated', fieldsUpdated: ['CF_106'] } }]);
    expect(world.psa.tickets.get(ticketId)?.customFields).toMatchObject({ 101: 'CSV', 106: 'AWS' });
    expect(world.psa.notesOf(ticketId)).toEqual([expect.stringContaining('job_b2#0')]);
  });

  it('creates a contact for a new ticket if the mirrored one is gone and its ids belong to others', async () => {
    const world = createImportWorld();
    const { mirror, knowsTicket } = await createCompleteMirror(world.clock);
    await knowsTicket(leadTicket(), world.clock.now() - 90_000);
    world.psa.addUser({ id: 200, clientId: 10, siteId: 20, email: 'kim@example.net' });
    const rows = [importRow({ ...alex, technologies: 'AWS' })];
    const { decided } = await importBatch(
      { ...world.deps, mirror },
      importBatchOf({ rows, readsMirror: true }),
    );
    expect(decided).toMatchObject([{ outcome: { result: 'created' } }]);
    const [ticket] = [...world.psa.tickets.values()];
    expect(world.psa.users.get(ticket?.userId ?? 0)?.email).toBe('alex@example.com');
    expect(ticket?.clientId).not.toBe(10);
  });
});
